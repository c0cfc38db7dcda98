import { useState } from 'react';
import { epochMs } from '../../../core/time/instant.ts';
import { setAlarm } from '../../lib/clock.ts';
import { createApiClient } from '../../lib/api-client.ts';
import { createMarketStore, type MarketStore } from '../../lib/market/market-store.ts';
import { now } from '../../lib/now.ts';
import { cryptoRandom } from '../../lib/random.ts';
import type { Session } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { showToast } from '../../ui/toasts.ts';
import { isAnyAlertOn } from './alerts/alert-settings.ts';
import { type BotDesk, createBotDesk } from './bot-desk.ts';
import { createKeptRequest } from './kept-request.ts';
import { MarketContext } from './market-context.ts';
import { MarketViews, type MarketViewsProps } from './market-views.tsx';
import { perSignIn } from '../../lib/session/per-sign-in.ts';
import { texts } from './texts.ts';

export type MarketPanelProps = Omit<MarketViewsProps, 'botDesk'>;

interface SessionMarket {
  readonly store: MarketStore;
  readonly botDesk: BotDesk;
}

/** What was asked for is still there after a look at the simulated signals. */
const marketOf = perSignIn(openMarket);

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

function openMarket(session: Session): SessionMarket {
  const store = createMarketStore({
    api: createApiClient({ getToken: session.accessToken }),
    now,
    random: cryptoRandom,
    isNeededHidden: isAnyAlertOn,
  });
  const state = session.getState();
  const trader = state.status === 'signed-in' ? state.email : '';
  const botDesk = createBotDesk({
    store,
    kept: createKeptRequest(trader, () => sessionStorage),
    makeKey: () => crypto.randomUUID(),
    wait: (ms) => new Promise((resolve) => setAlarm(epochMs(now() + ms), resolve)),
    onRefusal: (text) => showToast({ title: texts.noBotSignal, text }, 'failure'),
  });
  return { store, botDesk };
}
