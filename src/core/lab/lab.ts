import { clopperPearson } from '../check/binomial.ts';
import { effectiveBets } from '../check/poisson-binomial.ts';
import { judgeLuck, type Luck } from '../check/luck.ts';
import type { BarColumns } from '../market/bars.ts';
import { countRules, type HalfCounts, type LabCounts, type LabSpan } from './count-rules.ts';
import { chanceOf, type RuleDays, scoreOf, type Shuffled, shuffleDays } from './day-flips.ts';
import { barMs, combinations, LAB_BARS, type Rule, ruleAt, type Sweep, type SweptField } from './rule.ts';

/** With fewer decided signals a rule is "too few": it is not judged, and cannot be the best of a sweep. */
export const FEWEST_SIGNALS = 500;

export interface LabOptions extends LabSpan {
  readonly shuffles: number;
  /** The same seed throws the same coins. */
  readonly seed: number;
  /** Rules that were tried on the same prices: `chance` is corrected for having looked at them. Rules with too few signals count not. */
  readonly tried?: readonly Rule[];
}

export type LabJudgement = Luck | 'too-few';

/** What a rule did on one part of the prices. */
export type RuleResult = ReturnType<typeof runRule>;

export interface SweepCell extends LabCounts {
  /** Of the swept fields, in their order. */
  readonly values: readonly number[];
  /** Found in the first half of the part, seen again in its second. */
  readonly halves: readonly [HalfCounts, HalfCounts];
  /** As of a rule, each null where there are too few signals; `chance` is corrected for all rules of the sweep and all that were tried. */
  readonly score: number | null;
  readonly chance: number | null;
}

export type SweepResult = ReturnType<typeof runSweep>;

/** Counts and judges one rule on one-minute bars. */
export function runRule(minutes: BarColumns, rule: Rule, options: LabOptions) {
  const later = { ...rule, enterAfterBars: rule.enterAfterBars + 1 };
  const answered: { readonly row: number; readonly isRight: boolean }[] = [];
  const tally = countRules(minutes, [rule, later], options, (row, isRight) =>
    answered.push({ row, isRight }),
  );
  const counts = tally.counts(0);
  const days = tally.daysOf(0);
  const luck = shuffleDays([days], options);
  const score = scoreOf(days.excess);
  const tried = bestByLuck(minutes, options, hasEnough(counts) ? [luck] : []);
  const chance = hasEnough(counts) ? chanceOf(score, tried.scores) : null;
  const bets = answered.length === 0 ? 0 : effectiveBets(betSizes(answered, rule, tally.bars));
  return {
    ...counts,
    fromMs: options.fromMs,
    untilMs: options.untilMs,
    bars: tally.rows,
    /** The same rule, entered one bar later. */
    later: tally.counts(1),
    /** Decided signals in the order of time: 1 for a right one, -1 for a wrong one. */
    answers: Int8Array.from(answered, ({ isRight }) => (isRight ? 1 : -1)),
    /**
     * Signals that begin while the first of them runs share their way and are one bet; so many bets of one size say as much. The
     * interval of the share of right answers is from these (Clopper and Pearson, 95 %, one look).
     */
    bets,
    interval:
      bets === 0 ? null : clopperPearson(Math.round((counts.right / counts.decided) * bets), bets, 0.05),
    /** In each shuffle of the days, this rule alone: the dots of "Could it be luck?". */
    luck,
    /** How far its right answers lie above a coin, measured by their own spread. */
    score,
    /** The share of shuffles in which this rule did as well or better, this part being one of them. */
    chanceAlone: chanceOf(score, luck.scores),
    /** The same for the best of this rule and all that were tried, each measured by its own spread; null where there are too few signals. */
    chance,
    judgement: judgementOf(chance),
    /** The share of right answers of the best of them in each shuffle: what the best of so many that know nothing shows. */
    triesByLuck: tried.rates,
  };
}

