import { type Direction, PIP, pipsAhead } from '../../core/market/direction.ts';
import { SECOND_MS } from '../../core/time/instant.ts';
import type { Outcome } from '../../core/signals/ledger-entry.ts';
import { FRESH_MS } from '../../core/market/settlement-times.ts';

/** Mids in order: the instant, and twice the mid in scaled units. */
export type PriceTrail = readonly (readonly [ms: number, doubleMid: number])[];

/** The subject of a race: a signal's window of time, or the same stretch without a signal. Prices are twice the mid in scaled units. */
export interface RaceScene {
  readonly startMs: number;
  readonly expiryMs: number;
  /** Undefined where there is no signal. */
  readonly direction: Direction | undefined;
  /** Undefined until it is recorded. */
  readonly entry: number | undefined;
  readonly settled: { readonly outcome: Outcome; readonly exit: number | undefined } | undefined;
}

export type RaceState = 'none' | 'before' | 'entering' | 'running' | 'stopped' | 'settling' | 'settled';

export interface PriceRange {
  readonly high: number;
  readonly low: number;
}

/** From the start to the expiry, in fractions of the picture's height from its top. */
interface Box {
  readonly top: number;
  readonly bottom: number;
}

/** The drawing of a race at one instant. */
export interface RacePicture {
  readonly state: RaceState;
  readonly range: PriceRange;
  /** Strokes of the price, each unbroken; the first may begin left of the picture. */
  readonly line: readonly Stroke[];
  /** The side that wins; undefined without an entry price. */
  readonly wash: Box | undefined;
  readonly entryY: number | undefined;
  readonly dot:
    | { readonly x: number; readonly y: number; readonly form: 'live' | 'waiting' | Outcome }
    | undefined;
  /** From the entry to the exit, on the line of the expiry; undefined until there is an exit. */
  readonly bracket: { readonly from: number; readonly to: number } | undefined;
  /** Where the tags of the axis stand: at their prices, or apart where these are near each other. */
  readonly tags: { readonly entry: number | undefined; readonly price: number | undefined };
  /** By how many pips the price is on the side of the direction; below 0 on the other side; undefined without an entry price. */
  readonly ahead: number | undefined;
  /** The last valid price, or the exit; twice the mid. */
  readonly price: number | undefined;
  /** The place of the words: beside the dot, on its side of the entry, or in a corner: of the losing side, or the lower. Undefined: no words. */
  readonly say:
    | { readonly at: 'top' | 'bottom' }
    | { readonly at: 'left' | 'right'; readonly x: number; readonly y: number }
    | undefined;
  /** Whether the words stand on the side that wins. */
  readonly isSayWashed: boolean;
  /** Whether the words leave room for the label of the side that wins, at the top for CALL and at the bottom for PUT. */
  readonly saysSide: boolean;
}

type Stroke = readonly (readonly [x: number, y: number])[];

/** Least distance of the words' middle from the entry line, and from top and bottom. */
const SAY_GAP = 0.15;
const SAY_TOP = 0.35;
/** Left of the dot they may take the place of CALL's label. */
const SAY_TOP_LEFT = 0.26;
const SAY_BOTTOM = 0.84;
/** Without a signal there are no labels of a window above and below them. */
const SAY_TOP_ALONE = 0.22;
const SAY_BOTTOM_ALONE = 0.88;
/** Greatest width of the words on a phone and on wider screens, and greatest height from their middle. */
const SAY_WIDTH = { narrow: 0.36, wide: 0.2 };
const SAY_HALF = 0.14;
/** Tags of the axis whose middles are nearer than this would overlap; half of it is kept free at top and bottom. */
const TAG = 0.11;
/** Limits of the entry line, from the top: above it and below it the words have room. */
const ENTRY_HIGHEST = 0.53;
const ENTRY_LOWEST = 0.66;
/** Height of a picture with an entry, as a multiple of what is shown. */
const ROOM = 1.45;
/** Extent of the winning side's label on a phone: CALL's from the top, below the times, PUT's from the bottom. */
const CALL_LABEL = 0.21;
const PUT_LABEL = 0.12;

/** The time before the start that is shown, as a share of the signal's: 30 s of a minute. */
const BEFORE = 0.5;
/** The place of the start's line; that of the expiry is the right edge. */
export const START_X = BEFORE / (BEFORE + 1);

export function raceX({ startMs, expiryMs }: Pick<RaceScene, 'startMs' | 'expiryMs'>, atMs: number): number {
  return (BEFORE + (atMs - startMs) / (expiryMs - startMs)) / (BEFORE + 1);
}

/**
 * Draws a scene at `nowMs` of the desk's clock. A price older than `freshMs` is no longer there: the line ends. The range of the
 * picture before is kept, the very object, as long as everything fits and the dot stays in its middle 80 %. It is drawn in the
 * range that `drawn` makes of it: one on the way there.
 */
