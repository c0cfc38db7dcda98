import { SECOND_MS } from '../../../core/time/instant.ts';
import type { Direction } from '../../../core/market/direction.ts';
import { PIP, pipsAhead } from '../../../core/market/pips.ts';
import type { Outcome } from '../../../core/signals/ledger-entry.ts';
import { FRESH_MS } from '../../../core/market/settlement-times.ts';
import type { PriceTrail } from './price-trail.ts';

/** What one race is about: a signal's window of time, or the same stretch without a signal. Prices are twice the mid in scaled units. */
export interface RaceScene {
  readonly startMs: number;
  readonly expiryMs: number;
  /** Undefined where there is no signal. */
  readonly direction: Direction | undefined;
  /** Undefined until it is recorded. */
  readonly entry: number | undefined;
  readonly settled: { readonly outcome: Outcome; readonly exit: number | undefined } | undefined;
  /** The signal before it on the same pair. */
  readonly before: RaceBefore | undefined;
}

interface RaceBefore {
  readonly direction: Direction;
  readonly startMs: number;
  readonly expiryMs: number;
  readonly entry: number | undefined;
  readonly exit: number | undefined;
  readonly outcome: Outcome | undefined;
}

export type RaceState = 'none' | 'before' | 'entering' | 'running' | 'stopped' | 'settling' | 'settled';

/** The prices at the top and the bottom of the picture. */
export interface PriceRange {
  readonly high: number;
  readonly low: number;
}

/** Fractions of the picture: 0 is its left or its top, 1 its right or its bottom. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What is drawn of a race at one instant. */
export interface RacePicture {
  readonly state: RaceState;
  readonly range: PriceRange;
  /** Strokes of the price, each unbroken: before the start, and from the start to the expiry. */
  readonly before: readonly Stroke[];
  readonly during: readonly Stroke[];
  /** The side that wins; undefined without an entry price. */
  readonly wash: Box | undefined;
  readonly washBefore: Box | undefined;
  readonly entryY: number | undefined;
  readonly dot:
    | { readonly x: number; readonly y: number; readonly form: 'live' | 'waiting' | Outcome }
    | undefined;
  readonly dotBefore: { readonly y: number; readonly outcome: Outcome } | undefined;
  /** By how many pips the price is on the side of the direction; below 0 on the other side; undefined without an entry price. */
  readonly ahead: number | undefined;
  /** The last price, twice the mid; undefined before there was one. */
  readonly price: number | undefined;
  /** Whether the words stand beside the dot, on which side and at which height, or in a corner. Where nothing is free, on the line. */
  readonly say:
    | { readonly at: 'top' | 'bottom' }
    | { readonly at: 'left' | 'right'; readonly x: number; readonly y: number };
  /** Whether the words leave room for the label of the side that wins, at the top for CALL and at the bottom for PUT. */
  readonly saysSide: boolean;
}

type Stroke = readonly (readonly [x: number, y: number])[];

/** Past this share of the width the words stand left of the dot: right of it they would cross the line of the expiry. */
const TURN_X = 0.66;
/** The same without a signal, where there is no such line. */
const TURN_X_ALONE = 0.72;
/** So far the words keep from the entry line, and from top and bottom. */
const SAY_GAP = 0.15;
const SAY_TOP = 0.35;
const SAY_BOTTOM = 0.82;
/** Without a signal there are no labels of a window above and below them. */
const SAY_TOP_ALONE = 0.22;
const SAY_BOTTOM_ALONE = 0.88;
/** So wide and, up and down from their middle, so high the words are at most, and so far the entry's label reaches from its line. */
const SAY_WIDTH = 0.34;
const SAY_HALF = 0.12;
const ENTRY_LABEL = 0.11;
/** Between these the entry line stands, from the top: above it and below it the words have room. */
const ENTRY_HIGHEST = 0.53;
const ENTRY_LOWEST = 0.66;
/** So much wider than what is shown a picture with an entry is. */
const ROOM = 1.45;
/** So high the label of PUT's side is, at the bottom of a phone's picture. CALL's stands above SAY_TOP. */
const SIDE_LABEL = 0.12;

/** Where an instant of a scene stands: 61 s before the start of a minute to 64 s after it; shorter signals in proportion. */
export function raceX({ startMs, expiryMs }: Pick<RaceScene, 'startMs' | 'expiryMs'>, atMs: number): number {
  const length = expiryMs - startMs;
  return (atMs - startMs + (length * 61) / 60) / ((length * 125) / 60);
}

/** When the picture of a scene begins. */
export function raceFromMs({ startMs, expiryMs }: Pick<RaceScene, 'startMs' | 'expiryMs'>): number {
  return startMs - ((expiryMs - startMs) * 61) / 60;
}

