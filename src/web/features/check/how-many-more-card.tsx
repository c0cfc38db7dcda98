import type { CheckFigures } from '../../../core/check/check-record.ts';
import { howManyMore, type TradesNeeded, type WhatIsKnown } from '../../../core/check/how-many-more.ts';
import type { Selection } from '../../../core/check/luck.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { Fold } from '../../ui/fold.tsx';
import { texts } from './texts.ts';

interface HowManyMoreCardProps {
  readonly figures: CheckFigures;
  readonly more: WhatIsKnown;
  readonly selection: Selection;
}

/** How many trades it takes until one would know. */
export function HowManyMoreCard({ figures: { breakEvenRate }, more, selection }: HowManyMoreCardProps) {
  const { fromCoin, fromBreakEven } = howManyMore(more, selection);
  if (more.rate === null || breakEvenRate === null) return null;
  // As in the verdict, signals without an end are lost.
  const rate = formatRate(more.rate);
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
