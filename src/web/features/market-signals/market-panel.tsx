import { useState } from 'react';
import { useSession } from '../../lib/session/session-context.ts';
import { MarketContext, pageMarket } from './market-context.ts';
import { MarketViews, type MarketViewsProps } from './market-views.tsx';
import { marketOf } from './session-market.ts';

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
