import { createStore } from '../lib/store.ts';

/** Whether the first visit's steps were asked for again, on any page. */
export const introductionAsked = createStore(false);
