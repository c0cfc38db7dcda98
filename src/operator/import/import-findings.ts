import { type BarColumns, barsFromTicks, rowAt } from '../../core/market/bars.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import { type Finding, OVERRULABLE, type Overrulable } from '../../core/price-files/judge-history.ts';
import type { Prices } from '../../core/price-files/row-block.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/time/instant.ts';
import {
  type DatasetMeta,
  ImportRefusal,
  listDatasets,
  readDataset,
} from '../../server/market/dataset-store.ts';
import type { BadLine, DecodedInput } from './decode-input.ts';

export interface LocatedFinding extends Omit<Finding, 'row' | 'code'> {
  readonly code: Finding['code'] | 'overlap';
  readonly line: number | undefined;
}

/** Throws an ImportRefusal that names the first lines that are no rows, unless that is allowed. */
export function refuseBadLines(
  { badLines, firstBadLines }: Pick<DecodedInput, 'badLines' | 'firstBadLines'>,
  allow: ReadonlySet<Overrulable>,
): void {
  const first = firstBadLines[0];
  if (first === undefined || allow.has('bad-lines')) return;
  const others =
    badLines === 1
      ? ''
      : ` So it is with ${badLines - 1} more, in lines ${listLines(firstBadLines.slice(1))}.`;
  throw new ImportRefusal(
    'bad-lines',
    `Line ${first.line} ${first.problem}.${others}`,
    'Export or download the file again; --allow bad-lines leaves such lines out.',
    first.line,
  );
}

/** The finding where the file's name has another pair than the given one. */
export function judgeFileName(named: string | undefined, given: ScoredPair): Finding[] {
  if (named === undefined || named === given) return [];
  return [
    {
      code: 'pair-name',
      level: 'refuse',
      message: `The file name says ${named}, but the pair was given as ${given}.`,
      hint: `Check --pair; if the name is wrong, --allow pair-name imports it as ${given}.`,
      row: -1,
    },
  ];
}

/**
 * Turns what the user allowed into warnings and finds the lines.
 * @throws ImportRefusal when something is left to refuse, with all of it.
 */
export function settleFindings(
  findings: readonly Finding[],
  allow: ReadonlySet<Overrulable>,
  lineOfRow: (row: number) => number,
): readonly LocatedFinding[] {
  const isAllowed = (code: Finding['code']) =>
    OVERRULABLE.some((known) => known === code && allow.has(known));
  const located = findings.map(({ code, level, message, hint, row }) => ({
    code,
    level: isAllowed(code) ? ('warn' as const) : level,
    message,
    hint,
    line: row < 0 ? undefined : lineOfRow(row),
  }));
  const [first, ...others] = located.filter(({ level }) => level === 'refuse');
  if (first === undefined) return located;
  throw new ImportRefusal(
    first.code,
    [first.message, ...others.map(({ message }) => `Also: ${message}`)].join('\n'),
    first.hint,
    first.line,
  );
}

function listLines(lines: readonly BadLine[]): string {
  return `${lines.map(({ line }) => line).join(', ')}${lines.length >= 4 ? ' and on' : ''}`;
}

/** Sets are read whole for the comparison; larger ones are skipped. */
const MOST_ROWS = 4_000_000;
const MOST_SETS = 3;
/** Two vendors differ by hundredths of a percent at worst; half a percent is another instrument. */
const OTHER_INSTRUMENT = 0.005;
/** About a pip: below it, vendors differ by chance. */
const SAME_PRICE = 0.0001;

