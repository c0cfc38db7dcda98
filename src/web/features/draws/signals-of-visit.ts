import { setAlarm } from '../../lib/clock.ts';
import { now } from '../../lib/now.ts';
import { cryptoRandom } from '../../lib/random.ts';
import { perSignIn } from '../../lib/session/per-sign-in.ts';
import { storeChoice, storedChoice } from '../../lib/stored-choice.ts';
import { createSignalsStore, type Mode } from './signals-store.ts';

/** Which view a shortcut of the installed app asks for (src/server/routes/site/app-manifest.ts); undefined without one. */
export function shortcutView(): string | undefined {
  return /^\?show=([\w-]+)$/.exec(location.search)?.[1];
}

/** What the reader chooses counts from then on: a reload must not choose for them again. */
export function forgetShortcut(): void {
  if (shortcutView() !== undefined) history.replaceState(history.state, '', location.pathname);
}

const KEY = 'pipcast.mode';
/** Lasts as long as the tab; every sign-out empties it. */
const ofTab = () => sessionStorage;

/** The mode that the reader chose last in this tab. */
function storedMode(): Mode {
  return storedChoice(KEY, ofTab) === 'bot' ? 'bot' : 'special';
}

export function storeMode(mode: Mode): void {
  storeChoice(KEY, mode, ofTab);
}

/** The simulated signals of the trader who is signed in: the same ones on every look at the home page. */
export const signalsOfVisit = perSignIn(
  () => {
    const signals = createSignalsStore({ now, random: cryptoRandom, setAlarm });
    if (shortcutView() === 'p-bot' || storedMode() === 'bot') signals.show('bot');
    return signals;
  },
  (signals) => signals.stop(),
);
