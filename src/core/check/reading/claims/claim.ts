import { type ClaimPart, galedClaim, galedTallies, type Step, stepsOf } from './claim-gales.ts';
import { countsOf, isCounted, orderedClaim } from './claim-order.ts';
import { askedNet, type ClaimedPayout, claimedPayout, ONE, payoutOfNet, saysSizes } from './claim-payout.ts';
import {
  mayCountLevels,
  withCountedNames,
  withLabels,
  withoutLegend,
  withoutLineNumbers,
} from './claim-text.ts';
import { clausesOf } from '../words/clauses.ts';
import { completeTrades, type Row } from '../complete-trades.ts';
import { askedDistance } from '../words/distances.ts';
import type { Message, Once } from '../files/messages.ts';
import { pairIn } from '../words/pairs.ts';
import { Asker } from '../questions.ts';
import {
  type NotUnderstood,
  type OpenReading,
  type Origin,
  type Reading,
  type ReadingOptions,
  shown,
} from '../reading.ts';
import { type Counts, isSame, isSpelled, NONE, type Tallies, type Tally, talliesIn } from './tallies.ts';
import { combined } from './tally-lists.ts';
import { sentencesOf } from './tally-numbers.ts';
import { requireReadableRows, Unreadable } from '../unreadable.ts';

const MOST_LINES = 6;
/** A time of day in a line of its own looks like a score; so many of them are times. */
const CLOCK_ALONE = /^(?:1?\d|2[0-3]):[0-5]\d$/gm;
const FEWEST_CLOCKS = 3;

/**
 * What reads a text as a claim: outcomes in their order, or counts of wins and losses, of one or of several days; undefined where it is
 * none. Throws an Unreadable where it is a promise.
 */
export function claimReader(given: string): (options: ReadingOptions) => OpenReading | undefined {
  const clocks = given.match(CLOCK_ALONE)?.length ?? 0;
  const text = withLabels(withoutLegend(clocks < FEWEST_CLOCKS ? given : given.replace(CLOCK_ALONE, '')));
  const filled = text.split('\n').filter((line) => line.trim() !== '');
  const lines = filled.length;
  const isShort = lines <= MOST_LINES;
  const figures = isShort ? 0 : figuresIn(filled);
  const paid = claimedPayout(text);
  const galesOf = galedClaim(paid.rest);
  let claim: Claim | undefined;
  return (options) => {
    const asker = new Asker(options);
    const inOrder = orderedClaim(withoutLineNumbers(text), asker);
    const galed = inOrder === undefined ? galesOf?.(asker) : undefined;
    const part = { steps: galed?.steps ?? [], line: 1, text: shown(text) };
    const parts = galed === undefined ? inOrder : isCounted(galed.isClear, text, asker) ? [part] : [];
    if (parts !== undefined) {
      const counts = countsOf(parts.flatMap(({ steps }) => steps.map(({ outcome }) => outcome)));
      const facts =
        parts.length === 0 ? {} : paidIn({ paid, texts: [text], doubts: [], all: [counts] }, asker);
      const hasOrder = inOrder !== undefined;
      return { ...claimedParts(parts, { payout: options.payout, hasOrder, ...facts }), open: asker.open };
    }
    const { stated, left, lines: own, missing: why } = (claim ??= claimIn(text)).tallies;
    const missing = why ?? (isShort && isSpelled(sentencesOf(text)) ? 'no-number-of-trades' : undefined);
    if (stated.length === 0 && missing !== undefined && isShort) throw new Unreadable({ code: missing });
    return stated.length === 0 || (!isShort && (own.size + figures) * 2 < lines)
      ? undefined
      : ofTallies(stated, left, [], options, claim);
  };
}

/** The tallies of a text, and what it says beside them of what a win brings and of doubled stakes. */
interface Claim {
  readonly paid: ClaimedPayout | undefined;
  readonly galed: ReturnType<typeof galedTallies>;
  readonly tallies: Tallies;
}

