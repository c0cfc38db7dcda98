import { PIP } from '../../../core/market/direction.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import type { PricePath, RecordRow } from '../../../core/wire/record.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';

/** Beside the signal's own length, this much more of the time before it is shown. */
const AROUND_MS = SECOND_MS;
/** Most of the time after it that is shown: the mark of the end has its place there. */
const AFTER_MS = 4 * SECOND_MS;
/** A longer time without a price is a gap in the line. */
const GAP_MS = 10 * SECOND_MS;
/** Room above and below, as a share of what is shown. */
const ROOM_ABOVE = 0.25;
const ROOM_BELOW = 0.15;

/** Shares of the picture, 0 to 1, from its left and its top. */
export type Place = readonly [x: number, y: number];

export interface StoryPicture {
  readonly fromMs: number;
  readonly startX: number;
  readonly expiryX: number;
  /** Lines before and during the signal, without a gap in each. */
  readonly before: readonly (readonly Place[])[];
  readonly during: readonly (readonly Place[])[];
  /** How it ended; undefined where it was void. */
  readonly race: { readonly entryY: number; readonly end: Place } | undefined;
}

/** Lays out the picture of a signal; `path` null where the prices are not kept any more. */
export function storyPicture(row: RecordRow, path: PricePath | null): StoryPicture {
  const { startMs, expiryMs } = row;
  const fromMs = startMs - (expiryMs - startMs) - AROUND_MS;
  const toMs = expiryMs + Math.min(AFTER_MS, (expiryMs - startMs) / 4);
  const entry = row.entry === null ? undefined : doubleMid(row.entry);
  const exit = row.exit === null ? undefined : doubleMid(row.exit);
  const prices = (path ?? []).filter(([atMs]) => atMs >= fromMs && atMs <= expiryMs);
  const values = [
    ...prices.map(([, value]) => value),
    ...(entry === undefined ? [] : [entry - PIP, entry + PIP]),
    ...(exit === undefined ? [] : [exit]),
  ];
  const low = values.length === 0 ? 0 : Math.min(...values);
  const high = values.length === 0 ? 1 : Math.max(...values);
  const height = Math.max(high - low, PIP);
  const top = high + height * ROOM_ABOVE;
  const span = height * (1 + ROOM_ABOVE + ROOM_BELOW);
  const x = (ms: number) => (ms - fromMs) / (toMs - fromMs);
  const y = (value: number) => (top - value) / span;
  const place = ([atMs, value]: readonly [number, number]): Place => [x(atMs), y(value)];
  const ends = (atMs: number, value: number | undefined): PricePath =>
    value === undefined ? [] : [[atMs, value]];
  const before = [...prices.filter(([atMs]) => atMs < startMs), ...ends(startMs, entry)];
  const during = [
    ...ends(startMs, entry),
    ...prices.filter(([atMs]) => atMs > startMs && atMs < expiryMs),
    ...ends(expiryMs, exit),
  ];
  const lines = (points: PricePath) =>
    prices.length === 0 ? [] : pieces(points).map((each) => each.map(place));
  return {
    fromMs,
    startX: x(startMs),
    expiryX: x(expiryMs),
    before: lines(before),
    during: lines(during),
    race:
      entry === undefined || exit === undefined
        ? undefined
        : { entryY: y(entry), end: [x(expiryMs), y(exit)] },
  };
}

function pieces(points: PricePath): PricePath[] {
  const found: (readonly [number, number])[][] = [];
  for (const point of points) {
    const last = found.at(-1);
    const before = last?.at(-1);
    if (last === undefined || before === undefined || point[0] - before[0] > GAP_MS) found.push([point]);
    else last.push(point);
  }
  return found;
}
