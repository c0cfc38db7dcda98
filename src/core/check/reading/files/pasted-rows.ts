/** Trades that were copied from the screen of a broker, each on as many lines as the others. */
import { groupBy } from '../../grouping.ts';
import { median } from '../../staking.ts';
import { dayIn } from '../words/moment.ts';
import { parseEnding } from '../words/endings.ts';
import { pairIn } from '../words/pairs.ts';
import { requireReadableRows, type Table } from '../unreadable.ts';

const FEWEST_ROWS = 3;
const LONGEST_LINE = 200;
const FEW = 10;
/** A trade is not shown on more lines. */
const MOST_LINES = 40;

interface PastedLine {
  readonly text: string;
  /** In the pasted text, from 1. */
  readonly line: number;
  /** The day above it, as `April 9`; empty where none stands there. */
  readonly day: string;
  readonly isBelowEmpty: boolean;
  readonly form: string;
}

type Lines = readonly PastedLine[];

/** The lines of each trade, as many of all, and those that begin or look like a trade and are unlike these. */
type Trades = readonly [like: readonly Lines[], unlike: readonly Lines[]];

/**
 * The rows of pasted trades, each of as many lines, below the names of their columns: an empty line, a pair or what looks like its line
 * begins each, or a pair ends it, or the name of a share stands where others have a pair. What is unlike them is a row of which no
 * cell is understood. Undefined where trades have too few lines and parts in common.
 */
export function pastedRows(text: string): (Table & { readonly height: number }) | undefined {
  const pasted: PastedLine[] = [];
  let [day, isBelowEmpty] = ['', true];
  for (const [at, written] of text.split(/\r?\n/).entries()) {
    if (written.length > LONGEST_LINE) return undefined;
    const line = written.trim();
    if (isDay(line)) day = line;
    else if (line !== '') pasted.push({ text: line, line: at + 1, day, isBelowEmpty, form: formOf(line) });
    isBelowEmpty = line === '' || (isBelowEmpty && line === day);
  }
  const begins = (isFirst: (line: PastedLine, at: number) => boolean): number[] =>
    pasted.flatMap((line, at) => (isFirst(line, at) ? [at] : []));
  const formsAt = (at: number): string => `${pasted[at]?.form} ${pasted[at + 1]?.form}`;
  const pairs = begins((line) => pairIn(line.text) !== undefined);
  const forms = new Set(pairs.map(formsAt));
  const firsts = new Set(pairs.map((at) => pasted[at]?.form));
  // No line stands behind the last one, which is a whole trade where each is one.
  const isLikePair = ({ form }: PastedLine, at: number): boolean =>
    forms.has(formsAt(at)) || (at === pasted.length - 1 && firsts.has(form));
  const starts = begins(pairs.length > 0 ? isLikePair : isOften(pasted));
  requireReadableRows(starts.length);
  const [first = 0, second = 0] = pairs;
  // Nothing stands behind the last pair where a pair ends each.
  const areEnds = second - first > 1 && pairs.at(-1) === pasted.length - 1;
  const afterPairs = pairs.map((_at, place) => (pairs[place - 1] ?? 2 * first - second) + 1);
  const ofPairs = tradesAt(pasted, areEnds ? afterPairs : starts);
  const blocks = begins((line) => line.isBelowEmpty);
  const ofBlocks = tradesAt(pasted, blocks);
  return rowsFrom(ofBlocks[0].flat().length > ofPairs[0].flat().length ? ofBlocks : ofPairs);
}

/** The words and numbers of a line as letters; `n0` for `EUR/USD (OTC) ↓  20.58`. */
const formOf = (line: string): string =>
  line
    .replace(/[\p{L}\p{M}]*\d[\d.,:/]*[\p{L}\p{M}]*/gu, '0')
    .replace(/[\p{L}\p{M}]+/gu, 'n')
    .replace(/[^n0]/g, '')
    .replace(/n+/g, 'n');

/** Which lines are words that stand there often, as the name of an asset that is no pair. */
function isOften(pasted: Lines): (line: PastedLine) => boolean {
  const counts = new Map<string, number>();
  for (const { text } of pasted) counts.set(text, (counts.get(text) ?? 0) + 1);
  return ({ text }) => /^\P{N}*\p{L}{2}\P{N}*$/u.test(text) && (counts.get(text) ?? 0) >= FEWEST_ROWS;
}

const isDay = (line: string): boolean =>
  /^(?:today|yesterday)$/i.test(line) || (/\d/.test(line) && dayIn(line, ' 2000') !== undefined);

const textOf = ([first]: Lines): string => first?.text ?? '';

