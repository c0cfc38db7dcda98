/**
 * Messages that say at once how several signals ended ("Both WIN", "First win, second loss", "1 win 1 loss", "Results: ✅✅❌✅"), and rows that hold several trades,
 * each with its outcome in a numbered column: `1ª entrada`, `2ª entrada`.
 */
import type { TradeOutcome } from '../../trade.ts';
import { isBlank } from '../words/amount.ts';
import { COLOURED, classesOf, MARKS, outcomeOfWord, type WordClass } from '../words/chat-words.ts';
import { type Clause, clausesOf } from '../words/clauses.ts';
import { namedMeaning } from '../words/column-names.ts';
import { parseEnding } from '../words/endings.ts';
import type { Line } from './message-lines.ts';
import { withoutTraded } from '../words/pairs.ts';
import { talliesIn } from '../claims/tallies.ts';
import { headed } from '../words/headed-table.ts';
import type { Cells as Row, Table } from '../unreadable.ts';
import { plainWords, remembering } from '../words/words.ts';

export interface SeveralOutcomes {
  readonly outcomes: readonly TradeOutcome[];
  /** What each of a row says, where one of them says its stakes. */
  readonly row?: readonly Clause[] | undefined;
  /** It is about all of the signals; a count, a summary, or one mark several times, may be something else. */
  readonly isSure: boolean;
  /** They may be those of the stakes of one signal, of which each but the last was lost. */
  readonly isOfOne?: boolean;
}

interface OpenSignal {
  readonly at: number;
  readonly text: string;
}

interface Said {
  readonly lines: readonly Line[];
  readonly message: { readonly text: string };
}

const LONGEST = 80;
const MOST = 50;
const BOTH =
  /(?<![\p{L}\p{M}])(?:both|ambas|ambos|as duas|os dois|las dos|los dos|dono|donon|दोनों|উভয়|দুটোই|دونوں|keduanya|dua-duanya|оба|обе|ikisi de|her ikisi|cả hai|كلاهما|beide|les deux|entramb[ei])(?![\p{L}\p{M}])/iu;
const OUTCOMES = new Map([...MARKS, ...COLOURED].filter(([, outcome]) => outcome !== 'tied'));
const MARK = new RegExp(`[${[...OUTCOMES.keys()].join('')}]`, 'gu');
const MARKS_ALONE = new RegExp(`^[^\\d]{0,40}?(?:${MARK.source}\\ufe0f?[\\s,|/-]*){2,}$`, 'u');
const LETTERS = /^[^\d]{0,40}?[:\n]\s*((?:[WL][\s,|/-]+){1,50}[WL])$/u;

/**
 * What a message says of the open signals, the newest last; undefined where it speaks of one signal, or of another number. One outcome
 * may be that of all that the last message opened for several pairs at once, unless another one follows.
 */
export function severalOutcomes(
  { lines, message }: Said,
  signals: readonly OpenSignal[],
  next: string,
): SeveralOutcomes | undefined {
  const { text } = message;
  const open = signals.length;
  const ofSignal = lines.some(({ opens, isWhole, pair }) => opens || isWhole || pair !== null);
  if (text.length > LONGEST || open === 0 || ofSignal) return undefined;
  const row = open === 1 ? undefined : rowIn(text);
  // "First entry won, second entry lost" speaks of two signals, "won at gale 1" of one.
  if (row === undefined && Number(lines[0]?.clauses[0]?.gales ?? 0) !== 0) return undefined;
  const isOfBoth = BOTH.test(text);
  const isSum = clausesOf(text).some((clause) => clause.isSum);
  const ordered = isSum || row ? undefined : orderedIn(text);
  // "1st entry: loss, 2nd entry: win"
  if (open === 1 && ordered !== undefined)
    return { outcomes: ordered, isSure: false, isOfOne: !ordered.slice(0, -1).includes('won') };
  if (open === 1 || lines.length > 2) return undefined;
  const said =
    row?.flatMap(({ outcome }) => outcome ?? []) ??
    ordered ??
    (isOfBoth ? eachIn(text, 2) : (countedIn(text) ?? marksIn(text)));
  const outcomes = said ?? ofJoined(text, signals, next);
  // A signal before these two may have been called off.
  const isOfLast = said === undefined || ordered !== undefined || isOfBoth;
  if (outcomes === undefined || outcomes.length > open || (!isOfLast && outcomes.length < open))
    return undefined;
  const areMarks = row !== undefined || (new Set(outcomes).size > 1 && MARKS_ALONE.test(text));
  return {
    outcomes,
    row,
    isSure: said !== undefined && outcomes.length === open && (isOfLast || (areMarks && !isSum)),
  };
}

const ROW = new RegExp(`${MARK.source}[^${MARK.source.slice(1)}*`, 'gu');
const BETWEEN = /\s*[,|;]\s*|\s[-–—]\s/u;

