import { expect, it } from 'vitest';
import type { RecordFact } from '../../core/check/record-facts.ts';
import { factSentence } from './fact-sentence.ts';

const writing = { count: String, rate: (value: number) => `${Math.round(value * 100)} %` };

it.each<[RecordFact, string]>([
  [
    { kind: 'losing runs', length: 3, runs: 0, low: 8, high: 17, isUnusual: true },
    'An honest record of this length has 8 to 17 losing runs of 3 or more; this has none.',
  ],
  [
    { kind: 'numbers', first: 1, last: 20, missing: 3, examples: [5, 10], isUnusual: true },
    'Of the numbers from 1 to 20, 3 are missing: 5, 10 and more.',
  ],
  [
    { kind: 'unresolved signals', signals: 14, unresolved: 4, rateIfLost: 0.5, isUnusual: true },
    '4 of 14 signals have no outcome. If all of these were lost, the win rate is 50 %.',
  ],
  [
    { kind: 'empty days', days: 20, empty: 1, firstEmptyMs: Date.UTC(2026, 2, 11), isUnusual: true },
    '1 of 20 days that usually have a trade have none; the first is 2026-03-11.',
  ],
])('says what was counted beside what is usual: %j', (fact, sentence) => {
  expect(factSentence(fact, writing)).toBe(sentence);
});
