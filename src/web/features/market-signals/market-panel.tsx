import { type ReactNode, useState } from 'react';
import { setAlarm } from '../../lib/clock.ts';
import { createMarketStore, type MarketStore } from '../../lib/market/market-store.ts';
import { now } from '../../lib/now.ts';
import { cryptoRandom } from '../../lib/random.ts';
import type { Session } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { showFailure } from '../../ui/toast.tsx';
import { type BotDesk, createBotDesk } from './bot-desk.ts';
import { MarketContext } from './market-context.ts';
import { MarketViews } from './market-views.tsx';

export interface MarketPanelProps {
  readonly mode: 'special' | 'bot';
  readonly marketHours: ReactNode;
  readonly about: ReactNode;
}

interface SessionMarket {
  readonly store: MarketStore;
  readonly botDesk: BotDesk;
}

/** What was asked for is still there after a look at the simulated signals; a session's end ends it. */
const markets = new WeakMap<Session, SessionMarket>();

/** The signals measured on market prices, in both modes. Connected while it is on the page. */
export function MarketPanel(props: MarketPanelProps) {
  const session = useSession();
  const [{ store, botDesk }] = useState(() => marketOf(session));
  return (
    <MarketContext value={store}>
      <MarketViews {...props} botDesk={botDesk} />
    </MarketContext>
  );
}

function marketOf(session: Session): SessionMarket {
  const known = markets.get(session);
  if (known !== undefined) return known;
  const store = createMarketStore({
    getToken: session.accessToken,
    fetch: (...request) => fetch(...request),
    now,
    random: cryptoRandom,
  });
  const botDesk = createBotDesk({
    store,
    makeKey: () => crypto.randomUUID(),
    wait: (ms) => new Promise((resolve) => setAlarm((now() + ms) as ReturnType<typeof now>, resolve)),
    onRefusal: (text) => showFailure({ title: 'No P-BOT Signal', text }),
  });
  const market = { store, botDesk };
  markets.set(session, market);
  return market;
}
