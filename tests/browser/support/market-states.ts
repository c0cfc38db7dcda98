import { abstainedAt, enteredFor, settledFor } from '../../support/fake-market-store.ts';
import {
  BEFORE,
  EARLIER,
  endedOn,
  ENTERED,
  ENTRY,
  type MarketScene,
  MINUTE,
  SIGNAL,
} from './scripted-market.ts';

export interface State extends MarketScene {
  readonly name: string;
  /** Left to CI: another state has its words, or its colour, or a test of the component has read it. */
  readonly isVariant?: boolean;
  readonly says: readonly RegExp[];
}

/** The states of the card, each with what it says. */
export const STATES: readonly State[] = [
  {
    name: 'before',
    at: 0.5,
    entries: [BEFORE, enteredFor(BEFORE), SIGNAL],
    mid: ENTRY,
    says: [/Starts in 1 s/, /EUR\/USD/],
  },
  {
    name: 'ahead',
    at: 19,
    entries: [...EARLIER, SIGNAL, ENTERED],
    mid: ENTRY + 7,
    says: [/\+0\.7 pip/, /ahead, 42\ss left/, /1\.15908/, /1\.15915/],
  },
  {
    name: 'behind',
    isVariant: true,
    at: 19,
    entries: [...EARLIER, SIGNAL, ENTERED],
    mid: ENTRY - 5,
    says: [/−0\.5 pip/, /behind, 42\ss left/],
  },
  {
    name: 'settling',
    isVariant: true,
    at: 61.5,
    entries: [...EARLIER, SIGNAL, ENTERED],
    mid: ENTRY + 8,
    says: [/Settling/, /Expired/],
  },
  {
    name: 'won',
    at: 63,
    entries: [...EARLIER, SIGNAL, ENTERED, endedOn(ENTRY + 9, 'won')],
    mid: ENTRY + 9,
    says: [/Won/, /14:32 CALL, \+0\.9 pip/, /Settled/],
  },
  {
    name: 'lost',
    isVariant: true,
    at: 63,
    entries: [...EARLIER, SIGNAL, ENTERED, endedOn(ENTRY - 6, 'lost')],
    mid: ENTRY - 6,
    says: [/Lost/, /14:32 CALL, −0\.6 pip/],
  },
  {
    name: 'unchanged',
    isVariant: true,
    at: 63,
    entries: [...EARLIER, SIGNAL, ENTERED, endedOn(ENTRY, 'unchanged')],
    mid: ENTRY,
    says: [/Unchanged/, /14:32 CALL, 0\.0 pip/],
  },
  {
    name: 'void',
    at: 63,
    entries: [...EARLIER, SIGNAL, ENTERED, settledFor(SIGNAL, { reason: 'no-exit' })],
    mid: ENTRY,
    says: [/Void/, /No price within 15 s of the expiry/],
  },
  {
    name: 'no-signal',
    at: 19,
    entries: [
      ...EARLIER,
      abstainedAt(MINUTE, {
        reasons: {
          'EUR/USD': 'undecided',
          'USD/JPY': 'undecided',
          'EUR/JPY': 'undecided',
          'EUR/GBP': 'stale',
          'USD/CAD': 'stale',
        },
      }),
    ],
    mid: ENTRY + 7,
    says: [/No signal/, /no signal on it/, /What each pair said/],
  },
  {
    name: 'feed-lost',
    at: 36,
    entries: [...EARLIER, SIGNAL, ENTERED],
    says: [/No price for 31\u00A0s/, /Prices stopped/, /void if none by 14:33:16/],
  },
];

/** A signal that is ahead. */
export const AHEAD = STATES[1] as State;
