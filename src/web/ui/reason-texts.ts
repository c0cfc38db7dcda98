import { defineTexts } from '../lib/catalogue.ts';

/** Why a decision gave no signal. */
export const abstentionTexts = defineTexts('ui/abstentions', {
  history: 'Not enough prices in a row yet',
  gap: 'A gap in the prices',
  stale: 'Price older than 15 s',
  thin: 'Prices too quiet',
  spread: 'Spread too wide',
  rollover: 'Daily rollover, 16:55 to 18:05 New York',
  untrained: 'Still learning',
  unproven: 'No edge measured yet',
  undecided: 'No clear lean (under 50.2%)',
  'no-feed': 'No live prices',
  'feeds-disagree': 'Two price feeds disagree',
  late: 'Decided too late to be recorded in time',
  'database-lost': 'Could not be recorded',
  repeated: 'Recorded already',
});

/** Why a signal is void. */
export const voidTexts = defineTexts('ui/voids', {
  late: 'Recorded only after its start',
  'no-entry': 'No price within 15 s of the start',
  'no-exit': 'No price within 15 s of the expiry',
  'no-proof': 'No price in the 15 s after the expiry',
  'feeds-disagree': 'Two price feeds disagreed',
  'server-down': 'The server was down',
  'clock-set': 'The server’s clock was set',
  refused: 'The ledger refused its price or its outcome',
});
