import { REASON_CODES } from '../engine/reasons.ts';
import { DIRECTIONS } from '../market/direction.ts';
import { SCORED_PAIRS } from '../market/instruments.ts';
import { FEED_SOURCES } from '../market/tick.ts';
import { BOT_TIMEFRAMES } from '../market/timeframes.ts';
import {
  codesOf,
  type LedgerEntry,
  OUTAGE_REASONS,
  OUTCOMES,
  SIGNAL_MODES,
  VOID_REASONS,
} from './ledger-entry.ts';

/** What a value may be. */
export interface Rule {
  readonly type: 'string' | 'number';
  /** The only texts that are allowed, where these are few. */
  readonly values?: readonly string[];
  readonly allows: (value: unknown) => boolean;
  /** As in "must be a price". */
  readonly what: string;
}

interface Field {
  readonly rule: Rule | Shape;
  readonly isOptional: boolean;
}

/** The keys of a record in the order in which they are written. */
export type Shape = ReadonlyMap<string, Field>;

/** 8.64e15 ms is as far as a calendar goes. */
const LAST_INSTANT_MS = 8_640_000_000_000_000;
const HIGHEST_PRICE = 1_000_000_000;

function oneOf(values: readonly string[]): Rule {
  const allows = (value: unknown) => typeof value === 'string' && values.includes(value);
  return { type: 'string', values, allows, what: values.join(', ') };
}

function whole(least: number, most: number, what: string): Rule {
  const allows = (value: unknown) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
  return { type: 'number', allows, what };
}

function textLike(pattern: RegExp, what: string): Rule {
  return { type: 'string', allows: (value) => typeof value === 'string' && pattern.test(value), what };
}

function hundredths(isAllowed: (value: number) => boolean, what: string): Rule {
  const allows = (value: unknown) =>
    typeof value === 'number' && isAllowed(value) && Math.round(value * 100) / 100 === value;
  return { type: 'number', allows, what };
}

const instant = whole(0, LAST_INSTANT_MS, 'an instant in whole milliseconds since 1970');
const price = whole(1, HIGHEST_PRICE, "a price in whole steps of the pair's last decimal");
const uuid = textLike(
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  'a random UUID (version 4) in small letters',
);
const engine = textLike(/^[!-~]{1,80}$/, 'the name of an engine, one word');
const code = textLike(/^[a-z][a-z0-9-]{0,39}$/, 'a code of small letters');
const mode = oneOf(SIGNAL_MODES);
const source = oneOf(FEED_SOURCES);
const pair = oneOf(SCORED_PAIRS);
const timeframe = oneOf(BOT_TIMEFRAMES);
const direction = oneOf(DIRECTIONS);
const outcome = oneOf(OUTCOMES);
const confidence = hundredths(
  (value) => value >= 50 && value <= 65,
  'a percentage from 50 to 65 with at most two decimals',
);
/** No sum of a few rules comes near 1,000 either way. */
const points = hundredths(
  (value) => value !== 0 && Math.abs(value) <= 1_000,
  'percentage points with at most two decimals, and not 0',
);

function shape(fields: Readonly<Record<string, Rule | Shape>>): Shape {
  return new Map(
    Object.entries(fields).map(([key, rule]) => [
      key.replace('?', ''),
      { rule, isOptional: key.endsWith('?') },
    ]),
  );
}

const quote = shape({
  bid: price,
  ask: price,
  timeMs: instant,
  ageMs: whole(0, LAST_INSTANT_MS, 'an age in whole milliseconds'),
});

const voidReason = oneOf(codesOf(VOID_REASONS));
const ended = { 'entry?': quote, 'exit?': quote, 'provenMs?': instant };
const late = { 'enteredLate?': shape({ outcome, ...ended, 'reason?': voidReason }) };
const feedQuote = shape({ source, bid: price, ask: price, timeMs: instant });
const dispute = { 'dispute?': shape({ own: feedQuote, other: feedQuote }) };

/** The shape of each kind of entry. A key that ends in a question mark may be missing. */
export const ENTRY_SHAPES: Readonly<Record<LedgerEntry['kind'], Shape>> = {
  signal: shape({
    kind: oneOf(['signal']),
    atMs: instant,
    id: uuid,
    mode,
    source,
    pair,
    timeframe,
    decidedMs: instant,
    startMs: instant,
    expiryMs: instant,
    direction,
    confidence,
    engine,
    reasons: shape(Object.fromEntries(REASON_CODES.map((each) => [`${each}?`, points]))),
    control: direction,
  }),
  entered: shape({ kind: oneOf(['entered']), atMs: instant, signal: uuid, quote }),
  settled: shape({
    kind: oneOf(['settled']),
    atMs: instant,
    signal: uuid,
    outcome,
    control: outcome,
    ...ended,
    ...late,
    'reason?': voidReason,
    ...dispute,
    'refused?': shape({ ...ended, ...late, 'reason?': voidReason, ...dispute }),
  }),
  abstained: shape({
    kind: oneOf(['abstained']),
    atMs: instant,
    id: uuid,
    mode,
    timeframe,
    decidedMs: instant,
    engine,
    'source?': source,
    reasons: shape(Object.fromEntries(SCORED_PAIRS.map((each) => [`${each}?`, code]))),
  }),
  outage: shape({
    kind: oneOf(['outage']),
    atMs: instant,
    id: uuid,
    fromMs: instant,
    toMs: instant,
    reason: oneOf(codesOf(OUTAGE_REASONS)),
  }),
};

/** The first thing about a value that its shape does not allow, with its place; undefined when there is none. */
export function shapeProblem(value: unknown, wanted: Shape, place: string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `${place} must be an object`;
  const given = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).find((key) => !wanted.has(key));
  if (unknown !== undefined) return `${place}.${unknown} is not a known key`;
  for (const [key, { rule, isOptional }] of wanted) {
    const part = given[key];
    if (part === undefined && isOptional) continue;
    if (part === undefined) return `${place}.${key} is missing`;
    if ('what' in rule) {
      if (!rule.allows(part)) return `${place}.${key} must be ${rule.what}`;
      continue;
    }
    const problem = shapeProblem(part, rule, `${place}.${key}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The same value with its keys in the order of its shape, those that are missing left out. */
export function inOrder(value: object, wanted: Shape): Record<string, unknown> {
  const given = value as Readonly<Record<string, unknown>>;
  const ordered: Record<string, unknown> = {};
  for (const [key, { rule }] of wanted) {
    const part = given[key];
    if (part === undefined) continue;
    ordered[key] = 'what' in rule ? part : inOrder(part as object, rule);
  }
  return ordered;
}
