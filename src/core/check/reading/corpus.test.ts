import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACCOUNTED_LAYOUTS } from '../../../../tests/support/accounted-layouts.ts';
import { ANSWERED_CHAT_LAYOUTS } from '../../../../tests/support/answered-chat-layouts.ts';
import { ASSET_LAYOUTS } from '../../../../tests/support/asset-layouts.ts';
import { BESIDE_OUTCOME_LAYOUTS } from '../../../../tests/support/beside-outcome-layouts.ts';
import { BOT_CHAT_LAYOUTS } from '../../../../tests/support/bot-chat-layouts.ts';
import { CHANNEL_LAYOUTS } from '../../../../tests/support/channel-layouts.ts';
import { CHAT_LAYOUTS } from '../../../../tests/support/chat-layouts.ts';
import { CLAIM_LAYOUTS } from '../../../../tests/support/claim-layouts.ts';
import { COUNTED_THING_LAYOUTS } from '../../../../tests/support/counted-thing-layouts.ts';
import { COLUMN_LAYOUTS } from '../../../../tests/support/column-layouts.ts';
import { DENIED_LAYOUTS } from '../../../../tests/support/denied-layouts.ts';
import { DISTANCE_LAYOUTS } from '../../../../tests/support/distance-layouts.ts';
import { EXPORT_LAYOUTS } from '../../../../tests/support/export-layouts.ts';
import { FRESH_LAYOUTS } from '../../../../tests/support/fresh-layouts.ts';
import { GALE_FORM_LAYOUTS } from '../../../../tests/support/gale-form-layouts.ts';
import { HANDMADE_LAYOUTS } from '../../../../tests/support/handmade-layouts.ts';
import { JOINED_CHAT_LAYOUTS } from '../../../../tests/support/joined-chat-layouts.ts';
import type { Layout } from '../../../../tests/support/layout.ts';
import { LINE_LAYOUTS } from '../../../../tests/support/line-layouts.ts';
import { LOST_STAKE_LAYOUTS } from '../../../../tests/support/lost-stake-layouts.ts';
import { MESSENGER_LAYOUTS } from '../../../../tests/support/messenger-layouts.ts';
import { MISSING_SIGNAL_LAYOUTS } from '../../../../tests/support/missing-signal-layouts.ts';
import { MIXED_FORM_LAYOUTS } from '../../../../tests/support/mixed-form-layouts.ts';
import { MONEY_LAYOUTS } from '../../../../tests/support/money-layouts.ts';
import { NAMED_COLUMN_LAYOUTS } from '../../../../tests/support/named-column-layouts.ts';
import { NOTED_CHAT_LAYOUTS } from '../../../../tests/support/noted-chat-layouts.ts';
import { OUTCOME_FORM_LAYOUTS } from '../../../../tests/support/outcome-form-layouts.ts';
import { PAGE_CHAT_LAYOUTS } from '../../../../tests/support/page-chat-layouts.ts';
import { PAYOUT_LAYOUTS } from '../../../../tests/support/payout-layouts.ts';
import { PENDING_CHAT_LAYOUTS } from '../../../../tests/support/pending-chat-layouts.ts';
import { PLAIN_LAYOUTS } from '../../../../tests/support/plain-layouts.ts';
import { POSITION_LAYOUTS } from '../../../../tests/support/position-layouts.ts';
import { POSTED_CHAT_LAYOUTS } from '../../../../tests/support/posted-chat-layouts.ts';
import { READ_OVER_LAYOUTS } from '../../../../tests/support/read-over-layouts.ts';
import { REGIONAL_LAYOUTS } from '../../../../tests/support/regional-layouts.ts';
import { REMARK_LAYOUTS } from '../../../../tests/support/remark-layouts.ts';
import { RESULT_WORD_LAYOUTS } from '../../../../tests/support/result-word-layouts.ts';
import { ROW_KIND_LAYOUTS } from '../../../../tests/support/row-kind-layouts.ts';
import { ROW_RELATION_LAYOUTS } from '../../../../tests/support/row-relation-layouts.ts';
import { ROW_FORM_LAYOUTS } from '../../../../tests/support/row-form-layouts.ts';
import { SAID_PAYOUT_LAYOUTS } from '../../../../tests/support/said-payout-layouts.ts';
import { SCOREBOARD_LAYOUTS } from '../../../../tests/support/scoreboard-layouts.ts';
import { SECOND_COLUMN_LAYOUTS } from '../../../../tests/support/second-column-layouts.ts';
import { SELLER_CHAT_LAYOUTS } from '../../../../tests/support/seller-chat-layouts.ts';
import { SELLER_TALK_LAYOUTS } from '../../../../tests/support/seller-talk-layouts.ts';
import { SETTLEMENT_LAYOUTS } from '../../../../tests/support/settlement-layouts.ts';
import { SILENT_LAYOUTS } from '../../../../tests/support/silent-layouts.ts';
import { STAKE_LAYOUTS } from '../../../../tests/support/stake-layouts.ts';
import { TABLE_LAYOUTS } from '../../../../tests/support/table-layouts.ts';
import { TAKEN_LAYOUTS } from '../../../../tests/support/taken-layouts.ts';
import { UNDECIDED_LAYOUTS } from '../../../../tests/support/undecided-layouts.ts';
import { TALK_CHAT_LAYOUTS } from '../../../../tests/support/talk-chat-layouts.ts';
import { UNNAMED_LAYOUTS } from '../../../../tests/support/unnamed-layouts.ts';
import { fixedClock } from '../../time/wall-clock.ts';
import { betsOf } from '../judgement.ts';
import type { Trade } from '../trade.ts';
import type { QuestionCode } from './questions.ts';
import { tradesTextReader } from './read-trades.ts';
import type { Reading } from './reading.ts';
import { Unreadable } from './unreadable.ts';

