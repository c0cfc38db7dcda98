/** Trades that were copied from the screen of a broker, each on as many lines as the others. */
import { dayIn } from '../words/moment.ts';
import { pairIn } from '../words/pairs.ts';
import { requireReadableRows, type Table } from '../unreadable.ts';

const FEWEST_ROWS = 3;
const LONGEST_LINE = 200;
const FEW = 10;

interface PastedLine {
  readonly text: string;
  /** In the pasted text, from 1. */
  readonly line: number;
  /** The day above it, as `April 9`; empty where none stands there. */
  readonly day: string;
}

/**
 * The rows of pasted trades: a pair begins each, or ends it, or the name of a share stands where others have a pair, and what else is
 * said of it follows, on lines of its own or on the same. Undefined where not all trades have as many lines and parts.
 */
export function pastedRows(text: string): Table | undefined {
  const pasted: PastedLine[] = [];
  let day = '';
  for (const [at, written] of text.split(/\r?\n/).entries()) {
    if (written.length > LONGEST_LINE) return undefined;
    const line = written.trim();
    if (line === '') continue;
    if (isDay(line)) day = line;
    else pasted.push({ text: line, line: at + 1, day });
  }
  const begins = (isName: (text: string) => boolean): number[] =>
    pasted.flatMap(({ text: line }, at) => (isName(line) ? [at] : []));
  const ofPairs = begins((line) => pairIn(line) !== undefined);
  const starts = ofPairs.length > 0 ? ofPairs : begins(isOften(pasted));
  requireReadableRows(starts.length);
  // What stands behind the last pair is of no trade where a pair ends each.
  const afterPairs = starts.map((at, place) => (starts[place - 1] ?? at - heightOf(starts)) + 1);
  return (
    rowsFrom(pasted, starts) ??
    rowsFrom(pasted, evenStarts(pasted.length, starts)) ??
    rowsFrom(pasted, afterPairs)
  );
}

/** Which lines are words that stand there often, as the name of an asset that is no pair. */
function isOften(pasted: readonly PastedLine[]): (text: string) => boolean {
  const counts = new Map<string, number>();
  for (const { text } of pasted) counts.set(text, (counts.get(text) ?? 0) + 1);
  return (text) => /^\P{N}*\p{L}{2}\P{N}*$/u.test(text) && (counts.get(text) ?? 0) >= FEWEST_ROWS;
}

const isDay = (line: string): boolean =>
  /^(?:today|yesterday)$/i.test(line) || (/\d/.test(line) && dayIn(line, ' 2000') !== undefined);

/** The fewest lines from one pair to the next. */
const heightOf = (starts: readonly number[]): number =>
  starts.reduce(
    (least, start, at) => Math.min(least, (starts[at + 1] ?? Number.POSITIVE_INFINITY) - start),
    Number.POSITIVE_INFINITY,
  );

/** The first lines of trades of as many lines as the shortest from one pair to the next; none where a pair stands elsewhere. */
function evenStarts(length: number, starts: readonly number[]): readonly number[] {
  const [first = 0] = starts;
  const height = heightOf(starts);
  if (!(height < length) || starts.some((start) => (start - first) % height !== 0)) return [];
  const top = first % height;
  return Array.from({ length: Math.floor((length - top) / height) }, (_, at) => top + at * height);
}

function rowsFrom(pasted: readonly PastedLine[], starts: readonly number[]): Table | undefined {
  const step = heightOf(starts);
  // The number of the next trade may stand before its pair.
  const height = Math.max(1, Math.min(step, pasted.length - (starts.at(-1) ?? 0)));
  // Between two screens their headings may stand.
  const uneven = starts.filter((start, at) => (starts[at + 1] ?? start + step) !== start + step).length;
  const isEven = uneven * FEW <= starts.length && starts.every((start) => start >= 0);
  if (starts.length < FEWEST_ROWS || !isEven) return undefined;
  const lines = Array.from({ length: height }, (_, at) =>
    starts.map((start) => pasted[start + at]?.text ?? ''),
  );
  const columns = lines.flatMap((cells) => partsOf(cells, height === 1 ? WITHIN_LINE : BETWEEN_PARTS));
  if (columns.length < 2) return undefined;
  const days = starts.map((start) => pasted[start]?.day ?? '');
  const all = days.some((day) => day !== '') ? [...columns, days] : columns;
  return {
    rows: starts.map((_start, at) => all.map((cells) => cells[at] as string)),
    lines: starts.map((start) => pasted[start]?.line ?? 0),
  };
}

/** What divides lines of a trade, each where it does so in all of them; none divides an amount. */
const BETWEEN_PARTS: readonly RegExp[] = [
  /\t| {2,}/,
  / +[·•|→] +/,
  // A word or the arrow of a side before an amount.
  /(?<=^[^\d+−–-]*\p{L}) (?=[+−–-]?\s?\p{Sc}?\d)|(?<=^[↑↓⬆⬇▲▼]\ufe0f?) (?=.*\d)/u,
];
/** Spaces too, but not inside an amount of money or before what is in brackets. */
const WITHIN_LINE: readonly RegExp[] = [/\t| {2,}/, /(?<!\p{Sc}) (?!\(|\p{Sc}(?!\d))|(?<=\p{Sc}) (?=\D)/u];

/** The columns that a line of each trade holds. */
function partsOf(cells: readonly string[], marks: readonly RegExp[]): readonly (readonly string[])[] {
  for (const mark of marks) {
    const parts = cells.map((cell) => cell.split(mark));
    const width = parts[0]?.length ?? 1;
    if (width > 1 && parts.every(({ length }) => length === width))
      return Array.from({ length: width }, (_, at) => parts.map((part) => part[at] as string)).flatMap(
        (column) => partsOf(column, marks),
      );
  }
  return [cells];
}
