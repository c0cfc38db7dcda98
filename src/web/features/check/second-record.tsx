import { useEffect, useState } from 'react';
import type { CheckFigures } from '../../../core/check/check-record.ts';
import { compareRecords } from '../../../core/check/compare-records.ts';
import { NO_SWITCHES } from '../../../core/check/reading/trade-switches.ts';
import { formatCount, formatPoints, formatRate } from '../../lib/figures.ts';
import { howOften } from '../../lib/how-often.ts';
import { Button } from '../../ui/button.tsx';
import { CheckCard, Formulas } from './check-card.tsx';
import { RateRange } from './check-charts.tsx';
import type { GivenRecord } from './check-messages.ts';
import type { Checker } from './checker.ts';
import { decimal } from './decimal.ts';
import { FileButton } from './file-button.tsx';
import { fileSentence } from './reasons.ts';
import { Refused } from './refusal.tsx';
import { texts } from './texts.ts';

interface SecondRecordProps {
  readonly first: CheckFigures;
  /** How the first record is read: the second is read alike, but for its columns. */
  readonly record: GivenRecord;
  readonly ask: Checker['ask'];
}

type Second =
  | { readonly step: 'none'; readonly refusal?: string }
  | { readonly step: 'reading' }
  | { readonly step: 'read'; readonly name: string; readonly figures: CheckFigures };

/** A second record beside the first: before and after, or another seller. */
export function SecondRecord({ first, record: { ties, payout, zone }, ask }: SecondRecordProps) {
  const [file, setFile] = useState<File>();
  const [second, setSecond] = useState<Second>({ step: 'none' });

  useEffect(() => {
    if (file === undefined) return;
    let isCurrent = true;
    const take = (next: Second): void => {
      if (isCurrent) setSecond(next);
    };
    const read = async (): Promise<void> => {
      const source = { kind: 'file', file } as const;
      try {
        const answer = await ask({
          wanted: 'result',
          source,
          ties,
          payout,
          zone,
          meanings: new Map(),
          answers: new Map(),
          switches: NO_SWITCHES,
          listed: 0,
        });
        if (answer === undefined) return;
        const refusal = 'result' in answer ? answer.result.refusal : 'refusal' in answer && answer.refusal;
        if (refusal) take({ step: 'none', refusal: fileSentence(refusal) });
        else if ('result' in answer && answer.result.questions.length > 0)
          take({ step: 'none', refusal: texts.secondAsks });
        else if ('result' in answer) take({ step: 'read', name: file.name, figures: answer.result.figures });
      } catch (error) {
        take({ step: 'none', refusal: (error as Error).message });
      }
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [file, ask, ties, payout, zone]);

  return (
    <CheckCard label={texts.second} wide={12} className={second.step === 'read' ? '' : 'check__offer'}>
      {second.step === 'read' ? (
        <>
          <Difference first={first} second={second.figures} name={second.name} />
          <p className="check__controls">
            <Button
              look="line"
              onClick={() => {
                setFile(undefined);
                setSecond({ step: 'none' });
              }}
            >
              {texts.removeSecond}
            </Button>
          </p>
        </>
      ) : (
        <>
          <p>{texts.secondWhy}</p>
          <Refused why={second.step === 'none' ? second.refusal : undefined} />
          <p className="check__controls">
            <FileButton
              look="line"
              label={texts.secondFile}
              isBusy={second.step === 'reading'}
              onFile={(chosen) => {
                setSecond({ step: 'reading' });
                setFile(chosen);
              }}
            >
              {texts.chooseSecond}
            </FileButton>
          </p>
        </>
      )}
    </CheckCard>
  );
}

function Difference({
  first,
  second,
  name,
}: {
  readonly first: CheckFigures;
  readonly second: CheckFigures;
  readonly name: string;
}) {
  if (first.n === 0 || second.n === 0) return <p>{texts.secondEmpty}</p>;
  const { difference, interval, p } = compareRecords(first, second);
  const points = formatPoints(Math.abs(difference)).replace('+', '');
  const ends = { low: formatPoints(interval.low), high: formatPoints(interval.high) };
  return (
    <>
      <output className="check__said">
        <b>
          {difference === 0
            ? texts.secondSame(ends)
            : difference > 0
              ? texts.secondHigher({ points, ...ends })
              : texts.secondLower({ points, ...ends })}
        </b>{' '}
        {texts.differByLuck({ often: howOften(p) })}
      </output>
      <table className="check__multiples">
        <tbody>
          <RecordLine name={texts.first} figures={first} />
          <RecordLine name={texts.secondName({ file: name })} figures={second} />
        </tbody>
      </table>
      <Formulas>{texts.howSecond({ first: formatCount(first.n), second: formatCount(second.n) })}</Formulas>
    </>
  );
}

function RecordLine({
  name,
  figures: { won, n, interval, breakEvenRate, ev },
}: {
  readonly name: string;
  readonly figures: CheckFigures;
}) {
  if (interval === null || breakEvenRate === null) return null;
  const [low, high] = interval;
  return (
    <tr>
      <th scope="row" className="check__name">
        <bdi>{name}</bdi>
      </th>
      <td>
        <RateRange rate={won / n} interval={{ low, high }} needed={breakEvenRate} />
        <span className="hidden-text">
          {texts.rangeText({ rate: formatRate(won / n), low: formatRate(low), high: formatRate(high) })}
        </span>
      </td>
      <td>
        {texts.wonOf({ won: formatCount(won), n: formatCount(n) })}
        <br />
        <span className="hint">{texts.perStakeOf({ mean: decimal(ev.perStake ?? 0, 3) })}</span>
      </td>
    </tr>
  );
}
