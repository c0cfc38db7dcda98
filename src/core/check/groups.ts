import { weekdayOfDays } from '../time/civil-date.ts';
import { DAY_MS, HOUR_MS } from '../time/instant.ts';
import { binomialTwoSided } from './binomial.ts';
import { ALONE, chanceSelected, type Selection } from './luck.ts';
import { betNumbers, betsOf } from './judgement.ts';
import { betsOfSize } from './poisson-binomial.ts';
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
export type TradeGroup = ReturnType<typeof groupTrades>[number];

interface Tally {
  n: number;
  won: number;
  /** The sum of the squares of how many trades each bet has here. */
  squares: number;
  /** How many trades so far, of bets that have several. */
  readonly joined: Map<number, number>;
}

/** How many of its independent bets a group won, at its win rate. */
export function wonBets({ n, won, bets }: Record<'n' | 'won' | 'bets', number>): number {
  return Math.round((won / n) * bets);
}

/**
 * Groups decided trades, in order; weekday and hour are those of a clock that runs `offsetMsAt` ahead of UTC. Any of
 * the `unended` signals may have been of a group, and have ended either way.
 */
export function groupTrades(
  decided: readonly Trade[],
  breakEvenRate: number,
  offsetMsAt: (utcMs: number) => number,
  selection: Selection = ALONE,
  unended = 0,
) {
  const counts = new Map<GroupKind, Map<string | number, Tally>>(
    (['pair', 'weekday', 'hour', 'direction', 'expiry'] as const).map((kind) => [kind, new Map()]),
  );
  const numbers = betNumbers(decided);
  const sizes = betsOf(decided);
  const count = (kind: GroupKind, value: string | number | null, isWon: boolean, bet: number): void => {
    const group = value === null ? undefined : counts.get(kind);
    if (value === null || group === undefined) return;
    let tally = group.get(value);
    if (tally === undefined) group.set(value, (tally = { n: 0, won: 0, squares: 0, joined: new Map() }));
    tally.n += 1;
    const before = tally.joined.get(bet) ?? 0;
    tally.squares += 2 * before + 1;
    if ((sizes[bet] as number) > 1) tally.joined.set(bet, before + 1);
    if (isWon) tally.won += 1;
  };
  const [times, days] = [new Set<number>(), new Set<number>()];
  let timed = 0;
  for (const [at, { pair, timeMs, direction, expirySeconds, outcome }] of decided.entries()) {
    const isWon = outcome === 'won';
    const bet = numbers[at] as number;
    count('pair', pair, isWon, bet);
    if (timeMs !== null) {
      const local = timeMs + offsetMsAt(timeMs);
      count('weekday', WEEKDAYS[weekdayOfDays(Math.floor(local / DAY_MS))] as string, isWon, bet);
      timed += 1;
      times.add(timeMs);
      days.add(Math.floor(timeMs / DAY_MS));
      count('hour', Math.floor(local / HOUR_MS) - Math.floor(local / DAY_MS) * 24, isWon, bet);
    }
    count('direction', direction, isWon, bet);
    count('expiry', expirySeconds, isWon, bet);
  }
  const hours = counts.get('hour');
  // Dates alone are all read as one time of day, or as two where the clock changes.
  if (times.size === days.size && (hours?.size ?? 0) <= 2) hours?.clear();
  // The times of a few say nothing of the others.
  if (timed * 2 < decided.length) for (const kind of ['weekday', 'hour'] as const) counts.get(kind)?.clear();
  const groups = [...counts].flatMap(([by, tallies]) =>
    [...tallies]
      // What holds all trades is no group of them.
      .filter(([, { n }]) => n < decided.length)
      .sort(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
      .map(([value, { n, won, squares }]) => {
        const bets = betsOfSize(n, squares);
        const p =
          bets < SMALLEST_GROUP
            ? null
            : binomialTwoSided(wonBets({ n, won, bets }), bets, breakEvenRate, unended);
        return {
          by,
          /** The name of the pair, weekday or direction; the hour, 0 to 23; the expiry in seconds. */
          value,
          n,
          won,
          /** As many independent bets tell as much: trades on one move count once. */
          bets,
          /** The chance of a count as far from break-even, twice the smaller tail; null in a group of fewer than 10 bets. */
          p,
        };
      }),
  );
  // What was chosen out of many shows more in each of its groups, too.
  const corrected = holm(groups.map(({ p }) => (p === null ? null : chanceSelected(p, selection))));
  return groups.map((group, at) => ({
    ...group,
    /** The same for all that was looked at, with Holm's correction for all groups that have one. */
    pHolm: corrected[at] as number | null,
  }));
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
