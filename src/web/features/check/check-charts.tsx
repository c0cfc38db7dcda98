import type { CSSProperties } from 'react';
import type { MoneyCurves } from '../../../core/check/pictures.ts';
import type { StakeLadder } from '../../../core/check/stake-ladder.ts';
import { formatCount, formatDecimal, formatRate } from '../../lib/figures.ts';
import { linePath, percentPlace, Picture } from '../../ui/picture.tsx';
import { texts } from './texts.ts';
import '../../ui/course.css';
import './check-charts.css';

const WIDTH = 1_000;
const HEIGHT = 300;
/** A label's height in the picture's units, on a phone. */
const LABEL_HEIGHT = 36;

interface MoneyChartProps {
  readonly curves: MoneyCurves;
  readonly against: 'coin' | 'luck';
}

/** The money after each trade, over the thin lines of the flippers. */
export function MoneyChart({ curves: { trades, own, flippers }, against }: MoneyChartProps) {
  const all = [0, ...own, ...flippers.flat()];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const last = Math.max(1, trades.at(-1) ?? 1);
  const y = (money: number): number => ((high - money) / (high - low || 1)) * HEIGHT;
  const path = (points: readonly number[]): string =>
    linePath(points.map((money, at) => [((trades[at] ?? 0) / last) * WIDTH, y(money)]));
  const ends = [high, low].filter((money) => Math.abs(y(money) - y(0)) > LABEL_HEIGHT);
  return (
    <Picture
      className="course figure check__money"
      label={texts.moneyChart({
        against,
        trades: last,
        end: formatDecimal(own.at(-1) ?? 0, 2),
        low: formatDecimal(low, 2),
        high: formatDecimal(high, 2),
      })}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="check__flippers" d={flippers.map(path).join('')} />
        <path className="check__base" d={`M0 ${y(0)}H${WIDTH}`} />
        <path className="course__engine" d={path(own)} />
      </svg>
      {[0, ...ends].map((money) => (
        <span key={money} className="course__y" style={{ top: percentPlace(y(money) / HEIGHT) }}>
          {formatDecimal(money, Math.abs(money) < 100 ? 1 : 0)}
        </span>
      ))}
      <span className="course__x" style={{ left: 0, translate: 'none' }}>
        {formatCount(1)}
      </span>
      <span className="course__x" style={{ left: '100%', translate: '-100%' }}>
        {formatCount(last)}
      </span>
    </Picture>
  );
}

/** The stakes of a losing run; filled where the record has staked as much. */
export function StakeBars({ stakes, highestUsed }: Pick<StakeLadder, 'stakes' | 'highestUsed'>) {
  const highest = Math.max(...stakes);
  const amounts = stakes.map((stake) => formatDecimal(stake, stake < 10 ? 1 : 0));
  return (
    <Picture className="check__stakes figure" label={texts.stakeBars({ stakes: amounts.join(', ') })}>
      {stakes.map((stake, at) => (
        <span
          key={amounts[at]}
          data-used={stake <= highestUsed * 1.001 || undefined}
          style={{ '--share': stake / highest } as CSSProperties}
        >
          {amounts[at]}
        </span>
      ))}
    </Picture>
  );
}

const RANGE = { width: 160, height: 20 } as const;

interface RateRangeProps {
  readonly rate: number;
  readonly interval: { readonly low: number; readonly high: number };
  readonly needed: number;
}

/** A rate on a line from 0 to 100 %: its interval, a dot, and the tick of what is needed. */
export function RateRange({ rate, interval: { low, high }, needed }: RateRangeProps) {
  const x = (value: number): number => 4 + value * (RANGE.width - 8);
  const middle = RANGE.height / 2;
  const words = { rate: formatRate(rate), low: formatRate(low), high: formatRate(high) };
  return (
    <>
      <svg className="check__range" viewBox={`0 0 ${RANGE.width} ${RANGE.height}`} aria-hidden="true">
        <line className="check__base" x1={x(0)} x2={x(1)} y1={middle} y2={middle} />
        <line className="check__reach" x1={x(low)} x2={x(high)} y1={middle} y2={middle} />
        <line className="check__need" x1={x(needed)} x2={x(needed)} y1="1" y2={RANGE.height - 1} />
        <circle className="check__rate" cx={x(rate)} cy={middle} r="4.5" />
      </svg>
      <span className="hidden-text">{texts.rangeText(words)}</span>
    </>
  );
}
