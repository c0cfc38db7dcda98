import { clopperPearson } from '../check/binomial.ts';
import { effectiveBets } from '../check/poisson-binomial.ts';
import { judgeLuck, type Luck } from '../check/luck.ts';
import type { BarColumns } from '../market/bars.ts';
import type { Interval } from '../statistics/wilson.ts';
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
export interface RuleResult extends LabCounts, LabSpan {
  readonly bars: number;
  /** The same rule, entered one bar later. */
  readonly later: LabCounts;
  /** Decided signals in the order of time: 1 for a right one, -1 for a wrong one. */
  readonly answers: Int8Array;
  /**
   * Signals that begin while the first of them runs share their way and are one bet; so many bets of one size say as much. The
   * interval of the share of right answers is from these (Clopper and Pearson, 95 %, one look); null without a decided signal.
   */
  readonly bets: number;
  readonly interval: Interval | null;
  /** In each shuffle of the days, this rule alone: the dots of "Could it be luck?". */
  readonly luck: Shuffled;
  /** How far its right answers lie above a coin, measured by their own spread. */
  readonly score: number;
  /** The share of shuffles in which this rule did as well or better, this part being one of them. */
  readonly chanceAlone: number;
  /** The same for the best of this rule and all that were tried, each measured by its own spread; null where there are too few signals. */
  readonly chance: number | null;
  /** By `chance`. */
  readonly judgement: LabJudgement;
  /** The share of right answers of the best of them in each shuffle: what the best of so many that know nothing shows. */
  readonly triesByLuck: Float64Array;
}

export interface SweepCell extends LabCounts {
  /** Of the swept fields, in their order. */
  readonly values: readonly number[];
  /** Found in the first half of the part, seen again in its second. */
  readonly halves: readonly [HalfCounts, HalfCounts];
  /** As of a rule, each null where there are too few signals; `chance` is corrected for all rules of the sweep and all that were tried. */
  readonly score: number | null;
  readonly chance: number | null;
}

export interface SweepResult extends LabSpan {
  readonly bars: number;
  /** Where the second half begins. */
  readonly halfMs: number;
  readonly swept: readonly SweptField[];
  /** Every combination, the first field's values the slowest. */
  readonly cells: readonly SweepCell[];
  /** How many cells have enough signals. */
  readonly judged: number;
  /** The place of the cell with the highest share of right answers among those with enough signals; null without one. */
  readonly best: number | null;
  /** The place of the cell with the lowest chance: the clearest, which need not be the best. */
  readonly clearest: number | null;
  /** The best of the same rules in each shuffle of the days: what looking costs. */
  readonly luck: Shuffled;
  /** In so many shuffles the best showed as high a share as `best` does, or a higher one. */
  readonly shufflesAsGood: number;
  /** Of the clearest cell, by its `chance`. */
  readonly judgement: LabJudgement;
}

/** Counts and judges one rule on one-minute bars. */
export function runRule(minutes: BarColumns, rule: Rule, options: LabOptions): RuleResult {
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
    later: tally.counts(1),
    answers: Int8Array.from(answered, ({ isRight }) => (isRight ? 1 : -1)),
    bets,
    interval:
      bets === 0 ? null : clopperPearson(Math.round((counts.right / counts.decided) * bets), bets, 0.05),
    luck,
    score,
    chanceAlone: chanceOf(score, luck.scores),
    chance,
    judgement: chance === null ? 'too-few' : judgeLuck(chance),
    triesByLuck: tried.rates,
  };
}

/** Counts every rule of a sweep and judges the best against what the best of as many shows by luck. */
export function runSweep(
  minutes: BarColumns,
  { rule, swept }: { readonly rule: Sweep; readonly swept: readonly SweptField[] },
  options: LabOptions,
): SweepResult {
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
    halfMs: tally.halfMs,
    swept,
    cells,
    judged: cells.filter(({ score }) => score !== null).length,
    best,
    clearest,
    luck,
    shufflesAsGood: luck.rates.filter((rate) => rate >= right / decided).length,
    judgement: clearest === null ? 'too-few' : judgeLuck(cells[clearest]?.chance as number),
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
