import { z } from 'zod';
import { codesOf, OUTAGE_REASONS, type PlacedEntry, VOID_REASONS } from '../signals/ledger-entry.ts';
import {
  direction,
  epochMs,
  mode,
  outcome,
  pair,
  quote,
  sent,
  sentObject,
  signalId,
  source,
  timeframe,
} from './fields.ts';

/** What the record's routes take and answer. docs/record.md defines each figure; rates and bounds are fractions of 1. */

export const ledgerName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
  .describe('A ledger; without it the running one.');
export const engineName = z.string().min(1).max(100);
export const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number, not negative')
  .transform(Number);

/** The filters of `GET /api/record/signals`, `.csv` and `.json`. */
export const recordFilters = z.object({
  ledger: ledgerName.optional(),
  engine: engineName.optional().describe('An engine version, or `all`; without it the current one.'),
  pair: pair.optional(),
  timeframe: timeframe.optional(),
  mode: mode.optional(),
  direction: direction.optional(),
  outcome: outcome.optional(),
  source: source.optional(),
  from: wholeNumber.optional().describe('Signals that start at or after this, in ms since 1970.'),
  to: wholeNumber.optional().describe('Signals that start before this, in ms since 1970.'),
});
export type RecordFilters = Readonly<z.output<typeof recordFilters>>;

const voidReason = z.enum(codesOf(VOID_REASONS));
const rate = z.number().nullable().describe('A fraction of 1; null while nothing is settled.');
const interval = z.object({ low: z.number(), high: z.number() });
const mean = z.number().nullable().describe('Null while nothing is settled.');
const counts = z.object({
  settled: z.number().describe('Won plus lost: what every rate is of.'),
  won: z.number(),
  lost: z.number(),
  unchanged: z.number().describe('The price at expiry was that at the start. In no rate.'),
});
export type RecordCounts = Readonly<z.infer<typeof counts>>;

const arm = counts.extend({
  rate,
  minutes: z.number().describe('Complete minutes with settled signals.'),
  minuteWins: z
    .number()
    .describe('The sum of the win rates of these minutes: signals that overlap are one observation.'),
  watched: interval.describe(
    'A confidence sequence, 95 %: valid however often it is looked at. The one to judge by.',
  ),
  wilson: interval.describe('95 %, valid for a single look at a count that was fixed beforehand.'),
});
const arms = {
  engineArm: arm.describe('The headline record: P-Special alone, one decision a minute.'),
  controlArm: arm.describe('Directions drawn at random for the same signals.'),
  lateArm: arm.describe('The same directions entered 5 s late and expired 5 s late.'),
};
const cell = counts.extend({
  rate,
  interval: interval.describe("A confidence sequence at the breakdown's `level`."),
  controlRate: rate,
});
export type RecordCell = Readonly<z.infer<typeof cell>>;

const level = z
  .number()
  .describe('Of each interval: 1 - 0.05 / number of cells (Bonferroni), so that all hold at once with 95 %.');
/** Every cell is listed, empty ones too. */
export interface RecordBreakdown<Key> {
  readonly level: number;
  readonly cells: readonly (RecordCell & { readonly key: Key })[];
}
function breakdown<Key extends z.ZodType>(key: Key) {
  return z.object({ level, cells: z.array(cell.extend({ key })) });
}

const loss = z
  .object({ value: mean, coin: z.number() })
  .describe('A mean loss, and that of a coin that always says 50 % on the same signals.');

/** A record that can be asked for: one engine version in one ledger. */
const choice = z.object({
  ledger: z.string(),
  label: z
    .string()
    .nullable()
    .describe(
      'What the prices were: `replay 2014-05-08`, `replay 2014-05-08/2014-05-09`, `synthetic`; null for live ones.',
    ),
  engine: z.string(),
  settled: z.number(),
});

/**
 * `GET /api/record`: everything the record page shows above its table. Without parameters the running ledger and its newest
 * engine version. What depends on the reader's payout is not in it: see src/core/record/verdict.ts.
 */
