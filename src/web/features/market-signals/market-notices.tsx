import { formatAge } from '../../lib/figures.ts';
import { quoteTexts } from '../../lib/market/feed-texts.ts';
import { priceLabelText } from '../../lib/market/price-label.ts';
import { cardTexts } from './card-texts.ts';
import { deskMs, useMarket } from './market-context.ts';
import type { MarketAt } from './market-moments.ts';
import { troubleAt } from './market-view.ts';

/** A sentence for whatever is not as it should be and no card shows; a trouble of the prices is heard the moment it happens. */
export function MarketNotices({ hasBanner }: { readonly hasBanner: boolean }) {
  const { label, trouble, notices } = useMarket(noticesAt);
  return (
    <output className="market-notices" aria-live="polite">
      {hasBanner || label !== null ? (
        <span className={`banner-place ${label === null ? '' : 'market-notices__replay'}`}>
          {label === null ? null : cardTexts.replay({ label: priceLabelText(label), b: <b /> })}
        </span>
      ) : null}
      {trouble === undefined ? null : (
        <span className="hidden-text">{cardTexts.heardTrouble({ ...trouble })}</span>
      )}
      {notices.map((notice) => (
        <span key={notice}>{notice}</span>
      ))}
    </output>
  );
}

function noticesAt(market: MarketAt) {
  const { state } = market;
  return {
    label: state.feed?.label ?? null,
    trouble: state.status === 'connecting' ? undefined : troubleAt(state, deskMs(market)),
    notices: [
      ...(state.feed?.disagreements ?? []).map((pair) => quoteTexts.disagree({ pair })),
      ...(state.isClockOff ? [clockNotice(state.offsetMs)] : []),
    ],
  };
}

function clockNotice(offsetMs: number | null): string {
  if (offsetMs === null) return cardTexts.clockOff;
  const age = formatAge(Math.abs(offsetMs));
  return offsetMs > 0 ? cardTexts.clockBehind({ age }) : cardTexts.clockAhead({ age });
}