function claimIn(text: string): Claim {
  const galed = galedTallies(text);
  const paid = claimedPayout(galed?.rest ?? text);
  const tallies = talliesOf(paid.rest, text);
  const isNone = tallies.stated.length === 0;
  if (isNone ? paid.rest === text : !mayCountLevels(text)) return { paid, galed, tallies };
  // "TP: 39, SL: 7" counts where the whole text adds up with it, or beside the ties.
  const whole = talliesOf(text);
  if (isNone === false && whole.stated.length > tallies.stated.length && COUNTS_TIES.test(text))
    return { paid: undefined, galed: undefined, tallies: whole };
  const [only, other] = whole.stated;
  const addsUp = only !== undefined && other === undefined && only.doubts.length === 0 && !only.isUnclear;
  const isOther = addsUp && tallies.stated.every(({ counts }) => !isSame(counts, only.counts));
  return !isNone && !isOther
    ? { paid, galed, tallies }
    : { paid: undefined, galed: undefined, tallies: whole };
}

const COUNTS_TIES = /(?<!\p{L})BEs?\s?[:=x×]\s?\d/u;

/** What reads a claim of the messages of a chat that counts days instead of signals; it finds none where they hold none. */
export function chatClaimReader(
  { messages, repeats }: Once,
  isReversed: boolean,
  othersEnd: (others: readonly Message[]) => number,
): (options: ReadingOptions) => OpenReading | undefined {
  const stated: Tally[] = [];
  const left: string[] = [];
  const others: NotUnderstood[] = [];
  const rest: Message[] = [];
  const galed: { stepsWith: NonNullable<ReturnType<typeof galedClaim>>; line: number; text: string }[] = [];
  for (const [at, message] of messages.entries()) {
    if (repeats.has(message)) continue;
    const { text, time } = message;
    const line = isReversed ? messages.length - at : at + 1;
    const stepsWith = galedClaim(text);
    if (stepsWith !== undefined) galed.push({ stepsWith, line, text: shown(text) });
    const day = time.split(/[T,\s]/, 1)[0] as string;
    const { stated: tallies, left: some } = talliesOf(text.replace(CLOCK_ALONE, ''));
    left.push(...some);
    for (const tally of tallies)
      stated.push({
        ...tally,
        line,
        label: `${day} ${tally.label}`,
        when: `${day} ${tally.when}`,
        hasPeriod: day !== '' || tally.hasPeriod,
      });
    if (tallies.length > 0 || stepsWith !== undefined) continue;
    rest.push(message);
    if (text.trim() !== '') others.push({ line, text: shown(text), why: { code: 'no-signal' } });
  }
  // A mark in the talk between them is no outcome.
  const count = stated.length + galed.length;
  const isNone = count === 0 || othersEnd(rest) >= count;
  if (isNone || galed.length === 0)
    return (options) => (isNone ? undefined : ofTallies(stated, left, others, options));
  const lines = new Set(galed.map(({ line }) => line));
  const plain = stated.filter(({ line }) => !lines.has(line));
  const isPlain = plain.every(({ doubts, isUnclear }) => doubts.length === 0 && !isUnclear);
  return (options) => {
    const asker = new Asker(options);
    let rows = 0;
    const read = galed.map(({ stepsWith, ...one }) => {
      const part = { ...one, ...stepsWith(asker) };
      requireReadableRows((rows += part.steps.length));
      return part;
    });
    const counted = combined(plain, asker).map(({ counts, line, text }) => ({
      steps: stepsIn(counts, 0),
      line,
      text: shown(text),
    }));
    const isClear = isPlain && read.every((one) => one.isClear);
    const texts = [...read, ...plain].map(({ text }) => text).join('\n');
    const parts = isCounted(isClear, texts, asker) ? [...read, ...counted] : [];
    // Each message asks the same.
    const open = new Map<string, Asker['open'][number]>();
    for (const one of asker.open)
      open.set(one.code, { ...one, count: (open.get(one.code)?.count ?? 0) + one.count });
    return {
      ...claimedParts(parts, { payout: options.payout, hasOrder: false }),
      open: [...open.values()],
    };
  };
}

const LONGEST_TEXT = 100_000;
const LONGEST_LINE = 400;

const MOST_FIGURES = 30;
/** `Profit factor 1.34`, `Max drawdown: 31 %`. */
const FIGURE = /^(?<label>\p{L}[^\d,;|\t]*?)[:=]?\s+[^\p{L}\d]{0,3}\d/u;

/** How many lines of a report are figures that count no trades. */
function figuresIn(lines: readonly string[]): number {
  return lines.length > MOST_FIGURES
    ? 0
    : lines.filter((line) => FIGURE.test(line.trim()) && pairIn(line) === undefined).length;
}

