import { keepChoice, keptChoice } from '../../lib/kept-choice.ts';

/** What was tried on some prices, in this browser. */
export interface Tries {
  /** By the rule's address, the newest last; the same rule counts once. */
  readonly byHand: readonly Tried[];
  readonly sweeps: readonly SweepTried[];
  /**
   * In each shuffle of the days, the best share of right answers among all that was tried, in ten-thousandths: what the best of as many
   * shows that know nothing, with the signals that they have on these prices.
   */
  readonly luck: readonly number[];
  /** The one rule for which the sealed part was opened. */
  readonly opened?: Opened | undefined;
}

export interface Tried {
  readonly rule: string;
  readonly decided: number;
  readonly right: number;
}

export interface SweepTried {
  readonly rule: string;
  readonly rules: number;
  /** The best share of right answers; null where no rule had enough signals. */
  readonly best: number | null;
}

export interface Opened {
  readonly rule: string;
  readonly atMs: number;
  /** How many rules were tried before. */
  readonly tries: number;
  /** What it came to there; absent until it was counted. */
  readonly decided?: number | undefined;
  readonly right?: number | undefined;
}

const NO_TRIES: Tries = { byHand: [], sweeps: [], luck: [] };
const UNIT = 10_000;
/** Of the tries by hand so many are kept by name; the count goes on in `luck` and in the number. */
const PREFIX = 'pipcast.lab ';

/** How many rules were tried. */
export function countOf({ byHand, sweeps }: Tries): number {
  return byHand.length + sweeps.reduce((sum, { rules }) => sum + rules, 0);
}

/** With a rule that was tried by hand; `luck` are its shares in the shuffles, empty where it had too few signals. */
export function withTry(tries: Tries, tried: Tried, luck: Float64Array): Tries {
  const byHand = [...tries.byHand.filter(({ rule }) => rule !== tried.rule), tried];
  return { ...tries, byHand, luck: best(tries.luck, luck) };
}

/** With a sweep; `luck` is the best share of its rules in each shuffle. */
export function withSweep(tries: Tries, sweep: SweepTried, luck: Float64Array): Tries {
  const sweeps = [...tries.sweeps.filter(({ rule }) => rule !== sweep.rule), sweep];
  return { ...tries, sweeps, luck: best(tries.luck, luck) };
}

/** What the best of all tries shows in half of the shuffles, a share; undefined before a try with enough signals. */
export function bestByLuck({ luck }: Tries): number | undefined {
  const middle = [...luck].sort((a, b) => a - b)[luck.length >> 1];
  return middle === undefined || middle === 0 ? undefined : middle / UNIT;
}

/** In how many of all shuffles the best of all tries showed as much as this share, or more. */
export function asGood({ luck }: Tries, rate: number): number {
  return luck.filter((one) => one >= Math.floor(rate * UNIT)).length;
}

/** 100 of the shuffles, from the lowest to the highest, as shares. */
export function luckDots(luck: readonly number[]): readonly number[] {
  const ascending = [...luck].sort((a, b) => a - b);
  const dots = Math.min(100, ascending.length);
  return Array.from({ length: dots }, (_, at) => {
    return (ascending[Math.floor(((at + 0.5) * ascending.length) / dots)] as number) / UNIT;
  });
}

/** As `luck` has shares. */
export function inUnits(rates: Float64Array): readonly number[] {
  return Array.from(rates, (rate) => Math.round(rate * UNIT));
}

function best(before: readonly number[], luck: Float64Array): readonly number[] {
  const own = inUnits(luck);
  if (before.length === 0) return own;
  return before.map((one, at) => Math.max(one, own[at] ?? 0));
}

/** The tries that this browser keeps; none where it keeps what cannot be read. */
export function keptTries(prices: string): Tries {
  try {
    const kept = JSON.parse(keptChoice(PREFIX + prices) ?? '') as Tries;
    return Array.isArray(kept.byHand) && Array.isArray(kept.sweeps) && Array.isArray(kept.luck)
      ? kept
      : NO_TRIES;
  } catch {
    return NO_TRIES;
  }
}

export function keepTries(prices: string, tries: Tries): void {
  keepChoice(PREFIX + prices, JSON.stringify(tries));
}
