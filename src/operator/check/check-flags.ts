import type { Part } from '../../core/check/luck.ts';
import type { QuestionCode } from '../../core/check/reading/questions.ts';

/** The flags as commander gives them. */
export interface CheckFlags {
  /** Net: 0.8 for 80 %. */
  readonly payout: number;
  readonly ties: 'refund' | 'lose';
  readonly lookedAt: number;
  readonly part: Part;
  readonly bankroll?: number;
  readonly zone: string;
  readonly seed: number;
  /** Answers to questions, as `code=answer`. */
  readonly answer: readonly (readonly [code: QuestionCode, answer: string])[];
  /** An earlier export of the same chat. */
  readonly earlier?: string;
  /** Takes the first answer of each question. */
  readonly assume?: boolean;
}