/** The outcomes of a row of which one says its stakes, such as `✅ ✅G1 ❌` and "Win, win G1, loss". */
export function rowIn(text: string): readonly Clause[] | undefined {
  const marked = text.match(ROW);
  // `1️⃣✅ 2️⃣❌` and "First ✅ second ❌" number the trades, `✅ 3 ❌ 1` counts them.
  const isNumbered = classesOf(marked === null ? '' : text.slice(0, text.search(MARK))).some(
    ({ number }) => number !== undefined,
  );
  const parts = marked ?? text.split(BETWEEN).filter((part) => part !== '');
  const row = parts.flatMap((part) => clausesOf(part.replace(/[\s,|;/–—-]+$/u, '')));
  const isRow =
    parts.length > (marked === null ? 2 : 1) &&
    row.length === parts.length &&
    row.every(({ outcome, isWish, isSum, unknown }) => outcome && !isWish && !isSum && unknown === 0);
  const isSaid = row.some(({ gales, step }) => (gales ?? step) !== null);
  // "✅ GREEN G1 ✅" is decorated.
  const isOne =
    new Set(row.map(({ outcome }) => outcome)).size === 1 &&
    row.some(({ hasResultWord }) => hasResultWord) &&
    row.at(-1)?.hasResultWord === false;
  return isRow && isSaid && !isOne && !isNumbered && row.some(({ step }) => step === null) ? row : undefined;
}

/** A text with words in place of marks, or without its marks where words say outcomes. */
function withWords(text: string): string {
  const hasWords = plainWords(text)
    .split(/[\s\d]+/)
    .some((word) => outcomeOfWord(word) !== undefined);
  return text.replace(MARK, (mark) => (hasWords ? ' ' : OUTCOMES.get(mark) === 'won' ? ' win ' : ' loss '));
}

/** The one outcome of a text, so many times. */
function eachIn(text: string, times: number): readonly TradeOutcome[] | undefined {
  const [clause, other] = clausesOf(text);
  const { outcome, unknown = 0 } = clause ?? {};
  if (outcome === undefined || other !== undefined || unknown > 1) return undefined;
  return Array.from({ length: times }, () => outcome);
}

const CLOCK = /\d[:h]\d/;

/** One outcome for each signal of the last message, where these name no times, or differ by their pairs alone. */
function ofJoined(
  text: string,
  signals: readonly OpenSignal[],
  next: string,
): readonly TradeOutcome[] | undefined {
  const [last, before] = [signals.at(-1), signals.at(-2)];
  if (last === undefined || before?.at !== last.at || before.text === last.text) return undefined;
  const restOf = (signal: OpenSignal): string => (CLOCK.test(signal.text) ? withoutTraded(signal.text) : '');
  const joined = signals.filter((signal) => signal.at === last.at && restOf(signal) === restOf(last));
  const goesOn = clausesOf(next).some(({ outcome }) => outcome !== undefined);
  return joined.length < 2 || goesOn ? undefined : eachIn(text, joined.length);
}

/** `Entry 1`. */
const ENTRIES: ReadonlySet<WordClass | undefined> = new Set(['attempt', 'try', 'step'] as const);

/** `First win, second loss`: an outcome behind each ordinal, or before it. */
function orderedIn(text: string): readonly TradeOutcome[] | undefined {
  const words = classesOf(withWords(text));
  const said = words.flatMap(({ kind, number, isOrdinal }, at) => {
    // "The first one" has one ordinal.
    const isEntry = isOrdinal || ENTRIES.has(words[at - 1]?.kind);
    if (isEntry && number !== undefined) return words[at - 1]?.isOrdinal === true ? [] : number;
    return kind === 'won' || kind === 'lost' || kind === 'tied' || kind === 'maybe' ? kind : [];
  });
  const [some, others] = [0, 1].map((part) => said.filter((_word, at) => at % 2 === part));
  const [ordinals, outcomes] = typeof said[0] === 'number' ? [some, others] : [others, some];
  const isEach = said.length > 2 && ordinals?.join() === outcomes?.map((_outcome, at) => at + 1).join();
  const ended = outcomes?.flatMap((one) => (typeof one === 'number' || one === 'maybe' ? [] : one));
  return isEach && ended?.length === ordinals?.length ? ended : undefined;
}

/** Outcomes by their counts: "3 wins 1 loss", "✅ 3 ❌ 1", "2 of 3 won". */
export function countedIn(text: string): readonly TradeOutcome[] | undefined {
  if (text.length > LONGEST || !/\d/.test(text)) return undefined;
  const { stated, one } = talliesIn(
    text.replace(MARK, (mark) => (OUTCOMES.get(mark) === 'won' ? '✅' : '❌')),
  );
  const [tally, other] = stated;
  const { bare, rounded } = tally ?? {};
  const counts = bare === undefined ? (tally?.counts ?? one) : bare.isShare ? bare.of : undefined;
  if (counts === undefined || other !== undefined || rounded !== undefined) return undefined;
  const { won, lost, tied } = counts;
  if (won + lost + tied > MOST) return undefined;
  const repeat = (count: number, outcome: TradeOutcome) => Array<TradeOutcome>(count).fill(outcome);
  return [...repeat(won, 'won'), ...repeat(lost, 'lost'), ...repeat(tied, 'tied')];
}

