import { requireReadableRows, type Table } from './unreadable.ts';
import { pairIn } from './pairs.ts';

const FEWEST_ROWS = 3;
const LONGEST_LINE = 200;

interface PastedLine {
  readonly cells: readonly string[];
  /** In the pasted text, from 1. */
  readonly line: number;
  readonly hasPair: boolean;
}

/**
 * Trades that were copied from the screen of a broker: a pair begins each, or the name of a share where others have a pair, and what
 * else is said of it follows, on lines of its own or on the same; undefined where not all trades have as many parts.
 */
export function pastedRows(text: string): Table | undefined {
  const pasted: PastedLine[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.length > LONGEST_LINE) return undefined;
    const cells = line
      .trim()
      // The arrow of a side before its stake.
      .split(/\t| {2,}|(?<=^[↑↓⬆⬇▲▼]\ufe0f?) (?=.*\d)/u)
      .filter((cell) => cell !== '');
    if (cells.length > 0) pasted.push({ cells, line: at + 1, hasPair: pairIn(line) !== undefined });
  }
  const starts = pasted.flatMap(({ hasPair }, at) => (hasPair ? [at] : []));
  requireReadableRows(starts.length);
  return evenRows(pasted, starts) ?? evenRows(pasted, evenStarts(pasted.length, starts));
}

/** The first lines of trades of as many lines as the shortest from one pair to the next; none where a pair stands elsewhere. */
function evenStarts(length: number, starts: readonly number[]): readonly number[] {
  const [first = 0] = starts;
  const height = starts.reduce(
    (least, start, at) => Math.min(least, (starts[at + 1] ?? length) - start),
    length,
  );
  if (starts.some((start) => (start - first) % height !== 0)) return [];
  const top = first % height;
  return Array.from({ length: Math.ceil((length - top) / height) }, (_, at) => top + at * height);
}

function evenRows(pasted: readonly PastedLine[], starts: readonly number[]): Table | undefined {
  const rows = starts.map((start, at) => pasted.slice(start, starts[at + 1]).flatMap(({ cells }) => cells));
  const parts = rows.every(({ length }) => length === 1) ? rows.map(([line = '']) => partsOf(line)) : rows;
  const width = parts[0]?.length ?? 0;
  const isEven = parts.length >= FEWEST_ROWS && width > 1 && parts.every(({ length }) => length === width);
  return isEven ? { rows: parts, lines: starts.map((start) => pasted[start]?.line ?? 0) } : undefined;
}

/** A line by its single spaces; none of them stands inside an amount of money or before what is in brackets. */
function partsOf(line: string): string[] {
  return line
    .replace(/(\p{Sc}) (?=\d)|(\d) (?=\p{Sc}(?!\d))/gu, '$1$2')
    .replace(/ (?=\()/g, '')
    .split(' ');
}
