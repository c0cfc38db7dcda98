import type { TradeOutcome } from '../trade.ts';
import type { Once } from './chat-repeats.ts';
import { clausesOf } from './clauses.ts';
import { completeTrades, type Row } from './complete-trades.ts';
import { askLetters, lettersIn, parseEnding } from './endings.ts';
import type { Message } from './messages.ts';
import { pairIn } from './pairs.ts';
import { Asker } from './questions.ts';
import {
  type NotUnderstood,
  type OpenReading,
  type Origin,
  type Reading,
  type ReadingOptions,
  shown,
} from './reading.ts';
import { type Counts, type Tallies, type Tally, talliesIn } from './tallies.ts';
import { combined } from './tally-lists.ts';
import { requireReadableRows, Unreadable } from './unreadable.ts';

const MOST_LINES = 6;
const LONGEST_LETTERS = 300;

/**
 * What reads a text as a claim: outcomes in their order, or counts of wins and losses, of one or of several days; undefined where it is
 * none. Throws an Unreadable where it is a promise.
 */
export function claimReader(text: string): (options: ReadingOptions) => OpenReading | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '').length;
  const isShort = lines <= MOST_LINES;
  let tallies: Tallies | undefined;
  return (options) => {
    const inOrder = readOrder(text, options);
    if (inOrder !== undefined) return inOrder;
    const { stated, left, missing } = (tallies ??= talliesOf(text));
    if (stated.length === 0 && missing === 'promised' && isShort) throw new Unreadable({ code: missing });
    const clear = stated.filter(({ doubts, isUnclear }) => doubts.length === 0 && !isUnclear);
    return stated.length === 0 || (!isShort && clear.length * 2 < lines)
      ? undefined
      : ofTallies(stated, left, [], options);
  };
}

/** A claim of the messages of a chat that counts days instead of signals; undefined where they hold none. */
export function readChatClaim(
  { messages, repeats }: Once,
  isReversed: boolean,
  othersEnd: (others: readonly Message[]) => number,
  options: ReadingOptions,
): OpenReading | undefined {
  const stated: Tally[] = [];
  const left: string[] = [];
  const others: NotUnderstood[] = [];
  const rest: Message[] = [];
  for (const [at, message] of messages.entries()) {
    if (repeats.has(message)) continue;
    const { text, time } = message;
    const line = isReversed ? messages.length - at : at + 1;
    const day = time.split(/[T,\s]/, 1)[0] as string;
    const { stated: tallies, left: some } = talliesOf(text);
    left.push(...some);
    for (const tally of tallies)
      stated.push({
        ...tally,
        line,
        label: `${day} ${tally.label}`,
        hasPeriod: day !== '' || tally.hasPeriod,
      });
    if (tallies.length > 0) continue;
    rest.push(message);
    if (text.trim() !== '') others.push({ line, text: shown(text), why: { code: 'no-signal' } });
  }
  // A mark in the talk between them is no outcome.
  return stated.length === 0 || othersEnd(rest) >= stated.length
    ? undefined
    : ofTallies(stated, left, others, options);
}

const LONGEST_TEXT = 100_000;
const LONGEST_LINE = 400;

const NONE: Tallies = { stated: [], left: [], missing: undefined };

function talliesOf(text: string): Tallies {
  if (text.length > LONGEST_TEXT || !/\d/.test(text)) return NONE;
  const isTalk = text.split('\n').some((line) => line.length > LONGEST_LINE || pairIn(line) !== undefined);
  return isTalk ? NONE : talliesIn(text);
}

/** Throws why a text that speaks of wins is no claim, where it nearly is one. */
export function refuseNearClaim(text: string): void {
  const { missing } = text.length > LONGEST_NEAR ? {} : talliesIn(text);
  if (missing !== undefined) throw new Unreadable({ code: missing });
}

const LONGEST_NEAR = 2_000;

function ofTallies(
  stated: readonly Tally[],
  left: readonly string[],
  others: readonly NotUnderstood[],
  options: ReadingOptions,
): OpenReading {
  const asker = new Asker(options);
  const counted = combined(stated, asker);
  const doubts = [...left, ...counted.flatMap(({ doubts: some }) => some)];
  const unclear = counted.flatMap(({ isUnclear, text }) => (isUnclear ? [text] : []));
  const answers = unclear.length > 0 ? (['leave-out', 'count'] as const) : (['count', 'leave-out'] as const);
  const about = [...unclear, ...doubts];
  const isLeftOut = about.length > 0 && asker.ask('claimed-numbers', answers, about) === 'leave-out';
  const parts = isLeftOut
    ? []
    : counted.map(({ counts, line, text }) => ({ order: orderOf(counts), line, text: shown(text) }));
  const lines = new Set(counted.map(({ line }) => line));
  const sums = stated.flatMap(({ line, text }) =>
    lines.has(line) ? [] : { line, text: shown(text), why: { code: 'sum' } as const },
  );
  const notUnderstood = [...sums, ...others].sort((one, other) => one.line - other.line);
  const rows = { read: lines.size + notUnderstood.length, understood: lines.size, notUnderstood };
  return { ...claimedParts(parts, options.payout, false), rows, open: asker.open };
}

