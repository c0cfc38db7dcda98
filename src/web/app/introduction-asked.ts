import { createStore } from '../lib/store.ts';

/** Whether the reader asked for the introduction again, on any page. */
export const introductionAsked = createStore(false);