/** How long trades run that the layouts leave open: durations.test.ts asks it. */
const UNTIL_NEXT = new Map([['durations', 'until-next']]);
const OPTIONS = { payout: 0.8, clock: fixedClock('UTC', 0), answers: UNTIL_NEXT };
const LAYOUTS: readonly Layout[] = [
  ...TABLE_LAYOUTS,
  ...UNNAMED_LAYOUTS,
  ...REGIONAL_LAYOUTS,
  ...EXPORT_LAYOUTS,
  ...CHAT_LAYOUTS,
  ...CHANNEL_LAYOUTS,
  ...BESIDE_OUTCOME_LAYOUTS,
  ...BOT_CHAT_LAYOUTS,
  ...SETTLEMENT_LAYOUTS,
  ...SILENT_LAYOUTS,
  ...PLAIN_LAYOUTS,
  ...FRESH_LAYOUTS,
  ...COLUMN_LAYOUTS,
  ...HANDMADE_LAYOUTS,
  ...JOINED_CHAT_LAYOUTS,
  ...OUTCOME_FORM_LAYOUTS,
  ...ASSET_LAYOUTS,
  ...ROW_FORM_LAYOUTS,
  ...ROW_KIND_LAYOUTS,
  ...ROW_RELATION_LAYOUTS,
  ...LOST_STAKE_LAYOUTS,
  ...RESULT_WORD_LAYOUTS,
  ...ACCOUNTED_LAYOUTS,
  ...POSITION_LAYOUTS,
  ...MESSENGER_LAYOUTS,
  ...DENIED_LAYOUTS,
  ...REMARK_LAYOUTS,
  ...TAKEN_LAYOUTS,
  ...PAGE_CHAT_LAYOUTS,
  ...ANSWERED_CHAT_LAYOUTS,
  ...LINE_LAYOUTS,
  ...MONEY_LAYOUTS,
  ...NAMED_COLUMN_LAYOUTS,
  ...SECOND_COLUMN_LAYOUTS,
  ...READ_OVER_LAYOUTS,
  ...SELLER_CHAT_LAYOUTS,
  ...SELLER_TALK_LAYOUTS,
  ...POSTED_CHAT_LAYOUTS,
  ...PENDING_CHAT_LAYOUTS,
  ...DISTANCE_LAYOUTS,
  ...GALE_FORM_LAYOUTS,
  ...MISSING_SIGNAL_LAYOUTS,
  ...MIXED_FORM_LAYOUTS,
  ...STAKE_LAYOUTS,
  ...UNDECIDED_LAYOUTS,
  ...CLAIM_LAYOUTS,
  ...COUNTED_THING_LAYOUTS,
  ...PAYOUT_LAYOUTS,
  ...SCOREBOARD_LAYOUTS,
  ...SAID_PAYOUT_LAYOUTS,
  ...TALK_CHAT_LAYOUTS,
  ...NOTED_CHAT_LAYOUTS,
];

interface Read {
  readonly counts: string;
  readonly payout: number;
  readonly profit: number;
  readonly bets: number;
  readonly unresolved: number;
  readonly unresolvedStakes: number | undefined;
  readonly asks: readonly QuestionCode[];
  /** The counts that its answers make, and the mean payouts. */
  readonly answers: readonly string[];
  readonly offers: readonly number[];
}

function read({ text, mayRefuse }: Layout): Read {
  let reading: Pick<Reading, 'trades' | 'questions'> & {
    signals: Pick<Reading['signals'], 'unresolved' | 'unresolvedStakes'>;
  } = {
    trades: [],
    questions: [],
    signals: { unresolved: 0 },
  };
  try {
    reading = tradesTextReader(text)(OPTIONS);
  } catch (error) {
    if (mayRefuse !== true || !(error instanceof Unreadable)) throw error;
  }
  const { trades, questions, signals } = reading;
  const payouts = trades.filter(({ outcome }) => outcome === 'won').map(({ payout }) => payout);
  return {
    counts: countsOf(trades),
    unresolved: signals.unresolved,
    unresolvedStakes: signals.unresolvedStakes,
    payout: payouts.reduce((sum, payout) => sum + payout, 0) / payouts.length,
    profit: trades.reduce((sum, trade) => sum + trade.profit, 0),
    bets: betsOf(trades.map(ofPairAlone)).length,
    asks: questions.flatMap(({ code, given }) => (given === null ? code : [])),
    answers: questions.flatMap(({ options }) =>
      options.map(({ won, lost, tied }) => `${won}-${lost}-${tied}`),
    ),
    offers: questions.flatMap(({ options }) => options.map((option) => option.payout ?? Number.NaN)),
  };
}