export const recordSummary = sent(
  choice.omit({ settled: true }).extend({
    size: z.number().describe('Of how many entries of the ledger, from its first, the figures are.'),
    choices: z.array(choice).describe('All that can be asked for, the newest last.'),
    fromMs: epochMs.nullable().describe('When the first signal started.'),
    toMs: epochMs.nullable().describe('When the last signal was settled.'),
    ...arms,
    bot: z.object(arms).describe('The same of P-BOT, whose signals are those that traders asked for.'),
    difference: z
      .object({ value: mean, interval })
      .describe("Engine's win rate minus the control's, over the minutes of both."),
    rateUnchangedLost: rate.describe('The win rate if unchanged counted as lost.'),
    brier: loss,
    logLoss: loss,
    bins: z.object({
      level,
      cells: z.array(
        cell
          .extend({ from: z.number(), to: z.number(), stated: rate })
          .describe(
            'Stated confidence from `from` up to, not including, `to`, percent; `stated` is its mean.',
          ),
      ),
    }),
    byMode: breakdown(mode),
    byPair: breakdown(pair),
    byTimeframe: breakdown(timeframe),
    byWeekHour: z
      .array(z.object({ weekday: z.number(), hour: z.number(), settled: z.number(), won: z.number() }))
      .describe('Hours of the week of the start, UTC+5: weekday 1 (Monday) to 7, hour 0 to 23.'),
    points: z
      .array(z.object({ atMs: epochMs, settled: z.number(), rate: z.number(), controlRate: z.number() }))
      .describe('The record as it stood after some signals, at most 120, oldest first.'),
    voids: z.object({
      total: z.number(),
      byReason: z.array(z.object({ reason: voidReason, count: z.number() })),
    }),
    abstentions: z
      .object({
        total: z.number(),
        byReason: z.array(z.object({ reason: z.string(), pairs: z.number() })),
      })
      .describe('Decisions without a signal. One may have looked at several pairs, each with a reason.'),
    outages: z
      .object({
        total: z.number(),
        totalMs: z.number(),
        byReason: z.array(
          z.object({ reason: z.enum(codesOf(OUTAGE_REASONS)), count: z.number(), totalMs: z.number() }),
        ),
      })
      .describe('Of the whole ledger, not of this engine version alone.'),
    openMinutes: z
      .object({ total: z.number(), undecided: z.number() })
      .describe('Whole minutes of market hours in the whole ledger; without any decision.'),
  }),
);
export type RecordSummary = z.infer<typeof recordSummary>;
export type RecordRate = RecordSummary['engineArm'];
export type RecordLoss = RecordSummary['brier'];
export type RecordBin = RecordSummary['bins']['cells'][number];
export type RecordChoice = RecordSummary['choices'][number];
export type RecordPoint = RecordSummary['points'][number];
export type RecordWeekHour = RecordSummary['byWeekHour'][number];

const row = z.object({
  index: z.number().describe("The settlement's place in the ledger; rows come in falling order of it."),
  id: signalId,
  mode,
  source,
  engine: z.string(),
  pair,
  timeframe,
  direction,
  confidence: z.number().describe('Percent, two decimals.'),
  decidedMs: epochMs,
  startMs: epochMs,
  expiryMs: epochMs,
  settledMs: epochMs,
  outcome,
  control: direction,
  controlOutcome: outcome,
  entry: quote.nullable(),
  exit: quote.nullable(),
  reason: voidReason.nullable().describe('Null unless void.'),
});

/** `GET /api/record/signals`: 50 rows, newest first. */
export const recordPage = sentObject({
  rows: z.array(row),
  total: z.number().describe('How many rows match the filters, on all pages.'),
  next: z.number().nullable().describe('`before` for the next page; null on the last.'),
});
export type RecordPage = z.infer<typeof recordPage>;
export type RecordRow = RecordPage['rows'][number];

/** The ledger's routes document it. */
const entry = z.looseObject({ kind: z.string() }) as unknown as z.ZodType<PlacedEntry['entry']>;

/** `GET /api/record/signals/:id`: the whole story of a settled signal. Open signals answer 404. */
export const recordStory = sentObject({
  ledger: z.string(),
  label: choice.shape.label,
  row,
  path: z
    .array(z.tuple([epochMs, z.int()]))
    .nullable()
    .describe(
      "Instant and twice the mid price of the signal's own feed, from a minute before the start until after the expiry, at " +
        'most one a second, oldest first; null where the server does not keep them any more.',
    ),
  entries: z
    .array(
      z.object({
        index: z.number(),
        entry,
        leafHash: z.base64(),
        path: z.array(z.base64()).describe('Sibling hashes from the leaf up, as in RFC 6962.'),
      }),
    )
    .describe('Signal, entered (unless it was void before), settled.'),
  checkpoint: z.string().describe('The signed note (C2SP tlog-checkpoint) that every path leads to.'),
  size: z.number().describe("The checkpoint's tree size."),
});
export type RecordStory = z.infer<typeof recordStory>;
export type PricePath = NonNullable<RecordStory['path']>;

/** Names a signal that a trader took. */
export const takenSignal = z.object({ id: signalId });

/** What `GET`, `PUT` and `DELETE` of `/api/taken` answer: what a trader took, the newest first. */
export const takenSignals = sentObject({
  ledger: z.string(),
  total: z.number().describe('How many there are; `signals` has the newest 1,000.'),
  signals: z.array(
    z.object({
      id: signalId,
      pair,
      timeframe,
      direction,
      startMs: epochMs,
      delayMs: z.number().describe("From the signal's start until its trader said so, on the desk's clock."),
      outcome: outcome.nullable().describe('As in the record; null: not settled yet.'),
      lateOutcome: outcome
        .nullable()
        .describe('Of the same signal entered 5 s late; null where there is none.'),
    }),
  ),
});
export type TakenSignals = z.infer<typeof takenSignals>;
