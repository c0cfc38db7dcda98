import { type ReactNode, useState } from 'react';
import { useSession } from '../../lib/session/session-context.ts';
import { deskMs, type MarketAt, MarketContext, pageMarket, useMarket } from './market-context.ts';
import { marketOf } from './session-market.ts';
import type { BotDesk } from './bot-desk.ts';
import { BotOnMarket } from './bot-on-market.tsx';
import { SpecialOnMarket } from './special-on-market.tsx';
import './market-signals.css';
import { formatAge } from '../../lib/figures.ts';
import { feedTexts } from '../../lib/market/feed-texts.ts';
import { priceLabelText } from '../../lib/market/price-label.ts';
import { texts } from './texts.ts';
import { troubleAt } from './market-view.ts';

export type MarketPanelProps = Omit<MarketViewsProps, 'botDesk'>;

/** The signals measured on market prices, in both modes. Connected while it is on the page. */
export function MarketPanel(props: MarketPanelProps) {
  const session = useSession();
  const [{ market, botDesk }] = useState(() => {
    const { store, ...rest } = marketOf(session);
    return { ...rest, market: pageMarket(store) };
  });
  return (
    <MarketContext value={market}>
      <MarketViews {...props} botDesk={botDesk} />
    </MarketContext>
  );
}

export interface MarketViewsProps {
  readonly mode: 'special' | 'bot';
  readonly marketHours: ReactNode;
  readonly about: ReactNode;
  readonly botRunsNow: ReactNode;
  readonly botDesk: BotDesk;
  /** Whether a banner says what the prices are; its place is kept until that is known. */
  readonly hasBanner: boolean;
}

/** Both modes on the market. Nothing here renders with each price or second but what shows one: see useMarket. */
export function MarketViews({ mode, botDesk, about, hasBanner, ...rest }: MarketViewsProps) {
  return (
    <>
      <MarketNotices hasBanner={hasBanner} />
      {mode === 'special' ? (
        <SpecialOnMarket {...rest} about={about} />
      ) : (
        <BotOnMarket about={about} botDesk={botDesk} />
      )}
    </>
  );
}

/** A sentence for each trouble that no card shows; a trouble of the prices is announced when it begins. */
export function MarketNotices({ hasBanner }: { readonly hasBanner: boolean }) {
  const { label, trouble, notices } = useMarket(noticesAt);
  return (
    <output className="market-notices note" aria-live="polite">
      {hasBanner || label !== null ? (
        <span className={`banner-place ${label === null ? '' : 'market-notices__replay'}`}>
          {label === null ? null : texts.replay({ label: priceLabelText(label), b: <b /> })}
        </span>
      ) : null}
      {trouble === undefined ? null : (
        <span className="hidden-text">{texts.heardTrouble({ ...trouble })}</span>
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
      ...(state.feed?.disagreements ?? []).map((pair) => feedTexts.disagree({ pair })),
      ...(state.isClockOff ? [clockNotice(state.offsetMs)] : []),
    ],
  };
}

function clockNotice(offsetMs: number | null): string {
  const way = offsetMs === null ? 'unknown' : offsetMs > 0 ? 'behind' : 'ahead';
  return texts.clock({ way, age: formatAge(Math.abs(offsetMs ?? 0)) });
}
