import type { LabTries } from '../wire/lab-tries.ts';

/**
 * What was tried on the same prices in two browsers: each rule once, as the second has it; in each shuffle the better luck, as both
 * throw the same coins; the opening that the first knows, whatever clock the second has, with what it came to where one of them has that.
 */
export function mergedTries(one: LabTries, other: LabTries): LabTries {
  return {
    byHand: byRule(one.byHand, other.byHand),
    sweeps: byRule(one.sweeps, other.sweeps),
    luck: {
      rates: higher(one.luck.rates, other.luck.rates),
      scores: higher(one.luck.scores, other.luck.scores),
    },
    opened:
      one.opened !== undefined && one.opened.rule === other.opened?.rule
        ? { ...other.opened, ...one.opened }
        : (one.opened ?? other.opened),
  };
}

function byRule<T extends { readonly rule: string }>(one: readonly T[], other: readonly T[]): readonly T[] {
  const again = new Set(other.map(({ rule }) => rule));
  return [...one.filter(({ rule }) => !again.has(rule)), ...other];
}

/** The higher number of each shuffle. */
export function higher(one: readonly number[], other: readonly number[]): readonly number[] {
  if (one.length === 0) return other;
  return one.map((value, at) => Math.max(value, other[at] ?? value));
}
