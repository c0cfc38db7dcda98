import type { MoneyCurves } from '../../../core/check/pictures.ts';
import { formatCount } from '../../lib/figures.ts';
import { decimal } from './decimal.ts';
import { texts } from './texts.ts';
import './check-charts.css';

const MOST_PIPS = 200;

/** A pip for each trade, or for each hundredth of many: filled where it was won; the tick stands where enough would be. */
export function Waffle({
  won,
  n,
  needed,
}: {
  readonly won: number;
  readonly n: number;
  readonly needed: number;
}) {
  const pips = n <= MOST_PIPS ? n : 100;
  const filled = Math.round((won / n) * pips);
  const tick = Math.min(pips, Math.ceil((needed / n) * pips));
  const all = Array.from({ length: pips }, (_, at) => ({
    at,
    isWon: at < filled,
    isNeeded: at + 1 === tick,
  }));
  return (
    <figure
      aria-label={texts.waffle({
        filled: formatCount(filled),
        pips: formatCount(pips),
        needed: formatCount(tick),
      })}
    >
      <div className="check__waffle" dir="ltr" aria-hidden="true">
        {all.map(({ at, isWon, isNeeded }) => (
          <i key={at} data-won={isWon || undefined} data-needed={isNeeded || undefined} />
        ))}
      </div>
    </figure>
  );
}

const BELL = { width: 620, height: 190, floor: 160, radius: 5, step: 11 } as const;

/** Where 100 records of coins end, with this one and what was needed. */
export function Bell({
  dots,
  n,
  won,
  needed,
}: {
  readonly dots: readonly number[];
  readonly n: number;
  readonly won: number;
  readonly needed: number;
}) {
  const reach = Math.max(...[...dots, won, needed].map((count) => Math.abs(count - n / 2)), 1) * 1.15;
  const x = (count: number): number => ((count - n / 2) / reach / 2 + 0.5) * BELL.width;
  const stacks = new Map<number, number>();
  // Columns a little wider than a dot, so that dots of neighbouring counts never lie on each other.
  const columnOf = (count: number): number => Math.round(x(count) / (BELL.radius * 2 + 2));
  const placed = dots.map((count) => {
    const column = columnOf(count);
    const level = stacks.get(column) ?? 0;
    stacks.set(column, level + 1);
    return { cx: column * (BELL.radius * 2 + 2), level };
  });
  const highest = Math.max(...stacks.values(), 1);
  const step = Math.min(BELL.step, (BELL.floor - 56) / highest);
  return (
    <figure
      aria-label={texts.bell({
        n: formatCount(n),
        half: decimal(n / 2, n % 2),
        won: formatCount(won),
        needed: decimal(needed, 1),
      })}
    >
      <svg className="check__chart" viewBox={`0 0 ${BELL.width} ${BELL.height}`} aria-hidden="true">
        <line className="check__base" x1="0" x2={BELL.width} y1={BELL.floor} y2={BELL.floor} />
        {placed.map(({ cx, level }) => (
          <circle
            key={`${cx} ${level}`}
            className="check__dot"
            cx={cx}
            cy={BELL.floor - 6 - level * step}
            r={BELL.radius}
          />
        ))}
        <line className="check__need" x1={x(needed)} x2={x(needed)} y1="50" y2={BELL.floor} />
        <line className="check__own" x1={x(won)} x2={x(won)} y1="16" y2={BELL.floor} />
        <text x={x(won)} y="11" textAnchor={won > n / 2 ? 'end' : 'start'}>
          {texts.thisRecord({ won: formatCount(won) })}
        </text>
        <text x={x(needed)} y="44" textAnchor={won < needed ? 'start' : 'end'}>
          {texts.neededHere({ needed: decimal(needed, 1) })}
        </text>
        {bellTicks(n, reach).map((count) => (
          <text key={count} className="check__axis" x={x(count)} y={BELL.floor + 20} textAnchor="middle">
            {formatCount(count)}
          </text>
        ))}
      </svg>
    </figure>
  );
}

/** At most six whole numbers of wins along the axis, at round steps. */
function bellTicks(n: number, reach: number): number[] {
  const [low, high] = [Math.max(0, n / 2 - reach * 0.95), Math.min(n, n / 2 + reach * 0.95)];
  const power = 10 ** Math.max(0, Math.floor(Math.log10((high - low) / 5)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => (high - low) / each <= 6) ?? 1;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) => (first + at) * step);
}

const MONEY = { width: 620, height: 240, left: 70 } as const;

