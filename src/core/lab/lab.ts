import { clopperPearson } from '../check/binomial.ts';
import { effectiveBets } from '../check/judgement.ts';
import { judgeLuck, type Luck } from '../check/luck.ts';
import type { BarColumns } from '../market/bars.ts';
import type { Interval } from '../statistics/wilson.ts';
import { countRules, type HalfCounts, type LabCounts, type LabSpan, type Tally } from './count-rules.ts';
import { chanceOf, type DailyExcess, scoreOf, type Shuffled, shuffleDays } from './day-flips.ts';
import { barMs, combinations, LAB_BARS, type Rule, ruleAt, type Sweep, type SweptField } from './rule.ts';

/** With fewer decided signals a rule is "too few": it is not judged, and cannot be the best of a sweep. */
const FEWEST_SIGNALS = 500;
export interface LabOptions extends LabSpan {
  readonly shuffles: number;
  /** The same seed throws the same coins. */
  readonly seed: number;
  /** Rules that were tried on the same prices: `chance` is corrected for having looked at them. Rules with too few signals count not. */
  readonly tried?: readonly Rule[];
  /** How much is done, 0 to 1, about once a day of prices. */
  readonly onProgress?: (share: number) => void;
}

export type LabJudgement = Luck | 'too-few';

/** What a rule did on one part of the prices. */
export interface RuleResult extends LabCounts, LabSpan {
  /** Bars of the part. */
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
  /** In each shuffle of the days, this rule's share of right answers: the dots of "Could it be luck?". */
  readonly shuffledRates: Float64Array;
  /** How far its right answers lie above a coin, measured by their own spread, and the same in each shuffle. */
  readonly score: number;
  readonly shuffledScores: Float64Array;
  /** The share of shuffles in which this rule did as well or better, this part being one of them. */
  readonly chanceAlone: number;
  /** The same for the best of this rule and all that were tried, each measured by its own spread; null where there are too few signals. */
  readonly chance: number | null;
  /** By `chance`. */
  readonly judgement: LabJudgement;
  /** The share of right answers of the best of them in each shuffle: what the best of so many that know nothing shows. */
  readonly triesByLuck: Float64Array;
}

/** One rule of a sweep. */
export interface SweepCell extends LabCounts {
  /** Of the swept fields, in their order. */
  readonly values: readonly number[];
  /** Found in the first half of the part, seen again in its second. */
  readonly halves: readonly [HalfCounts, HalfCounts];
  /**
   * The share of shuffles in which the best of all rules, each measured by its own spread, was as far above a coin as this one is
   * here: already corrected for looking at all of them. Null where there are too few signals.
   */
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
  /** The highest share of right answers among the same rules, in each shuffle of the days: what looking costs. */
  readonly shuffledBest: Float64Array;
  /** The highest score among them, in each shuffle: see `RuleResult`. */
  readonly shuffledScores: Float64Array;
  /** In so many shuffles the best showed as high a share as `best` does, or a higher one. */
  readonly shufflesAsGood: number;
  /** Of the clearest cell, for all that were looked at. */
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
  const alone: DailyExcess = {
    rules: 1,
    days: tally.days,
    excess: tally.excessOf(0),
    decided: [counts.decided],
  };
  const { bestRate, bestScore } = shuffleDays(alone, { ...options, counted: () => true });
  const score = scoreOf(alone.excess);
  const tried = bestByLuck(minutes, [rule, ...(options.tried ?? [])], options);
  const chance = counts.decided < FEWEST_SIGNALS ? null : chanceOf(score, tried.bestScore);
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
    shuffledRates: bestRate,
    score,
    shuffledScores: bestScore,
    chanceAlone: chanceOf(score, bestScore),
    chance,
    judgement: chance === null ? 'too-few' : judgeLuck(chance),
    triesByLuck: tried.bestRate,
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
  const isCounted = hasEnough(tally);
  const { bestRate, bestScore } = shuffleDays(tally, { ...options, counted: isCounted });
  const scores = rules.map((_, place) => (isCounted(place) ? scoreOf(tally.excessOf(place)) : null));
  const chances = scores.map((score) => (score === null ? null : chanceOf(score, bestScore)));
  const cells = values.map(
    (each, place): SweepCell => ({
      values: each,
      ...tally.counts(place),
      halves: tally.halves(place),
      chance: chances[place] as number | null,
    }),
  );
  const best = highest(cells.map(({ decided, right }, place) => (isCounted(place) ? right / decided : null)));
  const bestCell = best === null ? undefined : cells[best];
  const bestShare = bestCell === undefined ? 0 : bestCell.right / bestCell.decided;
  const clearest = highest(scores);
  return {
    fromMs: options.fromMs,
    untilMs: options.untilMs,
    bars: tally.rows,
    halfMs: tally.halfMs,
    swept,
    cells,
    judged: chances.filter((chance) => chance !== null).length,
    best,
    clearest,
    shuffledBest: bestRate,
    shuffledScores: bestScore,
    shufflesAsGood: bestRate.filter((rate) => rate >= bestShare).length,
    judgement: clearest === null ? 'too-few' : judgeLuck(chances[clearest] as number),
  };
}

/** The best of these rules where nothing is to be found, with the signals that they really have on these prices. */
function bestByLuck(minutes: BarColumns, rules: readonly Rule[], options: LabOptions): Shuffled {
  const bestRate = new Float64Array(options.shuffles);
  const bestScore = new Float64Array(options.shuffles).fill(Number.NEGATIVE_INFINITY);
  for (const bar of LAB_BARS) {
    const alike = rules.filter((rule) => rule.bar === bar);
    if (alike.length === 0) continue;
    const tally = countRules(minutes, alike, options);
    const shuffled = shuffleDays(tally, { ...options, counted: hasEnough(tally) });
    for (let shuffle = 0; shuffle < options.shuffles; shuffle += 1) {
      bestRate[shuffle] = Math.max(bestRate[shuffle] as number, shuffled.bestRate[shuffle] as number);
      bestScore[shuffle] = Math.max(bestScore[shuffle] as number, shuffled.bestScore[shuffle] as number);
    }
  }
  return { bestRate, bestScore };
}

function hasEnough({ decided }: Tally): (rule: number) => boolean {
  return (rule) => (decided[rule] as number) >= FEWEST_SIGNALS;
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
