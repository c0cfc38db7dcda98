import { setAlarm } from '../../lib/clock.ts';
import { now } from '../../lib/now.ts';
import { cryptoRandom } from '../../lib/random.ts';
import { perSignIn } from '../../lib/session/per-sign-in.ts';
import { storeChoice, storedChoice } from '../../lib/stored-choice.ts';
import { createSignalsStore, type Mode } from './signals-store.ts';

/** The view of an app shortcut (src/server/routes/site/app-manifest.ts); undefined without one. */
export function shortcutView(): string | undefined {
  return /^\?show=([\w-]+)$/.exec(location.search)?.[1];
}

/** Removes the shortcut from the address: a reload must not undo the reader's choice. */
export function forgetShortcut(): void {
  if (shortcutView() !== undefined) history.replaceState(history.state, '', location.pathname);
}

const KEY = 'pipcast.mode';
/** Lasts as long as the tab; every sign-out empties it. */
const ofTab = () => sessionStorage;

export function storeMode(mode: Mode): void {
  storeChoice(KEY, mode, ofTab);
}

/** The simulated signals of the signed-in trader: the same ones on every visit of the home page. */
export const signalsOfVisit = perSignIn(
  () => {
    const signals = createSignalsStore({ now, random: cryptoRandom, setAlarm });
    if (shortcutView() === 'p-bot' || storedChoice(KEY, ofTab) === 'bot') signals.show('bot');
    return signals;
  },
  (signals) => signals.stop(),
);
