/** What the numbers of a tally add up to: how many were won, lost and tied. */
import { type Bound, RATES, type Roles, valueOf } from './tally-numbers.ts';

export interface Counts {
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
}

export const isSame = (one: Counts, other: Counts): boolean =>
  one.won === other.won && one.lost === other.lost && one.tied === other.tied;

/** The fewest and the most that a rounded rate may mean. */
export interface Rounded {
  readonly least: Counts;
  readonly most: Counts;
}

export interface Counted {
  readonly counts: Counts;
  readonly unresolved?: number;
  readonly rounded?: Rounded | undefined;
  readonly of?: Counts | undefined;
  /** Numbers of its own deny it, or nothing says what is counted. */
  readonly isDenied?: boolean;
  /** Its rate proves a score, or its sign is that of a share. */
  readonly isProven?: boolean;
  readonly isShare?: boolean;
}

/** What the numbers of a block add up to; undefined where a rate denies a score. */
export function countsOf(roles: Roles): Counted | undefined {
  const [own, lost, some, all] = [roles.won, roles.lost, roles.some, roles.all].map(valueOf);
  const tied = valueOf(roles.tied) ?? 0;
  const won = own !== undefined && roles.tied?.part === 'within' ? own - tied : own;
  const score = roles.score?.token;
  const rates = RATES.flatMap((name) => roles[name] ?? []).filter(({ isLabel }) => !isLabel);
  const fitAll = (counts: Counts): boolean => rates.every((rate) => fits(rate, counts, all));
  if (score?.kind === 'score') {
    const [first = 0, second = 0, third = 0] = score.parts;
    const counts = { won: first, lost: second, tied: third };
    const of =
      score.parts.length === 2 && first <= second ? { won: first, lost: second - first, tied: 0 } : undefined;
    if (rates.length === 0)
      return {
        counts,
        of,
        isShare: score.sign === '/',
        isProven: all === first + second + third,
        isDenied: all !== undefined && all !== first + second + third,
      };
    const proven = [counts, of].find((one) => one !== undefined && fitAll(one));
    return proven && { counts: proven, isProven: true };
  }
  if (won !== undefined && lost !== undefined) {
    const counts = { won, lost, tied };
    const open = valueOf(roles.open) ?? 0;
    const rest = (all ?? won + lost + tied + open) - won - lost;
    const unresolved = rest === 0 || rest === tied ? 0 : rest - tied;
    const isOfAll = unresolved >= 0 && (unresolved <= (won + lost) / MOST_UNRESOLVED || unresolved === open);
    return {
      counts,
      unresolved: isOfAll ? unresolved : 0,
      isDenied: !isOfAll || !fitAll(counts) || (open > 0 && unresolved !== open),
    };
  }
  // Of a day beside others.
  if (all === undefined && (won !== undefined || lost !== undefined))
    return { counts: { won: won ?? 0, lost: lost ?? 0, tied }, isDenied: true };
  if (all === undefined) return undefined;
  const part = won ?? lost ?? some;
  if (part === undefined) return roundedOf(roles, all);
  const rest = all - part - tied;
  if (rest < 0) return undefined;
  const counts = lost === undefined ? { won: part, lost: rest, tied } : { won: rest, lost: part, tied };
  return {
    counts,
    isDenied: !fitAll(counts),
  };
}

/** A larger number of all trades is one of others. */
const MOST_UNRESOLVED = 2;

/** Whether a rate is that of an outcome among so many. */
export function fits(rate: Bound, { won, lost, tied }: Counts, said = won + lost): boolean {
  const { token } = rate;
  if (token.kind !== 'percent') return false;
  return [won, lost, tied].some((count) =>
    [won + lost, won + lost + tied, said].some(
      (all) => Math.abs((count / all) * 100 - token.value) <= 10 ** -token.digits,
    ),
  );
}

/** The counts of so many trades that the rates of their outcomes may mean. */
function roundedOf(roles: Roles, all: number): Counted | undefined {
  const [won, lost, tied] = RATES.map((name) => valueOf(roles[name]));
  const said = RATES.flatMap((name) => roles[name] ?? []);
  const digits = said.map(({ token }) => (token.kind === 'percent' ? token.digits : 0));
  const half = 0.5 / 10 ** Math.min(...digits);
  const share = won ?? (lost === undefined ? Number.NaN : 100 - lost - (tied ?? 0));
  if (!(share >= 0 && share <= 100)) return undefined;
  const ties = Math.round(((tied ?? 0) / 100) * all);
  const countsFor = (count: number): Counts => ({ won: count, lost: all - ties - count, tied: ties });
  const least = Math.max(0, Math.ceil(((share - half) / 100) * all));
  const most = Math.min(all - ties, Math.floor(((share + half) / 100) * all));
  const isWhole = lost === undefined || Math.abs(share + lost + (tied ?? 0) - 100) <= said.length * half;
  return {
    counts: countsFor(Math.round((share / 100) * all)),
    rounded: least < most ? { least: countsFor(least), most: countsFor(most) } : undefined,
    isDenied:
      !isWhole || said.some(({ token, isLabel }) => isLabel || (token.kind === 'percent' && token.isRange)),
  };
}