/**
 * Draws a scene at `nowMs` of the desk's clock. A price older than `freshMs` is no longer there: the line ends. The range of the
 * picture before is kept, the very object, as long as everything fits and the dot stays in its middle 80 %. It is drawn in the
 * range that `shown` makes of that: one on the way there.
 */
export function racePicture(
  scene: RaceScene,
  line: PriceTrail,
  nowMs: number,
  freshMs: number,
  kept: PriceRange | undefined,
  shown: (range: PriceRange) => PriceRange = (range) => range,
): RacePicture {
  const { startMs, expiryMs, direction, entry, settled, before } = scene;
  const endMs = direction === undefined ? nowMs : Math.min(nowMs, expiryMs);
  const trail = trailOf(line, raceFromMs(scene), endMs, freshMs);
  const last = trail.at(-1)?.at(-1);
  const price = settled?.exit ?? last?.[1];
  const isStopped = last === undefined || nowMs - lastQuotedMs(line, nowMs) > freshMs;
  const state = stateOf(scene, nowMs, isStopped);
  const wanted = [
    ...trail.flat().map(([, mid]) => mid),
    ...(entry === undefined ? [] : [entry - PIP, entry + PIP]),
    ...[settled?.exit, before?.entry, before?.exit].filter((mid) => mid !== undefined),
  ];
  const range = rangeOf(wanted, price, kept, entry);
  const { high, low } = shown(range);
  const x = (ms: number) => raceX(scene, ms);
  const y = (mid: number) => (high - mid) / (high - low);
  const [early, late] = direction === undefined ? [trail, []] : splitAt(trail, startMs);
  const strokes = (parts: Trail): Stroke[] =>
    parts.map((part) => part.map(([ms, mid]) => [x(ms), y(mid)] as const));
  const entryY = entry === undefined ? undefined : y(entry);
  const dot = dotOf(scene, state, last, endMs, entry);
  const placed = dot && { form: dot.form, x: x(dot.ms), y: y(dot.mid) };
  const [drawnBefore, drawnDuring] = [strokes(early), strokes(late)];
  const say = sayOf(state, placed, entryY, direction, [...drawnBefore, ...drawnDuring].flat());
  return {
    state,
    range,
    before: drawnBefore,
    during: drawnDuring,
    wash: direction && entryY !== undefined ? washOf(direction, entryY, x(startMs), x(expiryMs)) : undefined,
    washBefore:
      before?.entry === undefined
        ? undefined
        : washOf(before.direction, y(before.entry), x(before.startMs), x(Math.min(before.expiryMs, startMs))),
    entryY,
    dot: placed,
    dotBefore:
      before?.outcome === undefined
        ? undefined
        : { y: y(before.exit ?? before.entry ?? entry ?? price ?? range.low), outcome: before.outcome },
    ahead:
      direction === undefined || entry === undefined || price === undefined
        ? undefined
        : pipsAhead(direction, entry, price),
    price,
    say,
    saysSide: leavesSide(say, direction),
  };
}

type Point = readonly [ms: number, mid: number];
/** Points in order, one array for each stretch without a gap. */
type Trail = readonly (readonly Point[])[];

/** The line from `fromMs` to `toMs`, each price standing until the next or until it is no longer fresh; gaps part it. */
function trailOf(line: PriceTrail, fromMs: number, toMs: number, freshMs: number): Trail {
  const trail: Point[][] = [];
  let last: Point | undefined;
  for (const [ms, mid] of line) {
    if (ms > toMs) break;
    if (last === undefined || ms - last[0] > FRESH_MS + SECOND_MS) trail.push([]);
    last = [ms, mid];
    trail.at(-1)?.push(last);
  }
  if (last !== undefined && toMs > last[0] && toMs - last[0] <= freshMs) trail.at(-1)?.push([toMs, last[1]]);
  return trail.map((part) => cutBefore(part, fromMs)).filter((part) => part.length > 0);
}

/** Without what lies before `fromMs`; the price that stands there then begins at it. */
function cutBefore(part: readonly Point[], fromMs: number): readonly Point[] {
  const inside = part.filter(([ms]) => ms >= fromMs);
  const last = part.findLast(([ms]) => ms < fromMs);
  return last === undefined || inside.length === 0 ? inside : [[fromMs, last[1]], ...inside];
}

