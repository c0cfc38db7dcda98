import type { LabSpan } from '../../../core/lab/count-rules.ts';
import type { RuleResult, SweepResult } from '../../../core/lab/lab.ts';
import type { Rule, Sweep, SweptField } from '../../../core/lab/rule.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { CoursePoint } from '../../ui/course.tsx';

/** What the page asks its worker. Prices come before the first rule on them, and again with the sealed part. */
export type LabQuestion =
  | { readonly wanted: 'prices'; readonly packed: readonly Uint8Array[] }
  | ({ readonly wanted: 'made-up prices'; readonly pair: ScoredPair } & LabSpan)
  | { readonly wanted: 'rule'; readonly rule: Rule; readonly span: LabSpan }
  | {
      readonly wanted: 'sweep';
      readonly rule: Sweep;
      readonly swept: readonly SweptField[];
      readonly span: LabSpan;
    };

/** What a rule came to, with its course in place of each answer. */
export type RuleFigures = Omit<RuleResult, 'answers'> & { readonly points: readonly CoursePoint[] };
export type SweepFigures = SweepResult;

export type LabAnswer =
  | { readonly loaded: true }
  | { readonly rule: RuleFigures }
  | { readonly sweep: SweepFigures }
  | { readonly problem: string };