function talliesOf(said: string, given = said): Tallies {
  if (said.length > LONGEST_TEXT) return NONE;
  const lines = withCountedNames(said)
    .split('\n')
    .map((line) => (OF_ONE_PAIR.test(line) && pairIn(line) !== undefined ? '' : line));
  const text = lines.join('\n');
  const paired = lines.filter((line) => pairIn(line) !== undefined && !isPairs(line));
  const isTalk = lines.some(({ length }) => length > LONGEST_LINE) || !areTallies(paired);
  return isTalk ? NONE : talliesIn(text, given);
}

/** `Best pair: XAUUSD +410 pips`. */
const OF_ONE_PAIR = new RegExp(`^\\P{L}*(?:${ONE})`, 'iu');
/** `Pairs: EURUSD, GBPUSD`, or a heading, as `March, EURUSD, payout 85 %:`. */
const isPairs = (line: string): boolean => /^\P{N}+$|:\s*$/u.test(line) && isNoTrade(line);
const isNoTrade = (line: string): boolean =>
  clausesOf(line).every(({ side, outcome }) => side === null && outcome === undefined);

/** Whether each of the lines that name a pair says how many were won and how many were lost, and is no trade. */
function areTallies(lines: readonly string[]): boolean {
  const all = lines.map((line) => talliesIn(line).stated);
  const areScores = all.flat().length > 1 && lines.every(isNoTrade);
  const isClear = ({ bare }: Tally): boolean => areScores || bare === undefined;
  return all.every((stated) => stated.length > 0 && stated.every(isClear));
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
  { paid, galed }: Partial<Claim> = {},
): OpenReading {
  const asker = new Asker(options);
  const counted = combined(stated, asker);
  const doubts = [...left, ...counted.flatMap(({ doubts: some }) => some)];
  const unclear = counted.flatMap(({ isUnclear, text }) => (isUnclear ? [text] : []));
  const answers = unclear.length > 0 ? (['leave-out', 'count'] as const) : (['count', 'leave-out'] as const);
  const about = [...unclear, ...doubts];
  const isLeftOut = about.length > 0 && asker.ask('claimed-numbers', answers, about) === 'leave-out';
  const kept = isLeftOut ? [] : counted;
  const gales = galed === undefined ? 0 : galed.galesWith(asker);
  const losing = gales === 0 ? [] : kept.flatMap(({ counts, text }) => (counts.lost > 0 ? shown(text) : []));
  const losesAll =
    losing.length > 0 &&
    (galed?.isSure === true || asker.ask('announced-gales', ['one', 'all'], losing) === 'all');
  const lost = losesAll ? gales : undefined;
  const parts = kept.map(({ counts, line, text }) => ({
    steps: stepsIn(counts, lost),
    line,
    text: shown(text),
  }));
  const lines = new Set(counted.map(({ line }) => line));
  const restated = stated.flatMap(({ line, text }) =>
    lines.has(line) ? [] : { line, text: shown(text), why: { code: 'sum' } as const },
  );
  const notUnderstood = [...restated, ...others].sort((one, other) => one.line - other.line);
  const rows = { read: lines.size + notUnderstood.length, understood: lines.size, notUnderstood };
  const unresolved = kept.reduce((sum, { unresolved: some }) => sum + some, 0);
  const unresolvedStakes = unresolved * (losesAll ? gales + 1 : 1);
  const texts = kept.map(({ text }) => text);
  const facts = paidIn({ paid, texts, doubts, all: kept.map(({ counts }) => counts) }, asker);
  const also = { payout: options.payout, ...facts, unresolved, unresolvedStakes, gales };
  return { ...claimedParts(parts, also), rows, open: asker.open };
}

interface PaidClaim {
  readonly paid: ClaimedPayout | undefined;
  readonly texts: readonly string[];
  readonly doubts: readonly string[];
  readonly all: readonly Counts[];
}

/** What a win brings in a claim: as it says, else as is asked where it speaks of it; nothing where it does not. */
function paidIn({ paid, texts, doubts, all }: PaidClaim, asker: Asker): Pick<ClaimFacts, 'given' | 'kind'> {
  const sumOf = (of: keyof Counts): number => all.reduce((sum, counts) => sum + counts[of], 0);
  const sums = { won: sumOf('won'), lost: sumOf('lost'), tied: sumOf('tied') };
  const given = paid?.payoutWith(asker, sums);
  const rest = paid?.rest ?? texts.join('\n');
  const net = given ?? payoutOfNet(texts, sums) ?? payoutOfNet(all.length === 1 ? [rest] : [], sums);
  const like = net === undefined && all.length > 0 ? askedNet(rest, [...all, sums], asker) : undefined;
  const isOpen =
    net === 'open' || ((net ?? like) === undefined && saysSizes(rest, doubts, [sums.won, sums.lost]));
  const atLevels = isOpen ? texts : like === undefined ? texts.filter((text) => AT_LEVELS.test(text)) : [];
  if (typeof net !== 'number' && atLevels.length > 0)
    return atDistance(atLevels, sums.won + sums.lost, asker);
  if (like !== undefined) return { given: like, kind: 'odds' };
  if (typeof net !== 'number') return {};
  return { given: net, kind: given === undefined ? 'distance' : paid?.kind };
}

