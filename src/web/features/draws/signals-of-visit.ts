import { setAlarm } from '../../lib/clock.ts';
import { now } from '../../lib/now.ts';
import { cryptoRandom } from '../../lib/random.ts';
import { perSignIn } from '../../lib/session/per-sign-in.ts';
import { storedMode } from './stored-mode.ts';
import { shortcutView } from './shortcut.ts';
import { createSignalsStore } from './signals-store.ts';

/** The simulated signals of the trader who is signed in: the same ones on every look at the home page. */
export const signalsOfVisit = perSignIn(
  () => {
    const signals = createSignalsStore({ now, random: cryptoRandom, setAlarm });
    if (shortcutView() === 'p-bot' || storedMode() === 'bot') signals.show('bot');
    return signals;
  },
  (signals) => signals.stop(),
);
