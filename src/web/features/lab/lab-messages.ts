import type { LabSpan } from '../../../core/lab/count-rules.ts';
import type { RuleResult, SweepResult } from '../../../core/lab/lab.ts';
import type { Sweep, SweptField } from '../../../core/lab/rule.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
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
export type SweepFigures = SweepResult;

export type LabAnswer =
  | { readonly rule: RuleFigures }
  | { readonly sweep: SweepFigures }
  | { readonly problem: string };
