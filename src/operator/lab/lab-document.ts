import type { RuleResult, SweepResult } from '../../core/lab/lab.ts';
import { ruleAt, type Sweep } from '../../core/lab/rule.ts';
import { breakEvenRate } from '../../core/record/verdict.ts';

/** What a rule did on one part of the prices, as the command says it. */
export function partOf(result: RuleResult, payout: number) {
  const {
    fromMs,
    untilMs,
    answers: _answers,
    luck: _luck,
    score: _score,
    triesByLuck: _tries,
    ...counts
  } = result;
  const rate = counts.decided === 0 ? null : counts.right / counts.decided;
  return {
    from: iso(fromMs),
    until: iso(untilMs),
    ...counts,
    rate,
    /** What a stake of 1 brings on average; refunded stakes are left out. */
    perStake: rate === null ? null : (1 + payout) * rate - 1,
    /** As many right answers as break even at the payout, or more. */
    enough: rate !== null && rate >= breakEvenRate(payout),
  };
}

export type LabPart = ReturnType<typeof partOf>;

/** All rules of a sweep, as the command says them. */
export function sweepOf(rule: Sweep, result: SweepResult) {
  const { swept, cells, judged, luck, shufflesAsGood, halfMs, judgement } = result;
  const full = cells.map((cell) => ({ ...cell, rule: ruleAt(rule, swept, cell.values) }));
  const at = (place: number | null) => (place === null ? null : (full[place] ?? null));
  return {
    swept,
    cells: full,
    judged,
    best: at(result.best),
    clearest: at(result.clearest),
    halfFrom: iso(halfMs),
    shuffles: [...luck.rates],
    shufflesAsGood,
    judgement,
  };
}

export type LabSweep = ReturnType<typeof sweepOf>;

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