/** The money after each trade, over the thin lines of the flippers. */
export function MoneyChart({ curves: { trades, own, flippers } }: { readonly curves: MoneyCurves }) {
  let low = 0;
  let high = 0;
  for (const points of [own, ...flippers])
    for (const point of points) {
      low = Math.min(low, point);
      high = Math.max(high, point);
    }
  const last = Math.max(1, trades.at(-1) ?? 1);
  const x = (trade: number): number => MONEY.left + (trade / last) * (MONEY.width - MONEY.left);
  const y = (money: number): number => 10 + ((high - money) / (high - low || 1)) * (MONEY.height - 40);
  const path = (points: readonly number[]): string =>
    points
      .map((money, at) => `${at === 0 ? 'M' : 'L'}${x(trades[at] ?? 0).toFixed(1)} ${y(money).toFixed(1)}`)
      .join('');
  return (
    <figure
      aria-label={texts.moneyChart({
        trades: formatCount(last),
        end: decimal(own.at(-1) ?? 0, 2),
        low: decimal(low, 2),
        high: decimal(high, 2),
      })}
    >
      <svg className="check__chart" viewBox={`0 0 ${MONEY.width} ${MONEY.height}`} aria-hidden="true">
        <path className="check__flippers" d={flippers.map(path).join('')} />
        <line className="check__base" x1={MONEY.left} x2={MONEY.width} y1={y(0)} y2={y(0)} />
        <path className="check__own" d={path(own)} />
        {[...new Set([high, 0, low])].map((money) => (
          <text key={money} className="check__axis" x={MONEY.left - 8} y={y(money) + 4} textAnchor="end">
            {decimal(money, Math.abs(money) < 100 ? 1 : 0)}
          </text>
        ))}
        <text className="check__axis" x={MONEY.left} y={MONEY.height - 6}>
          {texts.firstTrade}
        </text>
        <text className="check__axis" x={MONEY.width} y={MONEY.height - 6} textAnchor="end">
          {formatCount(last)}
        </text>
      </svg>
    </figure>
  );
}

const BARS = { width: 420, height: 150, floor: 146, gap: 4, top: 22 } as const;

/** The stakes of a losing run; filled where the record has staked as much. */
export function StakeBars({
  stakes,
  highestUsed,
}: {
  readonly stakes: readonly number[];
  readonly highestUsed: number;
}) {
  const highest = Math.max(...stakes);
  const step = BARS.width / stakes.length;
  const amounts = stakes.map((stake) => decimal(stake, stake < 10 ? 1 : 0));
  return (
    <figure aria-label={texts.stakeBars({ stakes: amounts.join(', ') })}>
      <svg
        className="check__chart check__chart--narrow"
        viewBox={`0 0 ${BARS.width} ${BARS.height}`}
        aria-hidden="true"
      >
        {stakes.map((stake, at) => {
          const height = Math.max(2, (stake / highest) * (BARS.floor - BARS.top));
          const isUsed = stake <= highestUsed * 1.001;
          return (
            <g key={amounts[at]}>
              <rect
                className={isUsed ? 'check__stake' : 'check__stake check__stake--unused'}
                x={at * step + BARS.gap / 2}
                y={BARS.floor - height}
                width={step - BARS.gap}
                height={height}
                rx="2"
              />
              <text x={(at + 0.5) * step} y={BARS.floor - height - 8} textAnchor="middle">
                {amounts[at]}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

const RANGE = { width: 160, height: 20 } as const;

/** A rate on a line from 0 to 100 %: its interval, a dot, and the tick of what is needed. */
export function RateRange({
  rate,
  interval,
  needed,
}: {
  readonly rate: number;
  readonly interval: { readonly low: number; readonly high: number };
  readonly needed: number;
}) {
  const x = (value: number): number => 4 + value * (RANGE.width - 8);
  const middle = RANGE.height / 2;
  return (
    <svg className="check__range" viewBox={`0 0 ${RANGE.width} ${RANGE.height}`} aria-hidden="true">
      <line className="check__base" x1={x(0)} x2={x(1)} y1={middle} y2={middle} />
      <line className="check__reach" x1={x(interval.low)} x2={x(interval.high)} y1={middle} y2={middle} />
      <line className="check__need" x1={x(needed)} x2={x(needed)} y1="1" y2={RANGE.height - 1} />
      <circle className="check__rate" cx={x(rate)} cy={middle} r="4.5" />
    </svg>
  );
}
