import { z } from 'zod';
import type {
  RecordFilters,
  RecordPage,
  RecordRow,
  RecordStory,
  RecordSummary,
} from '../../../core/wire/record.ts';
import {
  codesOf,
  OUTAGE_REASONS,
  VOID_REASONS,
  type LedgerEntry,
} from '../../../core/signals/ledger-entry.ts';
import {
  direction,
  epochMs,
  mode,
  outcome,
  pair,
  quote,
  signalId,
  source,
  timeframe,
} from '../../../core/wire/fields.ts';

/** What the record's routes take and answer; the API's documentation is made from these. Unknown parameters are ignored. */

const ledgerName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
  .meta({ description: 'A ledger; without it the running one.' });
const engineName = z.string().min(1).max(100);
const wholeNumber = z.string().regex(/^\d{1,15}$/, 'must be a whole number, not negative');

export const summaryQuery = z.object({
  ledger: ledgerName.optional(),
  engine: engineName.optional().meta({ description: 'An engine version; without it the current one.' }),
});

const filters = {
  ledger: ledgerName.optional(),
  engine: engineName
    .optional()
    .meta({ description: 'An engine version, or `all`; without it the current one.' }),
  pair: pair.optional(),
  timeframe: timeframe.optional(),
  mode: mode.optional(),
  direction: direction.optional(),
  outcome: outcome.optional(),
  source: source.optional(),
  from: wholeNumber
    .optional()
    .meta({ description: 'Signals that start at or after this, in ms since 1970.' }),
  to: wholeNumber.optional().meta({ description: 'Signals that start before this, in ms since 1970.' }),
};

export const pageQuery = z.object({
  ...filters,
  before: wholeNumber.optional().meta({ description: '`next` of the page before.' }),
});

export const exportQuery = z.object({
  ...filters,
  zone: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'An IANA time zone such as Asia/Karachi: adds each instant on its clock.' }),
});

export const storyParams = z.object({ id: signalId });
export const storyQuery = z.object({ ledger: ledgerName.optional() });

/** The filters that a query stands for. */
export function filtersOf({ from, to, ...rest }: z.output<z.ZodObject<typeof filters>>): RecordFilters {
  return {
    ...rest,
    from: from === undefined ? undefined : Number(from),
    to: to === undefined ? undefined : Number(to),
  };
}

const voidReason = z.enum(codesOf(VOID_REASONS));
const rate = z.number().nullable().meta({ description: 'A fraction of 1; null while nothing is settled.' });
const interval = z.object({ low: z.number(), high: z.number() });
const counts = { settled: z.number(), won: z.number(), lost: z.number(), unchanged: z.number() };
const arm = z.object({
  ...counts,
  rate,
  minutes: z.number(),
  minuteWins: z.number(),
  watched: interval,
  wilson: interval,
});
const cell = { ...counts, rate, interval, controlRate: rate };
const loss = z.object({ value: z.number().nullable(), coin: z.number() });

function breakdown<Key extends z.ZodType>(key: Key) {
  return z.object({ level: z.number(), cells: z.array(z.object({ key, ...cell })) });
}

export const summaryBody: z.ZodType<RecordSummary> = z.object({
  ledger: z.string(),
  label: z.string().nullable().meta({ description: 'What the prices were; null for live ones.' }),
  engine: z.string(),
  size: z.number().meta({ description: 'Of how many entries of the ledger the figures are.' }),
  choices: z.array(
    z.object({
      ledger: z.string(),
      label: z.string().nullable(),
      engine: z.string(),
      settled: z.number(),
    }),
  ),
  fromMs: epochMs.nullable(),
  toMs: epochMs.nullable(),
  engineArm: arm,
  controlArm: arm,
  lateArm: arm.meta({ description: 'The same directions entered 5 s late and expired 5 s late.' }),
  difference: z.object({ value: z.number().nullable(), interval }),
  rateUnchangedLost: rate,
  brier: loss,
  logLoss: loss,
  bins: z.object({
    level: z.number(),
    cells: z.array(z.object({ from: z.number(), to: z.number(), stated: rate, ...cell })),
  }),
  byMode: breakdown(mode),
  byPair: breakdown(pair),
  byTimeframe: breakdown(timeframe),
  byWeekHour: z
    .array(z.object({ weekday: z.number(), hour: z.number(), settled: z.number(), won: z.number() }))
    .meta({ description: 'Hours of the week of the start, UTC+5: weekday 1 (Monday) to 7, hour 0 to 23.' }),
  points: z.array(
    z.object({
      atMs: epochMs,
      settled: z.number(),
      rate: z.number(),
      controlRate: z.number(),
    }),
  ),
  voids: z.object({
    total: z.number(),
    byReason: z.array(z.object({ reason: voidReason, count: z.number() })),
  }),
  abstentions: z.object({
    total: z.number(),
    byReason: z.array(z.object({ reason: z.string(), pairs: z.number() })),
  }),
  outages: z.object({
    total: z.number(),
    totalMs: z.number(),
    byReason: z.array(
      z.object({
        reason: z.enum(codesOf(OUTAGE_REASONS)),
        count: z.number(),
        totalMs: z.number(),
      }),
    ),
  }),
});

const row: z.ZodType<RecordRow> = z.object({
  index: z.number(),
  id: signalId,
  mode,
  source,
  engine: z.string(),
  pair,
  timeframe,
  direction,
  confidence: z.number().meta({ description: 'Percent.' }),
  decidedMs: epochMs,
  startMs: epochMs,
  expiryMs: epochMs,
  settledMs: epochMs,
  outcome,
  control: direction,
  controlOutcome: outcome,
  entry: quote.nullable(),
  exit: quote.nullable(),
  reason: voidReason.nullable(),
});

export const pageBody: z.ZodType<RecordPage> = z.object({
  rows: z.array(row),
  total: z.number(),
  next: z.number().nullable(),
});

/** Documented where the ledger is. */
const entry = z.looseObject({ kind: z.string() }) as unknown as z.ZodType<LedgerEntry>;

export const storyBody: z.ZodType<RecordStory> = z.object({
  ledger: z.string(),
  label: z.string().nullable(),
  row,
  path: z
    .array(z.tuple([epochMs, z.number().int()]).readonly())
    .readonly()
    .nullable()
    .meta({
      description:
        "Instant and twice the mid price of the signal's own feed, from a minute before the start until after the expiry, at " +
        'most one a second, oldest first; null where the server does not keep them any more.',
    }),
  entries: z.array(
    z.object({
      index: z.number(),
      entry,
      leafHash: z.base64(),
      path: z.array(z.base64()),
    }),
  ),
  checkpoint: z.string().meta({ description: 'A signed note (C2SP tlog-checkpoint).' }),
  size: z.number(),
});