/** Counts every rule of a sweep and judges the best against what the best of as many shows by luck. */
export function runSweep(
  minutes: BarColumns,
  { rule, swept }: { readonly rule: Sweep; readonly swept: readonly SweptField[] },
  options: LabOptions,
) {
  const values = combinations(swept);
  const rules = values.map((each) => ruleAt(rule, swept, each));
  const tally = countRules(minutes, rules, options);
  const days = values.map((_, place) => tally.daysOf(place));
  const luck = shuffleDays(days.filter(hasEnough), options);
  const { scores } = bestByLuck(minutes, options, [luck]);
  const cells = values.map((each, place): SweepCell => {
    const own = days[place] as RuleDays;
    const score = hasEnough(own) ? scoreOf(own.excess) : null;
    return {
      values: each,
      ...tally.counts(place),
      halves: tally.halves(place),
      score,
      chance: score === null ? null : chanceOf(score, scores),
    };
  });
  const best = highest(cells.map(({ score, decided, right }) => (score === null ? null : right / decided)));
  const { right, decided } = cells[best ?? 0] as SweepCell;
  const clearest = highest(cells.map(({ score }) => score));
  return {
    fromMs: options.fromMs,
    untilMs: options.untilMs,
    bars: tally.rows,
    /** Where the second half begins. */
    halfMs: tally.halfMs,
    swept,
    /** Every combination, the first field's values the slowest. */
    cells,
    /** How many cells have enough signals. */
    judged: cells.filter(({ score }) => score !== null).length,
    /** The place of the cell with the highest share of right answers among those with enough signals; null without one. */
    best,
    /** The place of the cell with the lowest chance: the clearest, which need not be the best. */
    clearest,
    /** The best of the same rules in each shuffle of the days: what looking costs. */
    luck,
    /** In so many shuffles the best showed as high a share as `best` does, or a higher one. */
    shufflesAsGood: luck.rates.filter((rate) => rate >= right / decided).length,
    judgement: judgementOf(cells[clearest ?? -1]?.chance ?? null),
  };
}

/** The best, in each shuffle, of what was counted and of the rules that were tried before, with the signals that they have on these prices. */
function bestByLuck(minutes: BarColumns, options: LabOptions, counted: readonly Shuffled[]): Shuffled {
  const { tried = [], shuffles } = options;
  const before = LAB_BARS.map((bar) => tried.filter((rule) => rule.bar === bar))
    .filter((alike) => alike.length > 0)
    .map((alike) => {
      const tally = countRules(minutes, alike, options);
      return shuffleDays(alike.map((_, rule) => tally.daysOf(rule)).filter(hasEnough), options);
    });
  const best = (of: keyof Shuffled, least: number): Float64Array =>
    Float64Array.from({ length: shuffles }, (_, at) =>
      Math.max(least, ...[...counted, ...before].map((one) => one[of][at] as number)),
    );
  return { rates: best('rates', 0), scores: best('scores', Number.NEGATIVE_INFINITY) };
}

function judgementOf(chance: number | null): LabJudgement {
  return chance === null ? 'too-few' : judgeLuck(chance);
}

function hasEnough({ decided }: { readonly decided: number }): boolean {
  return decided >= FEWEST_SIGNALS;
}

/** The place of the highest number, the first of equal ones; null where there is none. */
function highest(values: readonly (number | null)[]): number | null {
  let best: number | null = null;
  for (const [place, value] of values.entries())
    if (value !== null && (best === null || value > (values[best] as number))) best = place;
  return best;
}

/** How many decided signals each bet has: those that begin before the first of them is at its exit. */
function betSizes(
  answered: readonly { readonly row: number }[],
  { enterAfterBars, expiryBars, bar }: Rule,
  { openTimeMs }: BarColumns,
): readonly number[] {
  const lengthMs = (enterAfterBars + expiryBars) * barMs(bar);
  const sizes: number[] = [];
  let untilMs = Number.NEGATIVE_INFINITY;
  for (const { row } of answered) {
    const atMs = openTimeMs[row] as number;
    // The entry of this one against the exit of the first.
    if (atMs + enterAfterBars * barMs(bar) < untilMs) sizes[sizes.length - 1] = (sizes.at(-1) as number) + 1;
    else {
      sizes.push(1);
      untilMs = atMs + lengthMs;
    }
  }
  return sizes;
}
