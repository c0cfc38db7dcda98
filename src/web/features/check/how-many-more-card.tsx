import type { CSSProperties } from 'react';
import type { CheckFigures } from '../../../core/check/check-record.ts';
import type { HowManyMore, TradesNeeded } from '../../../core/check/how-many-more.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { percentPlace, Picture } from '../../ui/picture.tsx';
import { Fold } from '../../ui/fold.tsx';
import { texts } from './texts.ts';

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
    <Fold
      label={texts.howManyMore}
      hint={
        fromCoin !== null && fromCoin.more > 0
          ? texts.moreAgainstCoin({ more: formatCount(fromCoin.more) })
          : undefined
      }
    >
      <MoreBar n={n} fromCoin={fromCoin} fromBreakEven={fromBreakEven} />
      <p>{texts.fromCoin({ ...wordsOf(fromCoin), rate })}</p>
      <p>{texts.fromNeeded({ ...wordsOf(fromBreakEven), needed })}</p>
      <p className="hint">{texts.ifReal}</p>
    </Fold>
  );
}

function wordsOf(needed: TradesNeeded | null) {
  const { more = 0, days = null } = needed ?? {};
  const trades = needed === null ? 'never' : more === 0 ? 'enough' : days === null ? 'more' : 'daily';
  return { trades, more: formatCount(more), days: days ?? 0, b: <b /> };
}

/** Ticks nearer to each other than this share of the line do not both have room for a number. */
const CLOSEST = 0.15;

/** The trades so far on a line to the number that would tell, with a tick for each question. */
function MoreBar({ n, fromCoin, fromBreakEven }: { readonly n: number } & HowManyMore) {
  const totals = [fromCoin, fromBreakEven].flatMap((needed) => (needed === null ? [] : [needed.trades]));
  if (totals.length === 0) return null;
  const most = Math.max(n, ...totals);
  const place = (trades: number) => ({ '--at': percentPlace(trades / most) }) as CSSProperties;
  const [first, second = first + most] = [...new Set(totals)].sort((a, b) => a - b) as [number, number?];
  return (
    <Picture
      className="check__more figure"
      label={texts.moreBar({
        n: formatCount(n),
        coin: totalOf(fromCoin),
        needed: totalOf(fromBreakEven),
      })}
    >
      <i style={place(n)} />
      <b style={place(n)}>{texts.now({ n: formatCount(n) })}</b>
      <span style={place(first)}>{second - first < CLOSEST * most ? '' : formatCount(first)}</span>
      {second > most ? null : <span style={place(second)}>{formatCount(second)}</span>}
    </Picture>
  );
}

function totalOf(needed: TradesNeeded | null): string {
  return needed === null ? texts.notAbove : formatCount(needed.trades);
}
