import { keepChoice, keptChoice } from '../../lib/kept-choice.ts';
import type { Mode } from './signals-store.ts';

const KEY = 'pipcast.mode';
/** Lasts as long as the tab; every sign-out empties it. */
const ofTab = () => sessionStorage;

/** The mode that the reader chose last in this tab. */
export function keptMode(): Mode {
  return keptChoice(KEY, ofTab) === 'bot' ? 'bot' : 'special';
}

export function keepMode(mode: Mode): void {
  keepChoice(KEY, mode, ofTab);
}