/** The parts up to an instant and from it on; both meet at the price that stands there. */
function splitAt(trail: Trail, atMs: number): readonly [Trail, Trail] {
  const early: (readonly Point[])[] = [];
  const late: (readonly Point[])[] = [];
  for (const part of trail) {
    const upTo = part.filter(([ms]) => ms <= atMs);
    const after = part.filter(([ms]) => ms > atMs);
    const bridge: readonly Point[] =
      upTo.length > 0 && after.length > 0 ? [[atMs, (upTo.at(-1) as Point)[1]]] : [];
    if (upTo.length > 0) early.push([...upTo, ...bridge]);
    if (after.length > 0) late.push([...bridge, ...after]);
  }
  return [early, late];
}

function lastQuotedMs(line: PriceTrail, nowMs: number): number {
  return line.findLast(([ms]) => ms <= nowMs)?.[0] ?? Number.NEGATIVE_INFINITY;
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
  kept: PriceRange | undefined,
  entry: number | undefined,
): PriceRange {
  if (mids.length === 0) return kept ?? { low: 0, high: PIP };
  const low = Math.min(...mids);
  const high = Math.max(...mids);
  const isWide = kept !== undefined && low >= kept.low && high <= kept.high && isInMiddle(price, kept);
  if (isWide && leavesRoom(kept, entry)) return kept;
  if (entry === undefined) {
    // Room for the price to go on: the scale moves with every frame, so it moves seldom.
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

function washOf(direction: Direction, y: number, left: number, right: number): Box {
  return direction === 'CALL' ? { left, right, top: 0, bottom: y } : { left, right, top: y, bottom: 1 };
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
  dot: { readonly x: number; readonly y: number } | undefined,
  entryY: number | undefined,
  direction: Direction | undefined,
  line: Stroke,
): RacePicture['say'] {
  if (dot === undefined || state === 'stopped') return { at: 'bottom' };
  if (state === 'settled' || state === 'settling') {
    return { at: entryY !== undefined && dot.y > entryY ? 'top' : 'bottom' };
  }
  const isBelow = entryY !== undefined && (dot.y > entryY || (dot.y === entryY && direction === 'PUT'));
  const besides = wordsY(Math.min(SAY_BOTTOM, Math.max(SAY_TOP, dot.y)), dot.y, entryY, isBelow);
  if (dot.x <= (state === 'none' ? TURN_X_ALONE : TURN_X)) return { at: 'right', x: dot.x, y: besides };
  return { at: 'left', x: dot.x, y: clearY(dot, entryY, line) ?? besides };
}

function leavesSide(say: RacePicture['say'], direction: Direction | undefined): boolean {
  if (direction !== 'PUT') return say.at !== 'top';
  return 'y' in say ? say.y + SAY_HALF <= 1 - SIDE_LABEL : say.at === 'top';
}

/** How far the words keep from the entry line above or below it. The entry's label stands on the side where the dot is not. */
function gapOf(side: 'above' | 'below', dotY: number, entryY: number | undefined): number {
  const label = entryY !== undefined && dotY > entryY ? 'above' : 'below';
  return side === label ? SAY_HALF + ENTRY_LABEL : SAY_GAP;
}

/** Where the words keep from the entry line: on the dot's side, never on the other. */
function wordsY(y: number, dotY: number, entryY: number | undefined, isBelow: boolean): number {
  if (entryY === undefined) return y;
  return isBelow
    ? Math.max(y, entryY + gapOf('below', dotY, entryY))
    : Math.min(y, entryY - gapOf('above', dotY, entryY));
}

/** Where the words left of the dot lie over no line and no label of the entry, as near to the dot as that goes; undefined: nowhere. */
function clearY(
  dot: { readonly x: number; readonly y: number },
  entryY: number | undefined,
  line: Stroke,
): number | undefined {
  const first = line.findIndex(([x]) => x >= dot.x - SAY_WIDTH);
  const passed = line.slice(Math.max(0, first - 1)).map(([, y]) => y);
  const [gapAbove, gapBelow] = [gapOf('above', dot.y, entryY), gapOf('below', dot.y, entryY)];
  let above = Math.min(SAY_BOTTOM, Math.min(...passed) - SAY_HALF);
  let below = Math.max(SAY_TOP, Math.max(...passed) + SAY_HALF);
  if (entryY !== undefined) {
    if (above > entryY - gapAbove && above < entryY + gapBelow) above = entryY - gapAbove;
    if (below > entryY - gapAbove && below < entryY + gapBelow) below = entryY + gapBelow;
  }
  const [top, bottom] = entryY === undefined ? [SAY_TOP_ALONE, SAY_BOTTOM_ALONE] : [SAY_TOP, SAY_BOTTOM];
  const isOnSide = (y: number) => entryY === undefined || dot.y === entryY || y > entryY === dot.y > entryY;
  const free = [above, below].filter((y) => y >= top && y <= bottom && isOnSide(y));
  return free.toSorted((one, other) => Math.abs(one - dot.y) - Math.abs(other - dot.y))[0];
}
