import { OF_LAST } from '../words/chat-words.ts';
import { CLOSED, type Clause, clausesOf, closedAs, PROFIT_ALONE } from '../words/clauses.ts';
import { endingOfProfit } from '../complete-trades.ts';
import { pairEnd, pairIn, pairStarts, tradedIn, withoutTraded } from '../words/pairs.ts';
import { amountOf, broughtIn, moneyIn, POINTS } from '../words/signed-amounts.ts';
import { expiryIn, TRADE_NOUN } from '../words/trade-words.ts';
import { remembering } from '../words/words.ts';

/** A line of a message. */
export interface Line {
  readonly text: string;
  readonly clauses: readonly Clause[];
  readonly pair: string | null;
  readonly side: 'CALL' | 'PUT' | null;
  readonly expirySeconds: number | null;
  readonly entryPrice: number | null;
  /** It names a pair and a side, and says an outcome. */
  readonly isWhole: boolean;
  /** Its outcome is said by words, not by marks alone. */
  readonly hasResultWord: boolean;
  /** It names a pair or a side, and little that is not understood. */
  readonly opens: boolean;
}

const LONGEST_LINE = 400;
const MOST_LINES = 5_000;
const MOST_FOOTERS = 200;
/** Longer texts seldom repeat. */
const LONGEST_REMEMBERED = 2_000;
/** With more words that are not understood, a line with a pair is talk. */
const MOST_UNKNOWN = 2;
/** A price of a currency pair behind a word for it, with the digits that quotes have. */
const ENTRY_PRICE =
  /(?:entry|price|strike|open|entrada|preço|precio|kurs|prix|цена|вход|@)[^\d\n]{0,12}(\d{1,3}[.,]\d{2,6})(?![\d%])/iu;
const PRICE = /(?<![\d.,])\d{2,6}(?:[.,]\d+)?(?![\d%])/;
/** "Up to" is no side, and the label of a side is no word of its own. */
const NO_WORDS_OF_SIDE =
  /(?<!\p{L})(?:up|down) to(?!\p{L})|^[^\p{L}]*(?:side|lado|tipo|acci[óo]n|a[çc][ãa]o|sens|richtung|direzione|posisi|type|direction|dire[çc][ãa]o|direcci[óo]n|arah|yön|направление|दिशा|দিক|سمت|الاتجاه)\s*:/giu;
const QUOTE = /^>(?!>)/;
/** All members of a channel. */
const CALLED = /@(?:everyone|here|channel|all)(?![\p{L}\p{N}_])/giu;
const BULLET = /^\s*([✅☑✔🟢🔴🟩🟥💰🏆👉🔹])/u;

const saysOutcome = (text: string): boolean => clausesOf(text).some(({ outcome }) => outcome !== undefined);

/** The lines of a message that hold text. Marks with which several lines begin are bullets, not outcomes. */
export const linesOf = (message: string): readonly Line[] =>
  message.length > LONGEST_REMEMBERED ? splitMessage(message) : linesOfShort(message);

const linesOfShort = remembering(splitMessage);

