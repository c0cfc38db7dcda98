import { expect, test } from 'vitest';
import { createFakeMarketStore, enteredFor, signalAt } from '../../../../tests/support/fake-market-store.ts';
import { formatLocalClock } from '../../lib/formats.ts';
import { epochMs } from '../../../core/time/instant.ts';
import { describeChart, extended, lineOf, shownLine, shownSpan, tableRows } from './chart-line.ts';
import { quoted } from '../../../../tests/support/quoted.ts';

const MINUTE = Date.parse('2026-11-18T09:32:00Z');
const S = MINUTE / 1000;
const quote = (quotedMs: number, bid: number) => quoted({ quotedMs, bid, ask: bid + 2 });

function storyOf() {
  const store = createFakeMarketStore(MINUTE);
  const signal = signalAt(MINUTE);
  store.tell(signal, enteredFor(signal));
  return store.getState().signals.stories[0];
}

test('of each second the last mid counts', () => {
  expect(
    lineOf([
      [MINUTE, 10],
      [MINUTE + 900, 12],
      [MINUTE + 1_000, 14],
    ]),
  ).toEqual([
    [S, 12],
    [S + 1, 14],
  ]);
});

test('a newer quote goes to the end, one of the same second replaces it, an older one changes nothing', () => {
  const line = lineOf([[MINUTE, 10]]);
  expect(extended(line, quote(MINUTE + 2_500, 100))).toEqual([
    [S, 10],
    [S + 2, 202],
  ]);
  expect(extended(line, quote(MINUTE + 400, 100))).toEqual([[S, 202]]);
  expect(extended(line, quote(MINUTE - 1, 100))).toBe(line);
  expect(extended(line, quote(MINUTE, 4))).toBe(line);
});

test('what is older than 35 minutes is let go', () => {
  const line = lineOf([[MINUTE, 10]]);
  expect(extended(line, quote(MINUTE + 2_099_000, 100))).toHaveLength(2);
  expect(extended(line, quote(MINUTE + 2_100_000, 100))).toHaveLength(1);
});

test('in view are the last five minutes, and on to an expiry that is ahead', () => {
  const line = lineOf([
    [MINUTE - 300_000, 8],
    [MINUTE - 280_000, 10],
    [MINUTE + 10_000, 12],
  ]);
  expect(shownSpan(line, undefined)).toEqual({ fromS: S - 290, toS: S + 10 });
  expect(shownSpan(line, storyOf())).toEqual({ fromS: S - 290, toS: S + 61 });
  expect(shownLine(line, undefined)).toHaveLength(2);
  expect(shownSpan([], storyOf())).toBeUndefined();
});

test('the table has a row for every ten seconds that have a price, newest first', () => {
  const line = lineOf(Array.from({ length: 25 }, (_, second) => [MINUTE + second * 1000, second] as const));
  expect(tableRows(line, undefined).map(([at]) => at - S)).toEqual([24, 19, 9]);
});

test('the chart in words: course, extremes, and the signal', () => {
  const clock = (ms: number) => formatLocalClock(epochMs(ms));
  const line = lineOf([
    [MINUTE, 231_816],
    [MINUTE + 1_000, 231_800],
    [MINUTE + 2_000, 231_833],
  ]);
  expect(describeChart('EUR/USD', line, storyOf())).toBe(
    `EUR/USD mid price from 1.15908 at ${clock(MINUTE)} to 1.159165 at ${clock(MINUTE + 2_000)},` +
      ` lowest 1.15900, highest 1.159165.` +
      ` CALL starts at ${clock(MINUTE + 1_000)}, entry price 1.15908, expires at ${clock(MINUTE + 61_000)}.`,
  );
  expect(describeChart('EUR/USD', [], undefined)).toBe('EUR/USD, no prices yet');
});
