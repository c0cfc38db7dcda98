import { expect, test } from 'vitest';
import { epochMs } from '../time/instant.ts';
import { nextDecision, signalSpan } from '../market/settlement-times.ts';

const NINE_MS = 1_517_821_200_000;

test.each([
  ['5s', 0, 5000],
  ['5s', 4999, 5000],
  ['5s', 5000, 10_000],
  ['1min', 1, 60_000],
  ['15s', 59_999, 60_000],
] as const)('%s, asked for %i ms after nine, is decided %i ms after nine', (timeframe, nowMs, decidesMs) => {
  expect(nextDecision(epochMs(NINE_MS + nowMs), timeframe)).toBe(NINE_MS + decidesMs);
});

test('a signal starts a second after it was decided and lasts its timeframe', () => {
  expect(signalSpan(NINE_MS, '10s')).toEqual({ startMs: NINE_MS + 1000, expiryMs: NINE_MS + 11_000 });
});