/** Not joined with those of other pairs: the bets of a layout say how long its trades run. */
const ofPairAlone = (trade: Trade): Trade => ({ ...trade, pair: trade.pair?.replace('/', '') ?? null });

function countsOf(trades: Reading['trades']): string {
  const count = (outcome: string): number => trades.filter((trade) => trade.outcome === outcome).length;
  return `${count('won')}-${count('lost')}-${count('tied')}`;
}

/** Whether answers to at most three questions lead to these counts. */
function leadsTo(text: string, counts: string): boolean {
  const readWith = tradesTextReader(text);
  const leads = (answers: ReadonlyMap<string, string>): boolean => {
    const { trades, questions } = readWith({ ...OPTIONS, answers });
    if (countsOf(trades) === counts) return true;
    const open = answers.size === 4 ? [] : questions.filter(({ code }) => !answers.has(code));
    return open.some(({ code, options }) =>
      options.some(({ answer }) => leads(new Map(answers).set(code, answer))),
    );
  };
  return leads(UNTIL_NEXT);
}

it.each(LAYOUTS.map((layout) => [layout.name, layout] as const))(
  'is right about %s, or asks',
  (_name, layout) => {
    const { counts, payout, profit, bets, unresolved, unresolvedStakes, asks, answers, offers } =
      read(layout);
    if (layout.mayRefuse === true && counts === '0-0-0') return;
    if (layout.asks === 'any') expect(asks).not.toEqual([]);
    else if (layout.asks !== undefined) expect(asks).toContain(layout.asks);
    if (layout.asks !== undefined && layout.counts !== undefined) expect(answers).toContain(layout.counts);
    if (layout.counts !== undefined && asks.length > 0 && ![counts, ...answers].includes(layout.counts))
      expect(leadsTo(layout.text, layout.counts)).toBe(true);
    const { offers: offered } = layout;
    if (offered !== undefined) expect(offers.some((one) => Math.abs(one - offered) < 0.005)).toBe(true);
    if (layout.unresolved !== undefined) expect(unresolved).toBe(layout.unresolved);
    if (layout.unresolvedStakes !== undefined) expect(unresolvedStakes).toBe(layout.unresolvedStakes);
    if (layout.asks === undefined && (asks.length === 0 || layout.isPlain === true)) {
      expect(counts).toBe(layout.counts);
      if (layout.payout !== undefined) expect(payout).toBeCloseTo(layout.payout, 2);
      if (layout.profit !== undefined) expect(profit).toBeCloseTo(layout.profit, 2);
      if (layout.bets !== undefined) expect(bets).toBe(layout.bets);
      if (layout.isPlain === true) expect(asks).toEqual([]);
    }
  },
);

/** Flat stakes of 10 in three pairs, a trade in more than an hour, without a sum. */
const tableOf = (endings: readonly boolean[], payout: number, start: number): string => {
  const rows = endings.map((isWon, at) => {
    const time = new Date(start + at * 4_200_000 + (at % 7) * 61_000).toISOString();
    const pair = ['EURUSD', 'GBPUSD', 'USDJPY'][(at * 5) % 3];
    const profit = isWon ? Math.round(payout * 10) / 10 : -10;
    return [time.slice(0, 10), time.slice(11, 16), pair, at % 2 === 0 ? 'BUY' : 'SELL', 10, profit].join();
  });
  return ['Date,Time,Pair,Side,Stake,Profit', ...rows].join('\n');
};

it('reads a plain table of coins whole, whatever their order, and asks nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 20, maxLength: 80 }),
      fc.constantFrom(7, 7.5, 8, 8.2, 9, 9.2, 10, 20),
      fc.integer({ min: 0, max: 300 }),
      (endings, payout, days) => {
        fc.pre(new Set(endings).size === 2);
        const text = tableOf(endings, payout, Date.UTC(2026, 0, 5 + days, 8));
        const { trades, questions, rows } = tradesTextReader(text)(OPTIONS);
        const won = endings.filter(Boolean).length;
        expect([countsOf(trades), rows.notUnderstood, questions]).toEqual([
          `${won}-${endings.length - won}-0`,
          [],
          [],
        ]);
      },
    ),
    { numRuns: 200 },
  );
});

it('knows at least 1,500 layouts, 750 of them hostile or ambiguous', () => {
  expect(new Set(LAYOUTS.map(({ name }) => name)).size).toBe(LAYOUTS.length);
  expect(LAYOUTS.length).toBeGreaterThanOrEqual(1_500);
  expect(LAYOUTS.filter(({ isPlain }) => isPlain !== true).length).toBeGreaterThanOrEqual(750);
});