/** So many won, lost and tied trades of which nothing else is known. */
export function claimed(counts: Counts, payout: number): Reading {
  return claimedParts([{ steps: stepsIn(counts), line: 1, text: '' }], { payout });
}

/** `208 TP hit, 92 SL hit`. */
const AT_LEVELS =
  /(?<!\p{L})(?:tp|targets?|take[ -]?profits?)(?!\p{L}).*(?<!\p{L})(?:sl|stops?|stop[ -]?loss(?:es)?)(?!\p{L})/isu;

/** Asks what a win brings in so many trades at targets and stops. */
function atDistance(
  texts: readonly string[],
  trades: number,
  asker: Asker,
): Pick<ClaimFacts, 'given' | 'kind'> {
  const others = Array.from({ length: Math.max(0, trades - texts.length) }, () => '');
  return { given: askedDistance([...texts.map(shown), ...others], asker), kind: 'distance' };
}

/** The trades of counts, of which each loss has cost so many doubled stakes, or stakes that are not known. */
function stepsIn({ won, lost, tied }: Counts, gales?: number): readonly Step[] {
  requireReadableRows(won + lost * ((gales ?? 0) + 1) + tied);
  const none = gales && 0;
  return [...stepsOf('won', none, won), ...stepsOf('lost', gales, lost), ...stepsOf('tied', none, tied)];
}

interface ClaimFacts {
  readonly payout: number;
  readonly hasOrder?: boolean;
  /** What the claim says that a win brings. */
  readonly given?: number;
  readonly kind?: ClaimedPayout['kind'] | undefined;
  readonly unresolved?: number;
  readonly unresolvedStakes?: number;
  /** Doubled stakes that are announced, and not counted. */
  readonly gales?: number;
}

function claimedParts(
  parts: readonly ClaimPart[],
  { payout, hasOrder = false, given, kind = 'payout', unresolved = 0, gales = 0, ...facts }: ClaimFacts,
): Reading {
  const steps = parts.flatMap((part) => part.steps);
  requireReadableRows(steps.length);
  const nothing = { timeMs: null, pair: null, direction: null, expirySeconds: null, entryPrice: null };
  // All that end alike are one object: 225,000 would take 70 MB.
  const kinds = new Map<string, Row>();
  const rows = steps.map(({ outcome, step }) => {
    const key = `${outcome} ${step ?? ''}`;
    const row = kinds.get(key) ?? {
      ...nothing,
      outcome,
      ...(step !== undefined && step > 0 && { isDoubled: true }),
      stake: step === undefined ? null : 2 ** step,
      payout: given ?? null,
      profit: null,
    };
    kinds.set(key, row);
    return row;
  });
  const from = parts.flatMap((part) => part.steps.map(() => part));
  const { trades, ...unsaid } = completeTrades(rows, payout);
  return {
    trades,
    origins: parts.flatMap((part) => {
      const origin: Origin = { line: part.line, signal: null, kind: 'claim' };
      const doubled: Origin = { ...origin, kind: 'doubled' };
      return part.steps.map(({ isLast }) => (isLast ? origin : doubled));
    }),
    textsOf: (trade) => ({ end: from[trade]?.text ?? '', signal: '' }),
    questions: [],
    rows: { read: Math.max(1, parts.length), understood: Math.max(1, parts.length), notUnderstood: [] },
    columns: [],
    found: [],
    neededZone: false,
    namedZone: false,
    hasOrder,
    numbers: [],
    signals: {
      resolved: unresolved === 0 ? 0 : trades.length,
      unresolved,
      unresolvedStakes: facts.unresolvedStakes ?? unresolved,
      announcedGales: gales,
      ...unsaid,
      hasDistances: kind === 'distance',
      paysByChance: kind !== 'payout',
    },
  };
}