function splitMessage(message: string): readonly Line[] {
  const written = message
    .split('\n', MOST_LINES)
    .map((line) => line.slice(0, LONGEST_LINE).replace(CALLED, ' ').replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
  const texts = withDetails(withSide(written).flatMap(byPairs));
  const bullet = BULLET.exec(texts[0] ?? '')?.[1] ?? BULLET.exec(texts[1] ?? '')?.[1];
  const bulleted = texts.filter((text) => BULLET.exec(text)?.[1] === bullet && /\p{L}/u.test(text));
  const isBullet =
    bullet !== undefined &&
    bulleted.length > 1 &&
    !bulleted.every((text) => lineOf(text).isWhole) &&
    bulleted.some(
      (text) => lineOf(text.replace(BULLET, '')).opens || clausesOf(text).some(({ unknown }) => unknown > 0),
    );
  const known = ofPrevious(
    texts
      .filter((text) => !QUOTE.test(text))
      .map((text) => lineOf(isBullet ? text.replace(BULLET, '') : text)),
  );
  const lines = marked(withoutLevelMarks(withoutHeadings(withEndsAlone(withoutGuesses(known)))));
  // What is quoted above an answer names its signal.
  const pair = tradedIn(texts.find((text) => QUOTE.test(text) && tradedIn(text) !== undefined) ?? '');
  return pair === undefined ? lines : lines.map((line) => (line.pair === null ? { ...line, pair } : line));
}

const COUNT = /^\D+[:=]\s*\d{1,4}$/u;

/** What outcomes brought that stands below them, as "Loss: 10.2%", behind them: it says no other outcome. */
function withDetails(texts: readonly string[]): readonly string[] {
  const details = texts.map((text) => broughtIn(text));
  const isSaid = (at: number): boolean => details[at] === undefined && saysOutcome(texts[at] as string);
  const places = [...texts.keys()].filter((at) => details[at] !== undefined);
  const said = places.map((at) => {
    const above = texts.slice(0, at).findLastIndex((_text, place) => isSaid(place));
    return above === -1
      ? texts.findIndex((text, place) => isSaid(place) || (CLOSED.test(text) && place !== at))
      : above;
  });
  if (said.every((at) => at === -1)) return texts;
  return texts.flatMap((text, at) => {
    if (details[at] !== undefined && said[places.indexOf(at)] !== -1) return [];
    // "Win: 9" above "Loss: 2" counts.
    const counts = (place: number): boolean => /\d/.test(text) && COUNT.test(texts[place] as string);
    const own = places.filter((place, one) => said[one] === at && !counts(place));
    // "Exited" alone says no outcome.
    const isNamed = own.length > 0 && CLOSED.test(text) && !lineOf(text).hasResultWord;
    return [[text, ...own.map((place) => broughtIn(texts[place] as string, isNamed))].join(' ')];
  });
}

const JOINED = /^\s*(?:[/&+,|]|and|y|e|и|und|et|dan|ve|và)?\s*$/iu;

/** Several pairs in one line, with the side and the duration that stand below them: a signal for each. */
function withSide(texts: readonly string[]): readonly string[] {
  const named = texts.filter((text) => pairStarts(text).length > 0);
  const [pairs = ''] = named;
  const isJoined = named.length === 1 && pairStarts(pairs).length > 1 && lineOf(pairs).side === null;
  const below = isJoined ? texts.slice(texts.indexOf(pairs) + 1).map(lineOf) : [];
  const side = below.find((line) => line.side !== null);
  if (side === undefined || below.some(({ clauses }) => clauses.some(({ outcome }) => outcome !== undefined)))
    return texts;
  const parts = [side, below.find((line) => line.expirySeconds !== null)].flatMap((line) => line?.text ?? []);
  return texts.map((text) => (text === pairs ? `${text} ${[...new Set(parts)].join(' ')}` : text));
}

/** `EURUSD win and GBPUSD loss` as two lines: each pair has an outcome or a side of its own. */
function byPairs(text: string): readonly string[] {
  const starts = pairStarts(text);
  if (starts.length < 2) return [text];
  const before = /[^\p{L}\p{N}]*$/u.exec(text.slice(0, starts[0]))?.[0] ?? '';
  const isMarked = saysOutcome(before);
  const cuts = starts.map((start) =>
    isMarked ? start - (/[^\p{L}\p{N}]*$/u.exec(text.slice(0, start))?.[0].length ?? 0) : start,
  );
  const parts = cuts.map((cut, at) => text.slice(at === 0 ? 0 : cut, cuts[at + 1]));
  // One pair, or one that is written in two ways, may be said twice of one trade.
  if (new Set(parts.map(pairIn)).size < parts.length)
    return parts.every((part) => lineOf(part).isWhole) ? parts : [text];
  const says = parts.filter((part) => {
    const { side, clauses } = lineOf(part);
    return side !== null || clauses.some(({ outcome, isWish }) => outcome !== undefined && !isWish);
  });
  if (says.length === parts.length) return parts;
  // `EURUSD / GBPUSD CALL` is a signal for each.
  const tail = parts.at(-1) as string;
  const rest = tail.slice(pairEnd(tail));
  const pairs = parts.map((part, at) => part.slice(at === 0 ? (starts[0] as number) : 0));
  const areJoined = pairs.slice(0, -1).every((part) => JOINED.test(part.slice(pairEnd(part))));
  if (!areJoined || says.length === 0) return [text];
  return pairs.map((part) => `${text.slice(0, starts[0])}${part.slice(0, pairEnd(part))} ${rest}`);
}

const PREVIOUS = new RegExp(
  `^\\P{L}*(?:(?:the|our|el|la|o|a) )?(?:(?:${TRADE_NOUN}) )?(?:${OF_LAST})(?: (?:${TRADE_NOUN}|call))?(?!\\p{L})[ :–-]*`,
  'iu',
);

/** "Previous: WIN" beside a signal is the end of the one before, and stands above it. */
function ofPrevious(lines: readonly Line[]): readonly Line[] {
  const first = lines.findIndex(({ opens }) => opens);
  const plain = (line: Line): Line => lineOf(line.text.replace(PREVIOUS, ''));
  const isBelow = ({ text, clauses }: Line, at: number): boolean =>
    first !== -1 && at > first && PREVIOUS.test(text) && clauses.some(({ outcome }) => outcome !== undefined);
  const others = lines.filter((line, at) => !isBelow(line, at));
  return [
    ...lines.filter(isBelow).map(plain),
    ...others.map((line, at) => (at < first ? plain(line) : line)),
  ];
}

/** Marks above a signal, such as those of "✅ ENTRY CONFIRMED ✅", say no outcome. */
function withoutHeadings(lines: readonly Line[]): readonly Line[] {
  const first = lines.findIndex(({ opens, isWhole }) => opens || isWhole);
  const isList = lines.filter(({ isWhole }) => isWhole).length > 1;
  const plain = (clause: Clause): Clause =>
    (clause.isSure && !isList) || clause.hasResultWord
      ? clause
      : { ...clause, outcome: undefined, marks: [] };
  return lines.map((line, at) => (at < first ? { ...line, clauses: line.clauses.map(plain) } : line));
}

/** "✅ TP1 2646" and "❌ SL 2655", or "🎯2660 ⛔2627", in one signal name both levels, whatever these are called, and reach none. */
function withoutLevelMarks(lines: readonly Line[]): readonly Line[] {
  const isLevel = ({ text, pair, opens }: Line): boolean => pair === null && !opens && LEVEL.test(text);
  const levels = lines.filter(isLevel);
  const said = levels.flatMap(({ clauses }) => clauses.flatMap(({ outcome }) => outcome ?? []));
  const isSignal = lines.some(({ opens, side }) => opens && side !== null);
  const hasBoth =
    new Set(said).size > 1 || levels.some(({ text }) => LEVELS.test(text) || MARKED_STOP.test(text));
  if (!isSignal || !hasBoth) return lines;
  return lines.map((line) => (isLevel(line) ? withoutOutcome(line) : line));
}

const withoutOutcome = (line: Line): Line => ({
  ...line,
  hasResultWord: false,
  clauses: line.clauses.map((one) => ({ ...one, outcome: undefined, marks: [], hasResultWord: false })),
});

const MARK = '[^\\p{L}\\p{N}|=]*[✅☑✔✓❌✖✗✘⛔🟢🔴⚪➖][\\ufe0f⁰¹²³]*';
/** `✅¹ = gale 1`, `✅ direct | ❌ lost`. */
const LEGEND = new RegExp(`^${MARK}\\s*=\\s*\\p{L}|^(?:${MARK} ?\\p{L}[^|]*\\|)+${MARK} ?\\p{L}[^|]*$`, 'u');
/** What a mark means is no outcome. */
const withoutLegend = (line: Line): Line =>
  line.pair === null && LEGEND.test(line.text) ? withoutOutcome(line) : line;

const LEVERAGED = /(?<![$#]\p{L}{1,10} )(?:long|short) ?\d{1,3}x/iu;

/** Lines without legends, and without a coin of no known name beside a pair that is known: "OPEN LONG 10x". */
function withoutGuesses(lines: readonly Line[]): readonly Line[] {
  const isGuess = ({ pair, text }: Line): boolean =>
    pair !== null && LEVERAGED.test(text) && tradedIn(pair) === undefined;
  const hasKnown = lines.some((line) => line.pair !== null && !isGuess(line));
  return lines.map((line) => withoutLegend(hasKnown && isGuess(line) ? { ...line, pair: null } : line));
}

/** A price behind a mark, words or both; prices behind a mark each. */
const LEVEL = /^[^+−-]{1,24}?(?<![\d.,])\d[\d.,]{2,}/u;
const LEVELS = /^\p{ExtPict}\ufe0f? ?\d[\d.,]{2,} ?\p{ExtPict}\ufe0f? ?\d[\d.,]{2,}$/u;

/** A mark before the name of a stop: that of a stop that was hit stands behind it. */
const MARKED_STOP = /^[⛔❌✖]\ufe0f? ?(?:sl|s\/l|stop)(?!\p{L})/iu;

/** A mark beside the pair of a signal whose side stands in another line is one beside the signal. */
function marked(lines: readonly Line[]): readonly Line[] {
  const [named, ...others] = lines.filter(({ pair }) => pair !== null);
  const side = lines.find((line) => line.pair === null && line.side !== null)?.side;
  const isMarked =
    named?.side === null &&
    !named.hasResultWord &&
    named.clauses.some(({ outcome }) => outcome !== undefined);
  if (!isMarked || side === undefined || others.length > 0) return lines;
  return lines.map((line) => (line === named ? { ...line, side, isWhole: true } : line));
}

const BROUGHT = new RegExp(
  `(?<![\\p{L}\\d.,])([+−-])\\s?\\p{Sc}?\\s?(\\d+(?:[.,]\\d+)*)\\s?(?:%|\\p{Sc}|(?:usd|r|${POINTS})(?!\\p{L}))?(?![\\p{L}\\d:/])`,
  'iu',
);
/** `#5 SL -25`. */
const NUMBERED = /^[#№] ?\d+/u;
/** "EURUSD SL 20 pips" may be its end, or where its stop is. */
const UNSIGNED = new RegExp(
  `(?<![\\p{L}\\d.,]|(?:to|at|a|на|[:=]) ?)()(\\d+(?:[.,]\\d+)?)\\s?(?:${POINTS})(?!\\p{L})`,
  'iu',
);
/** It has begun: "Entry targets achieved", "order filled at +2". */
const ENTERED = /(?<!\p{L})(?:entr(?:y|ies|ada)|filled|triggered|activated|вход)(?!\p{L})/iu;
/** What to do, or the name of an order. */
const TO_DO = /(?<!\p{L})(?:take[ -]?profit|stop)(?!\p{L}|[ -]?loss)/iu;

/** `GBPUSD stopped -20`, `SL`, `EURUSD profit`: a message of a stop, a target or a profit alone, and what it brought, says an end, as does each line of a list of pairs. */
function withEndsAlone(lines: readonly Line[]): readonly Line[] {
  const pairs = new Set(lines.map(({ pair }) => pair));
  return lines.length === 1 || (pairs.size === lines.length && !pairs.has(null))
    ? lines.map(endedAlone)
    : lines;
}

function endedAlone(read: Line): Line {
  const { text, clauses, pair, side, expirySeconds, entryPrice } = read;
  const isLevel = pair !== null && clauses.some(({ isTarget, isStop }) => isTarget || isStop);
  // A level of what is traded, without a side, opens no signal.
  const line = isLevel && side === null && entryPrice === null ? { ...read, opens: false } : read;
  const isOther = (one: Clause): boolean =>
    one.outcome !== undefined || one.isWish || one.isSum || one.unknown > 0 || one.hasOnlyCircles;
  // "EURUSD long closed +40"
  const isOpening = side !== null && (pair === null || !CLOSED.test(text));
  if (isOpening || expirySeconds !== null || entryPrice !== null || clauses.some(isOther)) return line;
  const [amount, sign, number = ''] = BROUGHT.exec(text) ?? (isLevel ? UNSIGNED.exec(text) : null) ?? [];
  const rest = withoutTraded(text.replace(amount ?? '', ' '));
  const named = clauses.find(({ isTarget, isStop }) => isTarget || isStop);
  const isProfit = pair !== null && PROFIT_ALONE.test(rest);
  const said = named ?? clauses.find(({ hasResultWord }) => hasResultWord) ?? clauses[0];
  const digits = rest.replace(NUMBERED, ' ').replace(/\D/g, '');
  if (said === undefined || named?.hasResultWord === true || ENTERED.test(text)) return line;
  if (digits !== '' && digits !== `${said.target}`) return line;
  const byWord = named !== undefined ? (named.isStop ? 'lost' : 'won') : isProfit ? 'won' : undefined;
  const bySign = !sign ? undefined : sign === '+' ? 'won' : 'lost';
  const outcome = bySign ?? byWord;
  const isEnded = byWord !== undefined || said.hasResultWord || CLOSED.test(text);
  if (outcome === undefined || (!isEnded && pair === null)) return line;
  const isBare = bySign === undefined && (pair === null || /take/iu.test(text)) && TO_DO.test(text);
  const isTrailed = named?.isStop === true && outcome === 'won';
  const isSure =
    isEnded && !isBare && sign !== '' && (isTrailed || byWord === undefined || byWord === outcome);
  const brought = {
    pips:
      amount === undefined
        ? said.pips
        : (sign || (outcome === 'won' ? '+' : '-')) === '+'
          ? amountOf(number, false)
          : -amountOf(number, false),
  };
  const end: Clause = { ...said, ...brought, outcome, isSure, marks: [], hasResultWord: true };
  return {
    ...line,
    clauses: clauses.map((clause) => (clause === said ? end : clause)),
    isWhole: side !== null,
    hasResultWord: true,
  };
}

/** "Won, the second one won too" says two ends. */
const ANOTHER =
  /(?<![\p{L}\d])(?:second|2nd|the other|another|too|as well|also|again|segund[oa]|otr[oa]|outr[oa]|también|também|втор\p{L}{2}|тоже|снова)(?!\p{L})/iu;

/** "Target hit, win +20 pts" and "closed at -12 pips, capital protected ✅" say one end. */
function saysMore(clause: Clause, at: number, clauses: readonly Clause[]): boolean {
  const { outcome, marks, text } = clause;
  if (outcome === undefined || marks.length > 1 || tradedIn(text) !== undefined || ANOTHER.test(text))
    return true;
  const isDecoration = ({ isSure, hasResultWord }: Clause): boolean => !isSure && !hasResultWord;
  return !clauses.some(
    (other, place) =>
      (place < at && other.outcome === outcome && !(clause.isSure && isDecoration(other))) ||
      (isDecoration(clause) && other.outcome !== undefined && other.isSure),
  );
}

/** The clauses that say more than others; in "TP1 hit, +30 pips" and "Win, gale 1" the others tell more of the outcome. */
function joined(clauses: readonly Clause[]): readonly Clause[] {
  return clauses.filter(saysMore).map((clause) => {
    if (clause.outcome === undefined) return clause;
    const others = clauses.filter(
      ({ outcome, isWish }) => !isWish && (outcome === undefined || outcome === clause.outcome),
    );
    const pips = clause.pips ?? others.find((other) => other.pips !== null)?.pips ?? null;
    const isSaid = clause.gales !== null || clause.step !== null;
    const gales = isSaid ? clause.gales : (others.find((other) => other.gales !== null)?.gales ?? null);
    const risks = clause.risks ?? others.find((other) => other.risks !== null)?.risks ?? null;
    return { ...clause, pips, risks, gales };
  });
}

/** Cells of a line with bars, and bets of several legs: a name in one, such as that of a team, is no outcome beside a cell that says one for certain. */
function ofCells(text: string, clauses: readonly Clause[]): readonly Clause[] {
  const isSaid = ({ outcome, isSure, hasResultWord }: Clause): boolean =>
    outcome !== undefined && isSure && hasResultWord;
  // "Arsenal ❌ Roma ✅ - LOST": the marks are those of its legs.
  const hasLegs = clauses.some(({ marks, hasResultWord }) => marks.length > 1 && !hasResultWord);
  if ((text.split(' | ').length < FEWEST_CELLS && !hasLegs) || !clauses.some(isSaid)) return clauses;
  return clauses.map((clause) =>
    clause.outcome === undefined || isSaid(clause) ? clause : { ...clause, outcome: undefined, marks: [] },
  );
}

const FEWEST_CELLS = 3;

/** `winner +10`: a smaller number may count stakes. */
const SIGNED =
  /(?<![\p{L}\d.,+−-])([+−-])(\d{1,5}[.,]\d+|\d{2,5}|[7-9])(?![\p{L}\d%:/-]|[.,]\d| ?[\p{L}%])/gu;

/** `Loss 100`: the only number of a line, at its end. */
const BARE = /^[^\d#№]*[^\d#№\p{L}](\d{2,5}(?:[.,]\d{1,2})?)[^\p{L}\d%]*$/u;

/** `$20 win +$17`: outcomes of a line that names one amount that it brought, and no more than one stake, say both. */
function withMoney(text: string, clauses: readonly Clause[]): readonly Clause[] {
  const priced = moneyIn(text);
  const signed = priced.length > 0 ? [] : [...text.matchAll(SIGNED)];
  const amounts = [
    ...priced,
    ...signed.map(([, sign = '', number = '']) => ({ sign, amount: amountOf(number) })),
  ];
  const [stake, ...stakes] = amounts.filter(({ sign }) => sign === '');
  const [brought, ...others] = amounts.filter(({ sign }) => sign !== '');
  if (stake?.amount === 0 || stakes.length + others.length > 0) return clauses;
  if (brought === undefined) {
    const bare = stake === undefined ? BARE.exec(text)?.[1] : undefined;
    const amount = stake?.amount ?? Number(bare?.replace(',', '.'));
    if (!(amount > 0)) return clauses;
    return clauses.map((clause) => {
      const { outcome, isTarget, isStop, unknown } = clause;
      const isOther = outcome === undefined || (bare !== undefined && (isTarget || isStop || unknown > 0));
      return isOther ? clause : { ...clause, amount, ...(bare !== undefined && { isBare: true }) };
    });
  }
  const profit = brought.sign === '+' ? brought.amount : -brought.amount;
  return clauses.map((clause) => {
    // A win with a minus is doubted.
    if (clause.outcome === 'won' && profit < 0 && priced.length > 0) return { ...clause, pips: profit };
    if (clause.outcome === undefined || clause.outcome !== endingOfProfit(profit)) return clause;
    return stake === undefined
      ? { ...clause, pips: clause.pips ?? profit }
      : { ...clause, money: { stake: stake.amount, profit } };
  });
}

/** One trade, by its number or by a word. */
const TRADE = new RegExp(`[#№] ?\\d|(?<!\\p{L})(?:${TRADE_NOUN})(?!\\p{L})`, 'iu');

/** Lines repeat also where messages, with their prices, do not. */
const lineOf = remembering(readLine);

function readLine(text: string): Line {
  const said = joined(ofCells(text, clausesOf(text.replace(NO_WORDS_OF_SIDE, ' '))));
  const isNamed = tradedIn(text) !== undefined || TRADE.test(text);
  const clauses = withMoney(text, isNamed ? closedAs(text, said) : said);
  const facts = clauses.filter(({ isWish }) => !isWish);
  const side = facts.find((clause) => clause.side !== null)?.side ?? null;
  const form = facts.length === 0 ? undefined : pairIn(text);
  // In talk a name of what is traded may mean another thing.
  const mayName = facts.some(
    ({ unknown, outcome }) =>
      unknown === 0 || (unknown <= MOST_UNKNOWN && (outcome !== undefined || PRICE.test(text))),
  );
  const pair = form ?? (mayName ? tradedIn(text) : undefined) ?? null;
  const expirySeconds = expiryIn(text) ?? null;
  const price = ENTRY_PRICE.exec(text)?.[1];
  const knows = facts.some(({ unknown }) => unknown <= MOST_UNKNOWN) || expirySeconds !== null;
  const isKnown = facts.length > 0 && facts.every(({ unknown }) => unknown === 0);
  const hasResultWord = facts.some((fact) => fact.hasResultWord);
  // "XRPUSDT entry filled" and "AUDUSD won" are about a signal.
  const isNote = CLOSED.test(text) || hasResultWord;
  return {
    text,
    clauses,
    pair,
    side,
    expirySeconds,
    entryPrice: price === undefined ? null : Number(price.replace(',', '.')),
    isWhole:
      pair !== null &&
      (side !== null || expirySeconds !== null) &&
      facts.some(({ outcome, isSum }) => outcome !== undefined && !isSum),
    hasResultWord,
    opens: pair !== null ? knows && (side !== null || !isNote) : side !== null && isKnown,
  };
}

/** A line that so many of a chat's messages end with, of those with a pair and of the others, says nothing about a trade. */
const NEARLY_ALL = 0.8;
const FEWEST_FOOTED = 5;

export function footersOf(messages: readonly { readonly text: string }[]): ReadonlySet<string> {
  const counts = new Map<string, [number, number]>();
  const all: [number, number] = [0, 0];
  for (const { text } of messages) {
    if (text.trim() === '') continue;
    const lines = text.split('\n', MOST_LINES);
    const kind = tradedIn(lines[0] as string) === undefined ? 0 : 1;
    all[kind] += 1;
    const last = (lines.at(-1) as string).trim();
    if (lines.length === 1 || (counts.size > MOST_FOOTERS && !counts.has(last))) continue;
    const count = counts.get(last) ?? [0, 0];
    count[kind] += 1;
    counts.set(last, count);
  }
  const isFooter = (count: readonly [number, number]): boolean =>
    [0, 1].every(
      (kind) => (count[kind] as number) >= Math.max(FEWEST_FOOTED, (all[kind] as number) * NEARLY_ALL),
    );
  return new Set([...counts].flatMap(([line, count]) => (isFooter(count) ? [line] : [])));
}
