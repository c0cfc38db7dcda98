import type { ReactNode } from 'react';
import type { CheckFigures } from '../../../core/check/check-record.ts';
import type { HowManyMore, TradesNeeded } from '../../../core/check/how-many-more.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { texts } from './texts.ts';
import { CheckFold } from './check-card.tsx';

interface HowManyMoreCardProps {
  readonly figures: CheckFigures;
  readonly more: HowManyMore;
}

/** How many trades it takes until one would know. */
export function HowManyMoreCard({
  figures: { n, winRate, breakEvenRate },
  more: { fromCoin, fromBreakEven },
}: HowManyMoreCardProps) {
  if (winRate === null || breakEvenRate === null) return null;
  const rate = formatRate(winRate);
  const needed = formatRate(breakEvenRate);
  return (
    <CheckFold
      label={texts.howManyMore}
      finding={
        fromCoin !== null && fromCoin.more > 0
          ? texts.moreAgainstCoin({ more: formatCount(fromCoin.more) })
          : undefined
      }
    >
      <MoreBar n={n} fromCoin={fromCoin} fromBreakEven={fromBreakEven} />
      <p>{coinSentence(fromCoin, rate)}</p>
      <p>{neededSentence(fromBreakEven, needed)}</p>
      <p className="hint">{texts.ifReal}</p>
    </CheckFold>
  );
}

function coinSentence(trades: TradesNeeded | null, rate: string): ReactNode {
  if (trades === null) return texts.neverFromCoin({ rate });
  if (trades.more === 0) return texts.enoughFromCoin({ rate });
  const more = { more: formatCount(trades.more), rate, b: <b /> };
  return trades.days === null
    ? texts.moreFromCoin(more)
    : texts.moreFromCoinDays({ ...more, days: trades.days });
}

function neededSentence(trades: TradesNeeded | null, needed: string): ReactNode {
  if (trades === null) return texts.neverFromNeeded({ needed });
  if (trades.more === 0) return texts.enoughFromNeeded({ needed });
  const more = { more: formatCount(trades.more), needed, b: <b /> };
  return trades.days === null
    ? texts.moreFromNeeded(more)
    : texts.moreFromNeededDays({ ...more, days: trades.days });
}

const BAR = { width: 420, height: 58, top: 22, thick: 14 } as const;
/** Numbers whose ticks are nearer to each other than this do not both stand under them. */
const CLOSEST = 56;

/** The trades so far on a line to the number that would tell, with a tick for each question. */
function MoreBar({ n, fromCoin, fromBreakEven }: { readonly n: number } & HowManyMore) {
  const totals = [fromCoin, fromBreakEven].flatMap((needed) => (needed === null ? [] : [needed.trades]));
  if (totals.length === 0) return null;
  const most = Math.max(n, ...totals);
  const x = (trades: number): number => (trades / most) * BAR.width;
  const ticks = [...new Set(totals)].sort((a, b) => a - b);
  const isClose = ticks.length === 2 && x(ticks[1] as number) - x(ticks[0] as number) < CLOSEST;
  return (
    <figure
      aria-label={texts.moreBar({
        n: formatCount(n),
        coin: totalOf(fromCoin),
        needed: totalOf(fromBreakEven),
      })}
    >
      <svg
        className="check__chart check__chart--narrow"
        viewBox={`0 0 ${BAR.width} ${BAR.height}`}
        aria-hidden="true"
      >
        <rect className="check__dot" width={BAR.width} height={BAR.thick} y={BAR.top} rx={BAR.thick / 2} />
        <rect
          className="check__rate"
          width={Math.max(BAR.thick, x(n))}
          height={BAR.thick}
          y={BAR.top}
          rx={BAR.thick / 2}
        />
        <text x={Math.min(x(n), BAR.width - 40)} y={BAR.top - 8} textAnchor={x(n) < 60 ? 'start' : 'end'}>
          {texts.now({ n: formatCount(n) })}
        </text>
        {ticks.map((trades, at) => (
          <g key={trades}>
            <line
              className="check__need"
              x1={x(trades) - 1}
              x2={x(trades) - 1}
              y1={BAR.top - 5}
              y2={BAR.top + BAR.thick + 5}
            />
            {isClose && at === 0 ? null : (
              <text
                className="check__axis"
                x={x(trades)}
                y={BAR.height - 4}
                textAnchor={x(trades) > BAR.width - 30 ? 'end' : x(trades) < 30 ? 'start' : 'middle'}
              >
                {formatCount(trades)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  );
}

function totalOf(needed: TradesNeeded | null): string {
  return needed === null ? texts.notAbove : formatCount(needed.trades);
}
