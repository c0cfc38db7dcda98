/** Counts rules off the page's thread. It makes no request: what it has of prices, the page gave it. */
import type { LabSpan } from '../../../core/lab/count-rules.ts';
import type { Rule, Sweep, SweptField } from '../../../core/lab/rule.ts';
import { type RuleResult, runRule, runSweep, type SweepResult } from '../../../core/lab/lab.ts';
import { MADE_UP_SEED, madeUpBars } from '../../../core/lab/made-up.ts';
import { type BarColumns, emptyBars, unpackBars } from '../../../core/market/bars.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { Numbered } from '../../lib/worker-questions.ts';
import type { CoursePoint } from '../../ui/course.tsx';

/** What the page asks its worker: to count a rule, or all of a sweep. `prices` come with the first question on them, and again with the sealed part. */
export interface LabQuestion {
  readonly prices:
    | { readonly packed: readonly Uint8Array[] }
    | ({ readonly pair: ScoredPair } & LabSpan)
    | undefined;
  readonly rule: Sweep;
  /** None for a rule. */
  readonly swept: readonly SweptField[];
  readonly span: LabSpan;
}

/** What a rule came to, with its course in place of each answer. */
export type RuleFigures = Omit<RuleResult, 'answers'> & { readonly points: readonly CoursePoint[] };
export interface LabFigures {
  readonly rule: RuleFigures;
  readonly sweep: SweepResult;
}
export type LabAnswer = Partial<LabFigures> & { readonly problem?: string };

/** The same coins for every try, so that the best of all tries is the best of each shuffle. */
const SEED = 1;
const SHUFFLES = 1_000;
const MOST_POINTS = 120;

let minutes: BarColumns = emptyBars(0);

addEventListener('message', ({ data: { id, message } }: MessageEvent<Numbered<LabQuestion>>) => {
  postMessage({ id, message: answer(message) } satisfies Numbered<LabAnswer>);
});

function answer({ prices, rule, swept, span }: LabQuestion): LabAnswer {
  try {
    if (prices !== undefined)
      minutes = 'packed' in prices ? joined(prices.packed.map(unpackBars)) : madeUpBars(prices, MADE_UP_SEED);
    const options = { ...span, shuffles: SHUFFLES, seed: SEED };
    if (swept.length > 0) return { sweep: runSweep(minutes, { rule, swept }, options) };
    const { answers, ...figures } = runRule(minutes, rule as Rule, options);
    return { rule: { ...figures, points: pointsOf(answers) } };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** The share of right answers after some signals; the last point is after all. */
function pointsOf(answers: Int8Array): CoursePoint[] {
  const step = Math.max(1, Math.ceil(answers.length / MOST_POINTS));
  const points: CoursePoint[] = [];
  let right = 0;
  for (const [at, answered] of answers.entries()) {
    if (answered > 0) right += 1;
    const settled = at + 1;
    if (settled % step === 0 || settled === answers.length) points.push({ settled, rate: right / settled });
  }
  return points;
}

function joined(parts: readonly BarColumns[]): BarColumns {
  const whole = emptyBars(parts.reduce((sum, { length }) => sum + length, 0));
  let row = 0;
  for (const part of parts) {
    for (const column of ['openTimeMs', 'open', 'high', 'low', 'close'] as const)
      whole[column].set(part[column], row);
    row += part.length;
  }
  return whole;
}