/** Outcomes in their order, by marks, letters or words alone: `✅✅❌`, "Session: W L W". */
export const marksIn = remembering((text: string): readonly TradeOutcome[] | undefined => {
  const letters = LETTERS.exec(text)?.[1]?.match(/[WL]/g);
  const marks = letters ?? (MARKS_ALONE.test(text) ? text.match(MARK) : undefined);
  // "ITM ITM OTM"
  const words = classesOf(text).map(({ kind }) => (kind === 'won' || kind === 'lost' ? kind : undefined));
  if (!marks && words.length > 1 && words.every((word) => word !== undefined)) return words;
  return marks?.map((mark) => OUTCOMES.get(mark) ?? (mark === 'W' ? 'won' : 'lost'));
});

/** Scores that grow by one from message to message say how each signal ended by their differences, and not all of the open ones. */
export function areRunning(scores: readonly number[]): boolean {
  const steps = scores.filter((score, at) => at > 0 && score === (scores[at - 1] as number) + 1).length;
  return steps > 0 && steps * 2 >= scores.length - 1;
}

const NUMBERED = /^(?:(\d{1,2})(?:a|o|st|nd|rd|th|er|e)? ?(\p{L}*)|(\p{L}*) ?(\d{1,2}))$/u;
/** What names trades; targets, legs and rules are numbered, too. */
const OF_TRADES =
  /^(?:trades?|entry|entrada|entree|einstieg|operat?ion|operacion|operacao|op|signal|senal|sinal|bet|apuesta|aposta|deal|position|posicion|posicao|order|orden|ordem|сделка|сигнал|вход|islem|sinyal|transaksi|lenh)?$/u;

/** A table with a row for each outcome of those that have several, one of them after a won one; any other table as it is. */
export function withEachOutcome(table: Table): Table {
  const { head, names, below } = headed(table, (row) => row.some((_name, at) => afterLast(row, at) > at + 1));
  const first = names.findIndex((_name, at) => afterLast(names, at) > at + 1);
  if (first === -1) return table;
  const after = afterLast(names, first);
  const partsOf = (row: Row): Row => row.slice(first, after).filter((cell) => !isBlank(cell));
  const ended = below.map((row) => partsOf(row).map(parseEnding));
  const goesOn = ended.some((endings) => endings.slice(0, -1).includes('won'));
  if (!goesOn || ended.flat().some((ending) => ending === undefined)) return table;
  const [wins, losses] = (['wins', 'losses'] as const).map((one) =>
    names.findIndex((name) => namedMeaning(name) === one),
  ) as [number, number];
  const countedOf = (row: Row): Row =>
    /^\d{1,2}$/.test(row[wins] ?? '') && /^\d{1,2}$/.test(row[losses] ?? '')
      ? [...Array<string>(Number(row[wins])).fill('won'), ...Array<string>(Number(row[losses])).fill('lost')]
      : partsOf(row);
  const tallyOf = (cells: Row): string =>
    cells
      .map(parseEnding)
      .filter((ending) => ending === 'won' || ending === 'lost')
      .sort()
      .join();
  // Where counts of a row deny its outcomes, both are columns, and the reader says which one holds.
  const isDenied = below.some((row) => tallyOf(partsOf(row)) !== tallyOf(countedOf(row)));
  const rows: Row[] = [];
  const lines: number[] = [];
  for (const [at, row] of table.rows.entries()) {
    const parts = at === head ? ['Result'] : at > head ? partsOf(row) : [];
    const counted = !isDenied
      ? []
      : at === head
        ? [`${names[wins]}, ${names[losses]}`]
        : at > head
          ? countedOf(row)
          : [];
    for (let place = 0; place < Math.max(1, parts.length, counted.length); place += 1) {
      const part = parts[place] ?? '';
      // The number keeps trades apart that ended alike on one day.
      const number = at === head || (parts[place] ?? counted[place]) === undefined ? '' : `${place + 1}.`;
      const added = isDenied ? [counted[place] ?? ''] : [];
      rows.push([...row.slice(0, first), part, number, ...row.slice(after), ...added]);
      lines.push(table.lines[at] as number);
    }
  }
  return { ...table, rows, lines };
}

/** Where columns from a place on end that are numbered from 1 and named alike. */
function afterLast(names: Row, first: number): number {
  const numbered = (at: number): readonly [number, string] | undefined => {
    const [, before, rest, base, behind] = NUMBERED.exec(plainWords(names[at] ?? '')) ?? [];
    const name = rest ?? base;
    return name === undefined || !OF_TRADES.test(name) ? undefined : [Number(before ?? behind), name];
  };
  const [, base] = numbered(first) ?? [];
  let after = first;
  for (
    let next = numbered(after);
    next?.[0] === after - first + 1 && next[1] === base;
    next = numbered(after)
  )
    after += 1;
  return after;
}
