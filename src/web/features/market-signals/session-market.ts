import { apiOf } from '../../lib/api-client.ts';
import { setAlarm } from '../../lib/clock.ts';
import { createMarketStore, type MarketStore } from '../../lib/market/market-store.ts';
import { now } from '../../lib/now.ts';
import { cryptoRandom } from '../../lib/random.ts';
import { perSignIn } from '../../lib/session/per-sign-in.ts';
import type { Session } from '../../lib/session/session.ts';
import { showToast } from '../../ui/toasts.ts';
import { isAnyAlertOn } from '../../lib/alerts/alert-settings.ts';
import { type BotDesk, createBotDesk, createRequestStore } from './bot-desk.ts';
import { texts } from './texts.ts';

interface SessionMarket {
  readonly store: MarketStore;
  readonly botDesk: BotDesk;
}

/** A trader's market: its requests survive a look at the simulated signals. */
export const marketOf = perSignIn(openMarket);

function openMarket(session: Session): SessionMarket {
  const store = createMarketStore({
    api: apiOf(session),
    now,
    random: cryptoRandom,
    isNeededHidden: isAnyAlertOn,
  });
  const state = session.getState();
  const trader = state.status === 'signed-in' ? state.email : '';
  const botDesk = createBotDesk({
    store,
    kept: createRequestStore(trader, () => sessionStorage),
    makeKey: () => crypto.randomUUID(),
    wait: (ms) => new Promise((resolve) => setAlarm(now() + ms, resolve)),
    onRefusal: (text) => showToast({ title: texts.noBotSignal, text }, 'failure'),
  });
  return { store, botDesk };
}
