import type { EpochMs } from '../../../core/time/instant.ts';
import { formatAge } from '../../lib/figures.ts';
import { quoteTexts } from '../../lib/market/feed-texts.ts';
import type { MarketState } from '../../lib/market/market-state.ts';
import { cardTexts } from './card-texts.ts';
import { troubleAt, troubleOf } from './market-view.ts';

interface MarketNoticesProps {
  readonly state: MarketState;
  readonly atMs: EpochMs | undefined;
}

/** A sentence for whatever is not as it should be and no card shows; a trouble of the prices is heard the moment it happens. */
export function MarketNotices({ state, atMs }: MarketNoticesProps) {
  'use memo';
  const trouble = atMs === undefined ? troubleOf(state) : troubleAt(state, atMs);
  const notices = [
    ...(state.feed?.disagreements ?? []).map((pair) => quoteTexts.disagree({ pair })),
    ...(state.isClockOff ? [clockNotice(state.offsetMs)] : []),
  ];
  const label = state.feed?.label ?? null;
  return (
    <output className="market-notices" aria-live="polite">
      {label === null ? null : (
        <span className="market-notices__replay">{cardTexts.replay({ label, b: <b /> })}</span>
      )}
      {trouble === undefined || state.status === 'connecting' ? null : (
        <span className="hidden-text">{cardTexts.heardTrouble({ ...trouble })}</span>
      )}
      {notices.map((notice) => (
        <span key={notice}>{notice}</span>
      ))}
    </output>
  );
}

function clockNotice(offsetMs: number | null): string {
  if (offsetMs === null) return cardTexts.clockOff;
  const age = formatAge(Math.abs(offsetMs));
  return offsetMs > 0 ? cardTexts.clockBehind({ age }) : cardTexts.clockAhead({ age });
}
