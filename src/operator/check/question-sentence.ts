import format, { type CompiledMessage } from 'icu-minify/format';
import { ANSWER_TEXTS, answerKey, QUESTION_TEXTS } from '../../core/check/question-texts.ts';
import type { Question, QuestionCode } from '../../core/check/reading/questions.ts';

/** A question as one sentence for a terminal. */
export function questionSentence({ code, count }: Question): string {
  return english(QUESTION_TEXTS[1][code], { count });
}

/** What an answer means. */
export function answerSentence(code: QuestionCode, answer: string): string {
  const { key, ...values } = answerKey(code, answer);
  return english(ANSWER_TEXTS[1][key], values);
}

/** A message that the build has compiled, filled with its values. */
function english(message: CompiledMessage, values: Readonly<Record<string, string | number>>): string {
  return String(format(message, 'en', values, { formatters: FORMATTERS }));
}

const FORMATTERS = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};
