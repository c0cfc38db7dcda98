import { defineTexts, currentLocale } from '../lib/catalogue.ts';
import type { Outcome } from '../../core/signals/ledger-entry.ts';

const abstentionTexts = defineTexts('ui/abstentions', {
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

export const outcomeTexts = defineTexts('ui/outcomes', {
  won: 'Won',
  lost: 'Lost',
  unchanged: 'Unchanged',
  void: 'Void',
});

/** The same inside a sentence or a legend: `won`. */
export function outcomeWord(outcome: Outcome): string {
  return outcomeTexts[outcome].toLocaleLowerCase(currentLocale());
}

/** What a rule saw. Its bar shows the side that it spoke for. */
export const reasonTexts = defineTexts('ui/why-reasons', {
  'last-bar-up': 'The last candle rose',
  'last-bar-down': 'The last candle fell',
  'bar-shape-up': 'It closed near its high',
  'bar-shape-down': 'It closed near its low',
  'earlier-bars-up': 'The candles before it rose',
  'earlier-bars-down': 'The candles before it fell',
  'momentum-up': 'The price has been rising',
  'momentum-down': 'The price has been falling',
  'ema-distance-up': 'Above its short averages',
  'ema-distance-down': 'Below its short averages',
  'rsi-up': 'Rises outweigh falls (RSI)',
  'rsi-down': 'Falls outweigh rises (RSI)',
  'bollinger-up': 'Above its 20-candle average',
  'bollinger-down': 'Below its 20-candle average',
  'ema-cross-up': 'Fast average above the slow one',
  'ema-cross-down': 'Fast average below the slow one',
  'macd-up': 'MACD above its signal line',
  'macd-down': 'MACD below its signal line',
});

export const whyTexts = defineTexts('ui/why', {
  summary: 'Why {direction}: from 50 to {points}, in points',
  rest: 'All the rest',
});

/** Why a decision gave no signal; a code of another version stands for itself. */
export function abstentionWords(code: string): string {
  return Object.hasOwn(abstentionTexts, code) ? abstentionTexts[code as keyof typeof abstentionTexts] : code;
}
