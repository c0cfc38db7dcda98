import { useId } from 'react';
import { answerSentence, questionSentence } from '../../../core/check/question-texts.ts';
import type { Question, QuestionCode } from '../../../core/check/reading/questions.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { BodyCard } from '../../ui/card.tsx';
import { texts } from './texts.ts';
import { WRITING } from './writing.ts';

interface QuestionCardProps {
  readonly questions: readonly Question[];
  readonly onAnswer: (code: QuestionCode, answer: string) => void;
}

/** What a source leaves open, with what each answer would change: asked before the verdict. */
export function QuestionCard({ questions, onAnswer }: QuestionCardProps) {
  return (
    <BodyCard label={texts.questionsFirst({ count: questions.length })} className="c12">
      <div className="check__asked">
        {questions.map((question) => (
          <OneQuestion key={question.code} question={question} onAnswer={onAnswer} />
        ))}
      </div>
    </BodyCard>
  );
}

function OneQuestion({
  question,
  onAnswer,
}: {
  readonly question: Question;
  readonly onAnswer: QuestionCardProps['onAnswer'];
}) {
  const name = useId();
  const { code, options, examples, given } = question;
  return (
    <fieldset>
      <legend>{questionSentence(question, WRITING)}</legend>
      <p className="hint">
        <bdi>{texts.questionExamples({ examples: examples.join(' · ') })}</bdi>
      </p>
      {options.map(({ answer, won, lost, tied, payout }) => (
        <label key={answer}>
          <input
            type="radio"
            name={name}
            checked={given === answer}
            onChange={() => onAnswer(code, answer)}
          />
          <span>
            {answerSentence(code, answer, WRITING)}
            <span className="check__effect">
              {texts.answerEffect({
                won: formatCount(won),
                lost: formatCount(lost),
                tied: formatCount(tied),
                payout: formatRate(payout ?? 0),
              })}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
