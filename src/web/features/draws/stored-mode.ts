import { storeChoice, storedChoice } from '../../lib/stored-choice.ts';
import type { Mode } from './signals-store.ts';

const KEY = 'pipcast.mode';
/** Lasts as long as the tab; every sign-out empties it. */
const ofTab = () => sessionStorage;

/** The mode that the reader chose last in this tab. */
export function storedMode(): Mode {
  return storedChoice(KEY, ofTab) === 'bot' ? 'bot' : 'special';
}

export function storeMode(mode: Mode): void {
  storeChoice(KEY, mode, ofTab);
}
