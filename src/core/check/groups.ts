import { weekdayOfDays } from '../time/civil-date.ts';
import { DAY_MS, HOUR_MS } from '../time/instant.ts';
import { binomialTwoSided } from './binomial.ts';
import type { Trade } from './trade.ts';

/** The names that `npx pipcast check --json` writes, in the order of their numbers. */
export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
/** In a smaller group nothing but luck shows. */
export const SMALLEST_GROUP = 10;

export type GroupKind = 'pair' | 'weekday' | 'hour' | 'direction' | 'expiry';

/** The decided trades that have something in common. */
export interface TradeGroup {
  readonly by: GroupKind;
  /** The name of the pair, weekday or direction; the hour, 0 to 23; the expiry in seconds. */
  readonly value: string | number;
  readonly n: number;
  readonly won: number;
  /** The chance of a count as far from break-even, twice the smaller tail; null in a group of fewer than 10. */
  readonly p: number | null;
  /** The same with Holm's correction for all groups that have one. */
  readonly pHolm: number | null;
}

/** Groups decided trades; weekday and hour are those of a clock that runs `offsetMsAt` ahead of UTC. */
export function groupTrades(
  decided: readonly Trade[],
  breakEvenRate: number,
  offsetMsAt: (utcMs: number) => number,
): TradeGroup[] {
  const counts = new Map<GroupKind, Map<string | number, { n: number; won: number }>>(
    (['pair', 'weekday', 'hour', 'direction', 'expiry'] as const).map((kind) => [kind, new Map()]),
  );
  const count = (kind: GroupKind, value: string | number | null, isWon: boolean): void => {
    const group = value === null ? undefined : counts.get(kind);
    if (value === null || group === undefined) return;
    let tally = group.get(value);
    if (tally === undefined) group.set(value, (tally = { n: 0, won: 0 }));
    tally.n += 1;
    if (isWon) tally.won += 1;
  };
  const [times, days] = [new Set<number>(), new Set<number>()];
  for (const { pair, timeMs, direction, expirySeconds, outcome } of decided) {
    const isWon = outcome === 'won';
    count('pair', pair, isWon);
    if (timeMs !== null) {
      const local = timeMs + offsetMsAt(timeMs);
      count('weekday', WEEKDAYS[weekdayOfDays(Math.floor(local / DAY_MS))] as string, isWon);
      times.add(timeMs);
      days.add(Math.floor(timeMs / DAY_MS));
      count('hour', Math.floor(local / HOUR_MS) - Math.floor(local / DAY_MS) * 24, isWon);
    }
    count('direction', direction, isWon);
    count('expiry', expirySeconds, isWon);
  }
  const hours = counts.get('hour');
  // Dates alone are all read as one time of day, or as two where the clock changes.
  if (times.size === days.size && (hours?.size ?? 0) <= 2) hours?.clear();
  const groups = [...counts].flatMap(([by, tallies]) =>
    [...tallies]
      .sort(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
      .map(([value, { n, won }]) => ({
        by,
        value,
        n,
        won,
        p: n < SMALLEST_GROUP ? null : binomialTwoSided(won, n, breakEvenRate),
      })),
  );
  const corrected = holm(groups.map(({ p }) => p));
  return groups.map((group, at) => ({ ...group, pHolm: corrected[at] as number | null }));
}

/** Weekdays from Monday on, numbers by size, other texts by their letters. */
function placeOf(value: string | number): number {
  return typeof value === 'number' ? value : (WEEKDAYS as readonly string[]).indexOf(value) || 7;
}

/** Holm's correction (1979) of the chances that are not null, as one family. */
export function holm(chances: readonly (number | null)[]): (number | null)[] {
  const order = chances.flatMap((p, at) => (p === null ? [] : [{ p, at }])).sort((a, b) => a.p - b.p);
  const corrected: (number | null)[] = chances.map(() => null);
  let largest = 0;
  for (const [rank, { p, at }] of order.entries()) {
    largest = Math.max(largest, Math.min(1, p * (order.length - rank)));
    corrected[at] = largest;
  }
  return corrected;
}
