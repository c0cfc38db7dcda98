import { useEffect, useRef, useId } from 'react';
import type { Meaning } from '../../../core/check/reading/words/column-names.ts';
import type { Question, QuestionCode, QuestionOption } from '../../../core/check/reading/questions.ts';
import { fileSentence } from '../../../core/check/reason-texts.ts';
import { formatDayRange } from '../../lib/formats.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { BodyCard } from '../../ui/card.tsx';
import { Refused } from '../../ui/payout-field.tsx';
import type { CheckResult, GivenRecord } from './check-worker.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import { TradeList } from './trade-list.tsx';
import { Columns, Missed, understoodSentence } from './understood.tsx';
import { WRITING } from './writing.ts';
import './read-view.css';
import { answerSentence, othersSentence, questionSentence } from '../../../core/check/question-texts.ts';

interface ReadViewProps {
  readonly result: CheckResult;
  readonly record: GivenRecord;
  /** Why the last choice could not be followed. */
  readonly refusal: string | undefined;
  readonly onChoice: (choice: Partial<Pick<GivenRecord, 'meanings' | 'answers' | 'switches'>>) => void;
  /** Whether a choice is being read. */
  readonly isBusy: boolean;
  readonly onCheck: () => void;
  readonly onAgain: () => void;
}

/** What was made of a file or a text before it is judged: to be put right by the reader where it is not what was meant. */
export function ReadView({ result, record, refusal, isBusy, onChoice, onCheck, onAgain }: ReadViewProps) {
  const { source, meanings, answers } = record;
  const answer = (code: QuestionCode, given: string): void =>
    onChoice({ answers: new Map(answers).set(code, given) });
  const mean = (at: number, meaning: Meaning | null): void =>
    onChoice({ meanings: new Map(meanings).set(at, meaning) });
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  const { rows, columns, found, figures } = result;
  const trades = figures.won + figures.lost + figures.tied;
  const isOpen = result.questions.some(({ given }) => given === null);
  const problem = refusal ?? (result.refusal && fileSentence(result.refusal, WRITING));
  return (
    <div className="check">
      <div>
        <h1>{texts.title}</h1>
        <p ref={question} tabIndex={-1} className="lead">
          {texts.isMeant({ source: source.kind, file: source.kind === 'file' ? source.file.name : '' })}
        </p>
      </div>
      <div className="card check__look">
        <div className="check__counted">
          <h2>{understoodSentence(result)}</h2>
          {trades === 0 ? null : <p>{countedSentence(result)}</p>}
          <Refused why={problem} />
          {isOpen ? <p>{texts.answerAllFirst}</p> : null}
        </div>
        <span className="check__actions row">
          {trades === 0 ? null : (
            <Button
              look="primary"
              disabled={isOpen && !isBusy}
              busyLabel={isBusy ? uiTexts.loading : undefined}
              onClick={onCheck}
            >
              {texts.checkThese({ count: trades })}
            </Button>
          )}
          <Button look="line" onClick={onAgain}>
            {texts.again}
          </Button>
        </span>
      </div>
      <div className="grid check__grid">
        {result.questions.length === 0 ? null : (
          <QuestionCard questions={result.questions} answers={answers} onAnswer={answer} />
        )}
        {result.read.list.length === 0 ? null : (
          <TradeList result={result} record={record} onChoice={onChoice} />
        )}
        {found.length === 0 ? null : (
          <BodyCard
            label={texts.columnsUsed({ all: found.length, used: formatCount(columns.length) })}
            aside={texts.firstValue}
            className={`check__columns ${rows.missed === 0 ? 'c12' : 'c7'}`}
          >
            <Columns result={result} onMeaning={mean} />
          </BodyCard>
        )}
        {rows.missed === 0 ? null : (
          <BodyCard
            label={texts.missedAndWhy({ count: rows.missed, what: found.length === 0 ? 'messages' : 'rows' })}
            className={found.length === 0 ? 'c12' : 'c5'}
          >
            <Missed result={result} />
          </BodyCard>
        )}
      </div>
      <p className="hint">{texts.private}</p>
    </div>
  );
}

function countedSentence({ figures: { won, lost, tied }, span, tradesPerDay }: CheckResult): string {
  return texts.counted({
    won: formatCount(won),
    lost: formatCount(lost),
    tied: formatCount(tied),
    span: span === null || tradesPerDay === null ? 'unknown' : 'known',
    dates: span === null ? '' : formatDayRange(span.firstMs, span.lastMs),
    pace: Math.round(tradesPerDay ?? 0),
  });
}

interface QuestionCardProps {
  readonly questions: readonly Question[];
  readonly answers: GivenRecord['answers'];
  readonly onAnswer: (code: QuestionCode, answer: string) => void;
}

/** What a source leaves open, with what each answer would change: asked before the verdict. */
function QuestionCard({ questions, answers, onAnswer }: QuestionCardProps) {
  const others = othersSentence(questions, WRITING);
  return (
    <BodyCard label={texts.questionsFirst({ count: questions.length })} className="c12">
      <div className="check__asked">
        {questions.map((question) => (
          <OneQuestion
            key={question.code}
            question={question}
            given={answers.get(question.code)}
            onAnswer={onAnswer}
          />
        ))}
      </div>
      {others === '' ? null : <p className="hint">{others}</p>}
    </BodyCard>
  );
}

interface OneQuestionProps extends Pick<QuestionCardProps, 'onAnswer'> {
  readonly question: Question;
  readonly given: string | undefined;
}

function OneQuestion({ question, given, onAnswer }: OneQuestionProps) {
  const name = useId();
  const { code, options, examples } = question;
  // Where no answer changes a count, as that on how long trades run, the counts say nothing.
  const effects = new Set(options.map(effectOf));
  return (
    <fieldset>
      <legend>{questionSentence(question, WRITING)}</legend>
      <p className="hint">
        <bdi>{texts.questionExamples({ examples: examples.join(' · ') })}</bdi>
      </p>
      {options.map((option) => {
        const { answer } = option;
        return (
          <label key={answer}>
            <input
              type="radio"
              name={name}
              checked={given === answer}
              onChange={() => onAnswer(code, answer)}
            />
            <span>
              {answerSentence(code, answer, WRITING)}
              {effects.size === 1 ? null : <span className="check__effect">{effectOf(option)}</span>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

function effectOf({ won, lost, tied, payout }: QuestionOption): string {
  return texts.answerEffect({
    won: formatCount(won),
    lost: formatCount(lost),
    tied: formatCount(tied),
    payout: payout === null ? '–' : formatRate(payout),
  });
}