/** Outcomes alone, one after the other. */
function readOrder(text: string, options: ReadingOptions): OpenReading | undefined {
  if (
    text.length > LONGEST_LETTERS &&
    !LETTERS.test(text.slice(0, LONGEST_LETTERS).replace(HEADING, '').trim())
  )
    return undefined;
  const whole = text.replace(/\s+/g, ' ').trim();
  const heading = HEADING.exec(whole)?.[0] ?? '';
  const isHeaded = heading !== '' && areLetters(whole.slice(heading.length));
  const line = isHeaded ? whole.slice(heading.length) : whole;
  const asker = new Asker(options);
  const order = inLetters(line, asker) ?? endingsIn(line);
  if (order === undefined) return undefined;
  const isClear =
    !COLOURS.test(line) && clausesOf(heading).every(({ unknown, isWish }) => unknown === 0 && !isWish);
  const isLeftOut = !isClear && asker.ask('claimed-numbers', ['count', 'leave-out'], [line]) === 'leave-out';
  const parts = isLeftOut ? [] : [{ order, line: 1, text: shown(whole) }];
  return { ...claimedParts(parts, options.payout, true), open: asker.open };
}

/** So many won, lost and tied trades of which nothing else is known. */
export function claimed(counts: Counts, payout: number): Reading {
  return claimedParts([{ order: orderOf(counts), line: 1, text: '' }], payout, false);
}

function orderOf({ won, lost, tied }: Counts): readonly TradeOutcome[] {
  requireReadableRows(won + lost + tied);
  const repeat = (count: number, outcome: TradeOutcome) => Array.from({ length: count }, () => outcome);
  return [...repeat(won, 'won'), ...repeat(lost, 'lost'), ...repeat(tied, 'tied')];
}

/** A part of a claim, and what stands there. */
interface ClaimPart {
  readonly order: readonly TradeOutcome[];
  readonly line: number;
  readonly text: string;
}

function claimedParts(parts: readonly ClaimPart[], payout: number, hasOrder: boolean): Reading {
  requireReadableRows(parts.reduce((sum, { order }) => sum + order.length, 0));
  const nothing = { timeMs: null, pair: null, direction: null, expirySeconds: null, entryPrice: null };
  const rowOf = (outcome: TradeOutcome): Row => ({
    ...nothing,
    outcome,
    stake: null,
    payout: null,
    profit: null,
  });
  // All that end alike are one object: 225,000 would take 70 MB.
  const kinds = { won: rowOf('won'), lost: rowOf('lost'), tied: rowOf('tied') };
  const rows = parts.flatMap(({ order }) => order.map((outcome) => kinds[outcome]));
  const from = parts.flatMap((part) => part.order.map(() => part));
  const { trades, ...unsaid } = completeTrades(rows, payout);
  return {
    trades,
    origins: parts.flatMap(({ order, line }) => {
      const origin: Origin = { line, signal: null, kind: 'claim' };
      return order.map(() => origin);
    }),
    textsOf: (trade) => ({ end: from[trade]?.text ?? '', signal: '' }),
    questions: [],
    rows: { read: 1, understood: 1, notUnderstood: [] },
    columns: [],
    found: [],
    neededZone: false,
    namedZone: false,
    hasOrder,
    numbers: [],
    signals: { resolved: 0, unresolved: 0, announcedGales: 0, ...unsaid },
  };
}

const LETTERS = /^(?:[WLDT][\s,;|/-]*){3,}$/i;
const OTHER_LETTERS = /^(?:\p{L}[\s,;|/-]+){4,}\p{L}$/u;
const HEADING = /^[^:\d]{1,60}:\s*/u;

function areLetters(line: string): boolean {
  return (
    LETTERS.test(line) || (OTHER_LETTERS.test(line) && lettersIn(line.match(/\p{L}/gu) ?? []) !== undefined)
  );
}

/** `W L L W`: the trades in their order. A word of such letters is none. */
function inLetters(line: string, asker: Asker): readonly TradeOutcome[] | undefined {
  if (!areLetters(line)) return undefined;
  if (!LETTERS.test(line)) {
    const letters = line.match(/\p{L}/gu) ?? [];
    const meant = askLetters(letters, asker);
    return letters.map((letter) => meant?.get(letter) ?? 'tied');
  }
  const letters = [...line.toUpperCase()].filter((letter) => /[WLDT]/.test(letter));
  const known = { W: 'won', L: 'lost' } as const;
  const others = letters.filter((letter) => !(letter in known));
  const isLost = others.length > 0 && asker.ask('claimed-letters', ['tie', 'lost'], others) === 'lost';
  return letters.map((letter) => known[letter as 'W'] ?? (isLost ? 'lost' : 'tied'));
}

/** `win win loss`, `✅✅❌`: outcomes alone, one after the other. */
function endingsIn(line: string): readonly TradeOutcome[] | undefined {
  const isOfSigns = /^[+−-](?:[ ,;]+[+−-])+$/.test(line);
  const words = line.match(isOfSigns ? /[+−-]/g : /\p{L}+|\p{Extended_Pictographic}/gu) ?? [];
  const order = words.map((word) => parseEnding(word) ?? 'none');
  const isAll = order.length >= FEWEST_ENDINGS && !order.includes('none') && !/\p{N}/u.test(line);
  return isAll && new Set(order).size > 1 ? (order as TradeOutcome[]) : undefined;
}

const FEWEST_ENDINGS = 3;
/** These can be said of candles and of much else. */
const COLOURS = /(?<!\p{L})(?:green|red|yes|no|true|false)(?!\p{L})|[🟢🔴🟩🟥]/iu;
