import type { ReactNode } from 'react';
import type { BotDesk } from './bot-desk.ts';
import { BotOnMarket } from './bot-on-market.tsx';
import { MarketNotices } from './market-notices.tsx';
import { SpecialOnMarket } from './special-on-market.tsx';
import './market-signals.css';

export interface MarketViewsProps {
  readonly mode: 'special' | 'bot';
  readonly marketHours: ReactNode;
  readonly about: ReactNode;
  /** Shown while the market is closed. */
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