export function racePicture(
  scene: RaceScene,
  line: PriceTrail,
  nowMs: number,
  freshMs: number,
  previous: PriceRange | undefined,
  drawn: (range: PriceRange) => PriceRange = (range) => range,
  width: keyof typeof SAY_WIDTH = 'narrow',
): RacePicture {
  const { startMs, expiryMs, direction, entry, settled } = scene;
  const endMs = direction === undefined ? nowMs : Math.min(nowMs, expiryMs);
  const trail = trailOf(line, startMs - (expiryMs - startMs) * BEFORE, endMs, freshMs);
  const last = trail.at(-1)?.at(-1);
  const isStopped =
    last === undefined || nowMs - (line.findLast(([ms]) => ms <= nowMs)?.[0] ?? -Infinity) > freshMs;
  const state = stateOf(scene, nowMs, isStopped);
  const price = settled === undefined ? (isStopped ? undefined : last?.[1]) : settled.exit;
  const values = [
    ...trail.flat().map(([, mid]) => mid),
    ...(entry === undefined ? [] : [entry - PIP, entry + PIP]),
    ...(settled?.exit === undefined ? [] : [settled.exit]),
  ];
  const range = rangeOf(values, price, previous, entry);
  const { high, low } = drawn(range);
  const x = (ms: number) => raceX(scene, ms);
  const y = (mid: number) => (high - mid) / (high - low);
  const entryY = entry === undefined ? undefined : y(entry);
  const dot = dotOf(scene, state, last, endMs, entry);
  const dotPlace = dot && { form: dot.form, x: x(dot.ms), y: y(dot.mid) };
  const strokes = trail.map((part): Stroke => part.map(([ms, mid]) => [x(ms), y(mid)]));
  const passed = besideLeft(strokes.flat(), dotPlace?.x ?? 0, SAY_WIDTH[width]);
  const say = sayOf(state, dotPlace, entryY, direction, passed);
  const priceY = price === undefined ? undefined : y(price);
  return {
    state,
    range,
    line: strokes,
    wash:
      direction && entryY !== undefined
        ? direction === 'CALL'
          ? { top: 0, bottom: entryY }
          : { top: entryY, bottom: 1 }
        : undefined,
    entryY,
    dot: dotPlace,
    bracket:
      settled?.exit === undefined || entryY === undefined ? undefined : { from: entryY, to: y(settled.exit) },
    tags: tagsOf(entryY, priceY),
    ahead:
      direction === undefined || entry === undefined || price === undefined
        ? undefined
        : pipsAhead(direction, entry, price),
    price,
    say,
    isSayWashed:
      entryY !== undefined && say !== undefined && 'y' in say && say.y > entryY === (direction === 'PUT'),
    saysSide: leavesSide(say, direction),
  };
}

/** The tags, moved apart where they would overlap: the price keeps its side of the entry. */
function tagsOf(entry: number | undefined, price: number | undefined): RacePicture['tags'] {
  const within = (y: number) => Math.min(1 - TAG / 2, Math.max(TAG / 2, y));
  if (entry === undefined || price === undefined || Math.abs(price - entry) >= TAG)
    return {
      entry: entry === undefined ? undefined : within(entry),
      price: price === undefined ? undefined : within(price),
    };
  return { entry, price: entry + (price > entry ? TAG : -TAG) };
}

type Point = readonly [ms: number, mid: number];
/** Points in order, one array for each stretch without a gap. */
type Trail = readonly (readonly Point[])[];

/** The line from the price at `fromMs` to `toMs`, each standing until the next or until it is no longer fresh; gaps part it. */
function trailOf(line: PriceTrail, fromMs: number, toMs: number, freshMs: number): Trail {
  const trail: Point[][] = [];
  let last: Point | undefined;
  for (const [ms, mid] of line) {
    if (ms > toMs) break;
    if (ms <= fromMs) trail.length = 0;
    if (last === undefined || trail.length === 0 || ms - last[0] > FRESH_MS + SECOND_MS) trail.push([]);
    last = [ms, mid];
    trail.at(-1)?.push(last);
  }
  if (last !== undefined && toMs > last[0] && toMs - last[0] <= freshMs) trail.at(-1)?.push([toMs, last[1]]);
  return trail.filter((part) => (part.at(-1) as Point)[0] >= fromMs);
}

function stateOf(
  { startMs, expiryMs, direction, entry, settled }: RaceScene,
  nowMs: number,
  isStopped: boolean,
): RaceState {
  if (direction === undefined) return 'none';
  if (settled !== undefined) return 'settled';
  if (nowMs < startMs) return 'before';
  if (isStopped) return 'stopped';
  if (nowMs >= expiryMs) return 'settling';
  return entry === undefined ? 'entering' : 'running';
}

