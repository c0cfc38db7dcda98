import { ANSWER_TEXTS, answerKey, QUESTION_TEXTS } from '../../../core/check/question-texts.ts';
import type { Question, QuestionCode } from '../../../core/check/reading/questions.ts';
import { defineTexts } from '../../lib/catalogue.ts';

const questions = defineTexts(...QUESTION_TEXTS);
const answers = defineTexts(...ANSWER_TEXTS);

export function questionSentence({ code, count }: Question): string {
  const text = questions[code];
  return typeof text === 'string' ? text : text({ count });
}

export function answerSentence(code: QuestionCode, answer: string): string {
  const named = answerKey(code, answer);
  return 'number' in named ? answers[named.key](named) : answers[named.key];
}