function tradesAt(pasted: Lines, starts: readonly number[]): Trades {
  const parts = starts.map((start, at) => pasted.slice(start, starts[at + 1]));
  const step = median(parts.map(({ length }) => length)) ?? 0;
  const exact = parts.filter(({ length }) => length === step);
  if (step > MOST_LINES || exact.length < FEWEST_ROWS || starts.some((start) => start < 0)) return [[], []];
  // The number of the next trade may stand before its pair.
  const [last] = parts.slice(-1);
  const height = last?.length === step - 1 && pairIn(textOf(last)) !== undefined ? step - 1 : step;
  const forms = Array.from({ length: height }, (_, at) => {
    const alike = groupBy(exact, (part) => (part[at] as PastedLine).form);
    return new Set([...alike].flatMap(([form, { length }]) => (length > 1 ? form : [])));
  });
  const fitting = (part: Lines): number =>
    part.filter(({ form }, at) => forms[at]?.has(form) === true).length;
  // A form of its own in one line may be another word for how a trade ended.
  const isLike = (part: Lines): boolean =>
    part.length >= height && fitting(part.slice(0, height)) >= height - (part.length === height ? 1 : 0);
  const like = parts.filter(isLike).map((part) => part.slice(0, height));
  const names = new Set(like.map(textOf));
  const isNear = (part: Lines): boolean =>
    part.length === height && (fitting(part) * 2 > height || fitting(part) === height - 1);
  // A trade of which the copy lost a line, behind another one.
  const lacksOne = (part: Lines): boolean =>
    height >= FEWEST_ROWS &&
    part.length === height - 1 &&
    forms.some((_forms, lost) => part.every(({ form }, at) => forms[at < lost ? at : at + 1]?.has(form)));
  const unlike = parts
    .map((part) => (isLike(part) ? part.slice(height) : part))
    .filter(
      (part) =>
        names.has(textOf(part)) ||
        pairIn(textOf(part)) !== undefined ||
        part.some(
          (_line, at) => isNear(part.slice(at, at + height)) || lacksOne(part.slice(at, at + height - 1)),
        ),
    );
  return unlike.length * FEW > like.length ? [[], []] : [like, unlike];
}

/** Whether words say the same of each trade, and not how it ended. */
const isLabel = ([first = '', ...others]: readonly string[]): boolean =>
  /^\p{L}\D*$/u.test(first) && parseEnding(first) === undefined && others.every((other) => other === first);

function rowsFrom([like, unlike]: Trades): ReturnType<typeof pastedRows> {
  requireReadableRows(like.length + unlike.length);
  const height = like[0]?.length ?? 0;
  const lines = Array.from({ length: height }, (_, at) => like.map((part) => part[at]?.text ?? ''));
  const parts = lines.map((cells) => partsOf(cells, height === 1 ? WITHIN_LINE : BETWEEN_PARTS));
  const columns = parts.flat();
  if (columns.length < 2) return undefined;
  // `Entry price 98,927.5`, or `PnL` above `-3.04`.
  const names = parts.flatMap((some, at) => {
    const above = parts[at - 1] ?? [];
    const areBelow = above.length === some.length && above.every(isLabel);
    return some.map((cells, place) => {
      const label = areBelow ? above[place] : some[place - 1];
      return label !== undefined && isLabel(label) && !isLabel(cells) ? (label[0] as string) : '';
    });
  });
  const days = like.map(([first]) => first?.day ?? '');
  const all = days.some((day) => day !== '') ? [...columns, days] : columns;
  const dots = all.slice(1).map(() => '…');
  const rows = [
    ...like.map(([first], at) => ({ first, row: all.map((cells) => cells[at] as string) })),
    ...unlike.map((part) => ({ first: part[0], row: [part.map(({ text }) => text).join(' / '), ...dots] })),
  ].map(({ first, row }) => [first?.line ?? 0, row] as const);
  rows.sort(([one], [other]) => one - other);
  return {
    rows: [[...names, ''], ...rows.map(([, row]) => row)],
    lines: [rows[0]?.[0] ?? 0, ...rows.map(([line]) => line)],
    height,
  };
}

/** What divides lines of a trade, each where it does so in all of them; none divides an amount. */
const BETWEEN_PARTS: readonly RegExp[] = [
  /\t| {2,}/,
  / +[·•|→] +/,
  // A word or the arrow of a side before an amount.
  /(?<=^[^\d+−–-]*\p{L}(?: ?:)?) (?=[+−–-]?\s?\p{Sc}?\d)|(?<=^[↑↓⬆⬇▲▼]\ufe0f?) (?=.*\d)/u,
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