/** Compares new prices with data sets of the pair that share time with them: another instrument or clock shows at once. */
export async function compareWithDatasets(
  dataDir: string,
  fresh: Pick<DatasetMeta, 'pair' | 'rows' | 'firstMs' | 'lastMs'>,
  readFresh: () => Promise<Prices>,
): Promise<readonly Finding[]> {
  const others = overlapping(await listDatasets(dataDir), fresh).filter(({ rows }) => rows <= MOST_ROWS);
  if (others.length === 0 || fresh.rows > MOST_ROWS) return [];
  const bars = barsOf(await readFresh());
  const findings: Finding[] = [];
  for (const { name } of others.slice(0, MOST_SETS)) {
    const finding = judge(name, bars, barsOf(await readDataset(dataDir, name)));
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

export function overlapping<Meta extends Pick<DatasetMeta, 'pair' | 'firstMs' | 'lastMs'>>(
  metas: readonly Meta[],
  { pair, firstMs, lastMs }: Pick<DatasetMeta, 'pair' | 'firstMs' | 'lastMs'>,
): readonly Meta[] {
  return metas.filter((other) => other.pair === pair && other.firstMs <= lastMs && other.lastMs >= firstMs);
}

function barsOf(prices: Prices): BarColumns {
  return prices.kind === 'm1' ? prices.bars : barsFromTicks(prices.ticks, Number.POSITIVE_INFINITY);
}

function judge(name: string, bars: BarColumns, other: BarColumns): Finding | undefined {
  const compared = compareBars(bars, other);
  if (compared === undefined) return undefined;
  const { minutes, apart, closestShiftMs, closestApart } = compared;
  if (apart > OTHER_INSTRUMENT) {
    return {
      code: 'differs',
      level: 'refuse',
      message: `Over ${minutes} common minutes the prices lie ${(apart * 100).toFixed(1)} % from those of ${name}: one of the two is another instrument, or not real.`,
      hint: `Check --pair; if ${name} is the wrong one, remove it (--remove ${name}), or give --allow differs.`,
      row: -1,
    };
  }
  if (closestShiftMs === 0 || apart < SAME_PRICE || closestApart * 3 > apart) return undefined;
  const direction = closestShiftMs > 0 ? 'later' : 'earlier';
  return {
    code: 'clock',
    level: 'refuse',
    message: `The prices fit those of ${name} when they are moved ${Math.abs(closestShiftMs) / MINUTE_MS} minutes ${direction}: one of the two was imported on a wrong clock.`,
    hint: 'Check --zone, or give --allow clock to import nevertheless.',
    row: -1,
  };
}

const SAMPLES = 4000;
/** Fewer common minutes prove too little. */
const FEWEST_MINUTES = 300;
const SHIFT_STEP_MS = 30 * MINUTE_MS;
const FURTHEST_SHIFT_MS = 14 * HOUR_MS;

/**
 * Compares two sets of bars where they share minutes: two vendors of one pair differ by a fraction of a pip, another
 * instrument by percents, and another clock shows as a shift at which they suddenly agree. Undefined when they share less
 * than 300 of the minutes sampled. `apart` is the median distance as a share of the price: 0.0001 is a pip and a bit of EUR/USD.
 */
function compareBars(bars: BarColumns, other: BarColumns) {
  const sample = sampleRows(bars, other);
  const unshifted = distanceAt(bars, other, sample, 0);
  if (unshifted === undefined) return undefined;
  let closestShiftMs = 0;
  let closest = unshifted;
  for (let shiftMs = -FURTHEST_SHIFT_MS; shiftMs <= FURTHEST_SHIFT_MS; shiftMs += SHIFT_STEP_MS) {
    const shifted = distanceAt(bars, other, sample, shiftMs);
    if (shifted === undefined || shifted.apart >= closest.apart) continue;
    closest = shifted;
    closestShiftMs = shiftMs;
  }
  return { minutes: unshifted.minutes, apart: unshifted.apart, closestShiftMs, closestApart: closest.apart };
}

/** Rows of the first set spread evenly over the time that both cover. */
function sampleRows(bars: BarColumns, other: BarColumns): readonly number[] {
  const from = rowAt(bars, other.openTimeMs[0] ?? 0);
  const to = rowAt(bars, (other.openTimeMs[other.length - 1] ?? 0) + 1);
  const step = Math.max(1, Math.floor((to - from) / SAMPLES));
  return Array.from(
    { length: Math.max(0, Math.ceil((to - from) / step)) },
    (_, index) => from + index * step,
  );
}

function distanceAt(
  bars: BarColumns,
  other: BarColumns,
  sample: readonly number[],
  shiftMs: number,
): { readonly minutes: number; readonly apart: number } | undefined {
  const distances: number[] = [];
  for (const row of sample) {
    const timeMs = (bars.openTimeMs[row] ?? 0) + shiftMs;
    const at = rowAt(other, timeMs);
    if (other.openTimeMs[at] !== timeMs) continue;
    const close = other.close[at] ?? 1;
    distances.push(Math.abs((bars.close[row] ?? 0) - close) / close);
  }
  if (distances.length < FEWEST_MINUTES) return undefined;
  return {
    minutes: distances.length,
    apart: distances.toSorted((a, b) => a - b)[distances.length >> 1] ?? 0,
  };
}
