import { useEffect, useRef } from 'react';
import type { Meaning } from '../../../core/check/reading/column-names.ts';
import type { QuestionCode } from '../../../core/check/reading/questions.ts';
import { fileSentence } from '../../../core/check/reason-texts.ts';
import { formatDayRange } from '../../lib/formats.ts';
import { formatCount } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { CheckCard } from './check-card.tsx';
import type { CheckResult, GivenRecord } from './check-messages.ts';
import { QuestionCard } from './question-card.tsx';
import { Refused } from './refusal.tsx';
import { texts } from './texts.ts';
import { TradeList } from './trade-list.tsx';
import { Columns, Missed, understoodSentence } from './understood.tsx';
import { WRITING } from './writing.ts';
import './read-view.css';

interface ReadViewProps {
  readonly result: CheckResult;
  readonly record: GivenRecord;
  /** Why the last choice could not be followed. */
  readonly refusal: string | undefined;
  readonly onChoice: (choice: Partial<Pick<GivenRecord, 'meanings' | 'answers' | 'switches'>>) => void;
  readonly onCheck: () => void;
  readonly onAgain: () => void;
}

/** What was made of a file or a text before it is judged: to be put right by the reader where it is not what was meant. */
export function ReadView({ result, record, refusal, onChoice, onCheck, onAgain }: ReadViewProps) {
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
        <p ref={question} tabIndex={-1} className="check__lead">
          {source.kind === 'file' ? texts.isFileMeant({ file: source.file.name }) : texts.isTextMeant}
        </p>
      </div>
      <section className="card check__look" aria-label={texts.whatWasUnderstood}>
        <div className="check__counted">
          <h2>{understoodSentence(result)}</h2>
          {trades === 0 ? null : <p>{countedSentence(result)}</p>}
          <Refused why={problem} />
          {isOpen ? <p>{texts.answerAllFirst}</p> : null}
          {result.refusal === undefined || found.length === 0 ? null : <p>{texts.sayColumns}</p>}
        </div>
        <span className="check__actions">
          {trades === 0 ? null : (
            <Button look="primary" disabled={isOpen} onClick={onCheck}>
              {texts.checkThese({ count: trades })}
            </Button>
          )}
          <Button look="line" onClick={onAgain}>
            {texts.again}
          </Button>
        </span>
      </section>
      <div className="grid check__grid">
        {result.questions.length === 0 ? null : (
          <QuestionCard questions={result.questions} onAnswer={answer} />
        )}
        {result.read.list.length === 0 ? null : (
          <TradeList result={result} record={record} onChoice={onChoice} />
        )}
        {found.length === 0 ? null : (
          <CheckCard
            label={texts.columnsUsed({ all: found.length, used: formatCount(columns.length) })}
            aside={texts.firstValue}
            wide={rows.missed === 0 ? 12 : 7}
            className="check__columns"
          >
            <Columns result={result} onMeaning={mean} />
          </CheckCard>
        )}
        {rows.missed === 0 ? null : (
          <CheckCard
            label={texts.missedAndWhy({ count: rows.missed, what: found.length === 0 ? 'messages' : 'rows' })}
            wide={found.length === 0 ? 12 : 5}
          >
            <Missed result={result} />
          </CheckCard>
        )}
      </div>
      <p className="hint">{texts.private}</p>
    </div>
  );
}

function countedSentence({ figures: { won, lost, tied }, span, tradesPerDay }: CheckResult): string {
  const counts = { won: formatCount(won), lost: formatCount(lost), tied: formatCount(tied) };
  if (span === null || tradesPerDay === null) return texts.counted(counts);
  return texts.countedInSpan({
    ...counts,
    dates: formatDayRange(span.firstMs, span.lastMs),
    pace: Math.round(tradesPerDay),
  });
}
