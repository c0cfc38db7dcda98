/** Why an evaluation was not made; scripts switch on it. */
export type EvaluationRefusalCode =
  | 'usage'
  | 'not-found'
  | 'nothing-imported'
  | 'too-little-history'
  | 'interrupted';

/** An expected end of `evaluate`: what is wrong, and what to do about it. */
export class EvaluationRefusal extends Error {
  override readonly name = 'EvaluationRefusal';
  readonly code: EvaluationRefusalCode;
  readonly hint: string;

  constructor(code: EvaluationRefusalCode, message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
