import { expect, it } from 'vitest';
import { CHANNEL_LAYOUTS } from '../../../../tests/support/channel-layouts.ts';
import { CHAT_LAYOUTS } from '../../../../tests/support/chat-layouts.ts';
import { EXPORT_LAYOUTS } from '../../../../tests/support/export-layouts.ts';
import { PLAIN_LAYOUTS } from '../../../../tests/support/plain-layouts.ts';
import { SILENT_LAYOUTS } from '../../../../tests/support/silent-layouts.ts';
import { type Layout, TABLE_LAYOUTS } from '../../../../tests/support/table-layouts.ts';
import { fixedClock } from '../../time/wall-clock.ts';
import type { QuestionCode } from './questions.ts';
import { tradesTextReader } from './read-trades.ts';
import type { Reading } from './reading.ts';
import { Unreadable } from './unreadable.ts';

const OPTIONS = { payout: 0.8, clock: fixedClock('UTC', 0) };
const LAYOUTS: readonly Layout[] = [
  ...TABLE_LAYOUTS,
  ...EXPORT_LAYOUTS,
  ...CHAT_LAYOUTS,
  ...CHANNEL_LAYOUTS,
  ...SILENT_LAYOUTS,
  ...PLAIN_LAYOUTS,
];

interface Read {
  readonly counts: string;
  readonly payout: number;
  readonly asks: readonly QuestionCode[];
  /** The counts that its answers make. */
  readonly answers: readonly string[];
}

function read({ text, mayRefuse }: Layout): Read {
  let reading: Pick<Reading, 'trades' | 'questions'> = { trades: [], questions: [] };
  try {
    reading = tradesTextReader(text)(OPTIONS);
  } catch (error) {
    if (mayRefuse !== true || !(error instanceof Unreadable)) throw error;
  }
  const { trades, questions } = reading;
  const count = (outcome: string): number => trades.filter((trade) => trade.outcome === outcome).length;
  const payouts = trades.filter(({ outcome }) => outcome === 'won').map(({ payout }) => payout);
  return {
    counts: `${count('won')}-${count('lost')}-${count('tied')}`,
    payout: payouts.reduce((sum, payout) => sum + payout, 0) / payouts.length,
    asks: questions.map(({ code }) => code),
    answers: questions.flatMap(({ options }) =>
      options.map(({ won, lost, tied }) => `${won}-${lost}-${tied}`),
    ),
  };
}

it.each(LAYOUTS.map((layout) => [layout.name, layout] as const))(
  'is right about %s, or asks',
  (_name, layout) => {
    const { counts, payout, asks, answers } = read(layout);
    if (layout.mayRefuse === true && counts === '0-0-0') return;
    if (layout.asks === 'any') expect(asks).not.toEqual([]);
    else if (layout.asks !== undefined) expect(asks).toContain(layout.asks);
    if (layout.asks !== undefined && layout.counts !== undefined) expect(answers).toContain(layout.counts);
    if (layout.asks === undefined && (asks.length === 0 || layout.isPlain === true)) {
      expect(counts).toBe(layout.counts);
      if (layout.payout !== undefined) expect(payout).toBeCloseTo(layout.payout, 2);
      if (layout.isPlain === true) expect(asks).toEqual([]);
    }
  },
);

it('knows at least 380 layouts, half of them hostile or ambiguous', () => {
  expect(new Set(LAYOUTS.map(({ name }) => name)).size).toBe(LAYOUTS.length);
  expect(LAYOUTS.length).toBeGreaterThanOrEqual(380);
  expect(LAYOUTS.filter(({ isPlain }) => isPlain !== true).length).toBeGreaterThanOrEqual(LAYOUTS.length / 2);
});