/** A range around everything that is shown, with room for the words on either side of the entry. */
function rangeOf(
  mids: readonly number[],
  price: number | undefined,
  previous: PriceRange | undefined,
  entry: number | undefined,
): PriceRange {
  if (mids.length === 0) return previous ?? { low: 0, high: PIP };
  const low = Math.min(...mids);
  const high = Math.max(...mids);
  const isWide =
    previous !== undefined && low >= previous.low && high <= previous.high && isInMiddle(price, previous);
  if (isWide && leavesRoom(previous, entry)) return previous;
  if (entry === undefined) {
    // Room for later prices: the scale moves with every frame, so it should move seldom.
    const pad = (high - low) * 0.22 + PIP / 10;
    return { low: low - pad, high: high + pad * 1.2 };
  }
  const up = Math.max(high - entry, ((entry - low) * ENTRY_HIGHEST) / (1 - ENTRY_HIGHEST));
  const down = Math.max(entry - low, (up * (1 - ENTRY_LOWEST)) / ENTRY_LOWEST);
  return { low: entry - down * ROOM, high: entry + up * ROOM };
}

function leavesRoom({ low, high }: PriceRange, entry: number | undefined): boolean {
  if (entry === undefined) return true;
  const share = (high - entry) / (high - low);
  return share >= ENTRY_HIGHEST - 1e-9 && share <= ENTRY_LOWEST + 1e-9;
}

function isInMiddle(price: number | undefined, { low, high }: PriceRange): boolean {
  const edge = (high - low) * 0.1;
  return price === undefined || (price >= low + edge && price <= high - edge);
}

function dotOf(
  { expiryMs, settled }: RaceScene,
  state: RaceState,
  last: Point | undefined,
  endMs: number,
  entry: number | undefined,
): { ms: number; mid: number; form: 'live' | 'waiting' | Outcome } | undefined {
  if (settled !== undefined) {
    const mid = settled.exit ?? last?.[1] ?? entry;
    return mid === undefined ? undefined : { ms: expiryMs, mid, form: settled.outcome };
  }
  if (last === undefined) return undefined;
  const [ms, mid] = last;
  if (state === 'settling') return { ms: expiryMs, mid, form: 'waiting' };
  const isLive = (state === 'none' || state === 'running') && ms === endMs;
  return { ms, mid, form: isLive ? 'live' : 'waiting' };
}

function sayOf(
  state: RaceState,
  dot: RacePicture['dot'],
  entryY: number | undefined,
  direction: Direction | undefined,
  passed: readonly number[] | undefined,
): RacePicture['say'] {
  if (state === 'settled' && dot?.form !== 'void') return undefined;
  // Of these no side is ahead, and the line leaves no room left of the expiry.
  if (dot === undefined || state === 'stopped' || state === 'settling' || state === 'settled')
    return { at: direction === 'PUT' ? 'top' : 'bottom' };
  const isLeft = passed !== undefined;
  const [top, bottom] =
    direction === undefined
      ? [SAY_TOP_ALONE, SAY_BOTTOM_ALONE]
      : [isLeft ? SAY_TOP_LEFT : SAY_TOP, SAY_BOTTOM];
  // Level is not ahead: its words stand where the direction loses.
  const isBelow = entryY !== undefined && (dot.y > entryY || (dot.y === entryY && direction === 'CALL'));
  const highest = isBelow ? Math.max(top, entryY + SAY_GAP) : top;
  const lowest = isBelow || entryY === undefined ? bottom : Math.min(bottom, entryY - SAY_GAP);
  const beside = Math.min(lowest, Math.max(highest, dot.y));
  if (!isLeft) return { at: 'right', x: dot.x, y: beside };
  const clear = clearY(dot.y, highest, lowest, passed);
  // Without a signal they say nothing of the dot, and right of it no line comes.
  return clear === undefined && direction === undefined
    ? { at: 'bottom' }
    : { at: 'left', x: dot.x, y: clear ?? beside };
}

function leavesSide(say: RacePicture['say'], direction: Direction | undefined): boolean {
  if (say === undefined || !('y' in say)) return true;
  // The words stand at most at SAY_TOP, just below the label: 0.35 - 0.14 is a hair less than 0.21 in floating point.
  return direction === 'PUT' ? say.y + SAY_HALF <= 1 - PUT_LABEL : say.y - SAY_HALF >= CALL_LABEL - 1e-9;
}

/** The heights of the line where the words would stand left of the dot; undefined where they have room right of it, before the expiry. */
function besideLeft(line: Stroke, dotX: number, words: number): readonly number[] | undefined {
  if (dotX <= 0.98 - words) return undefined;
  const first = line.findIndex(([x]) => x >= dotX - words);
  return line.slice(Math.max(0, first - 1)).map(([, y]) => y);
}

/** Where the words left of the dot lie over no line, as near to the dot as that goes; undefined: nowhere between these. */
function clearY(
  dotY: number,
  highest: number,
  lowest: number,
  passed: readonly number[],
): number | undefined {
  const above = Math.min(lowest, Math.min(...passed) - SAY_HALF);
  const below = Math.max(highest, Math.max(...passed) + SAY_HALF);
  const free = [above, below].filter((y) => y >= highest && y <= lowest);
  return free.toSorted((one, other) => Math.abs(one - dotY) - Math.abs(other - dotY))[0];
}
