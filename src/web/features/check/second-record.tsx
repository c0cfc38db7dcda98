import { useEffect, useState } from 'react';
import type { CheckFigures } from '../../../core/check/check-record.ts';
import { compareRecords, countSaid, type WinCount } from '../../../core/check/compare-records.ts';
import type { ExportChanges } from '../../../core/check/reading/chats/compare-exports.ts';
import { NO_SWITCHES } from '../../../core/check/reading/trade-switches.ts';
import { fileSentence } from '../../../core/check/reason-texts.ts';
import { formatCount, formatPoints } from '../../lib/figures.ts';
import { howOften } from '../../lib/how-often.ts';
import { Fold } from '../../ui/fold.tsx';
import { Refused } from '../../ui/payout-field.tsx';
import { RateRange } from './check-charts.tsx';
import type { CheckSource, GivenRecord } from './check-worker.ts';
import type { Checker } from './checker.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { TRADE_FILES } from './check-form.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import { tradeTexts } from './trade-texts.ts';
import { WRITING } from './writing.ts';

interface SecondRecordProps {
  readonly first: CheckFigures;
  /** How the first record is read: the second is read alike, but for its columns. */
  readonly record: GivenRecord;
  readonly ask: Checker['ask'];
}

interface Second {
  readonly file: File;
  /** Why it cannot be compared. */
  readonly refusal?: string | undefined;
  /** Undefined where the file leaves questions open. */
  readonly figures?: CheckFigures | undefined;
  /** Where both are exports of one chat. */
  readonly changes?: ExportChanges | undefined;
}

/** A second record beside the first: before and after, or another seller. */
export function SecondRecord({ first, record: { source, ties, payout, zone }, ask }: SecondRecordProps) {
  const [file, setFile] = useState<File>();
  const [second, setSecond] = useState<Second>();
  useEffect(() => {
    if (file === undefined) return;
    let isCurrent = true;
    const read = async (): Promise<void> => {
      const next = await readSecond(ask, source, { file, ties, payout, zone });
      if (isCurrent && next !== undefined) setSecond({ file, ...next });
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [file, ask, source, ties, payout, zone]);
  const { changes, figures, refusal } = second ?? {};
  return (
    <Fold label={texts.second}>
      {changes === undefined ? null : <Changes changes={changes} />}
      {figures === undefined || second === undefined ? (
        <p>{changes === undefined ? texts.secondWhy : texts.secondAsks}</p>
      ) : (
        <Difference first={first} second={figures} name={second.file.name} />
      )}
      <Refused why={refusal} />
      <p className="check__controls">
        <FileButton
          look="line"
          accept={TRADE_FILES}
          busyLabel={file === second?.file ? undefined : uiTexts.loading}
          onFile={setFile}
        >
          {texts.chooseSecond}
        </FileButton>
      </p>
    </Fold>
  );
}

type HowRead = Pick<GivenRecord, 'ties' | 'payout' | 'zone'> & { readonly file: File };

/** The second record as far as it can be compared; undefined where another question was asked meanwhile. */
async function readSecond(
  ask: Checker['ask'],
  first: CheckSource,
  { file, ...how }: HowRead,
): Promise<Omit<Second, 'file'> | undefined> {
  const source = { kind: 'file', file } as const;
  try {
    const plain = { meanings: new Map(), answers: new Map(), switches: NO_SWITCHES };
    const answer = await ask({ wanted: 'result', source, ...how, ...plain });
    if (answer === undefined) return undefined;
    const refusal = 'result' in answer ? answer.result.refusal : 'refusal' in answer && answer.refusal;
    if (refusal) return { refusal: fileSentence(refusal, WRITING) };
    if (!('result' in answer)) return undefined;
    const compared = await ask({ wanted: 'changes', first, second: source });
    const changes = compared !== undefined && 'changes' in compared ? compared.changes : undefined;
    const figures = answer.result.questions.length > 0 ? undefined : answer.result.figures;
    return { changes, figures, refusal: (figures ?? changes) ? undefined : texts.secondAsks };
  } catch (error) {
    return { refusal: (error as Error).message };
  }
}

const MOST_LISTED = 50;

/** What was deleted and edited between two exports of one chat. */
function Changes({ changes: { compared, deleted, edited } }: { readonly changes: ExportChanges }) {
  const listed = [...deleted, ...edited].slice(0, MOST_LISTED);
  return (
    <>
      <output>
        <b>
          {tradeTexts.deleted({
            count: deleted.length,
            compared: formatCount(compared),
            lost: formatCount(countSaid(deleted, 'said', 'lost')),
            won: formatCount(countSaid(deleted, 'said', 'won')),
          })}
        </b>{' '}
        {tradeTexts.edited({
          count: edited.length,
          lost: formatCount(countSaid(edited, 'said', 'lost')),
          won: formatCount(countSaid(edited, 'says', 'won')),
        })}
      </output>
      {listed.length === 0 ? null : (
        <ul className="check__missed ruled">
          {listed.map(({ line, before, after }) => (
            <li key={line}>
              <span>
                {texts.rowNumber({ what: 'message', line: formatCount(line) })}
                <bdi className="hint">{before}</bdi>
              </span>
              <span dir="auto">
                {tradeTexts.change({ change: after === null ? 'deleted' : 'edited', text: after ?? '' })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function countOf({ won, n, judgement }: CheckFigures): WinCount {
  return { won, n, bets: judgement?.bets };
}

interface DifferenceProps {
  readonly first: CheckFigures;
  readonly second: CheckFigures;
  readonly name: string;
}

function Difference({ first, second, name }: DifferenceProps) {
  if (first.n === 0 || second.n === 0) return <p>{texts.secondEmpty}</p>;
  const { difference, interval, p } = compareRecords(countOf(first), countOf(second));
  const points = formatPoints(Math.abs(difference)).replace('+', '');
  const ends = { low: formatPoints(interval.low), high: formatPoints(interval.high) };
  return (
    <>
      <output>
        <b>
          {texts.secondRate({
            way: difference === 0 ? 'none' : difference > 0 ? 'higher' : 'lower',
            points,
            ...ends,
          })}
        </b>{' '}
        {texts.differByLuck({ often: howOften(p) })}
      </output>
      <table className="check__multiples">
        <tbody>
          <RecordLine name={texts.first} figures={first} />
          <RecordLine name={texts.secondName({ file: name })} figures={second} />
        </tbody>
      </table>
      <p className="hint">
        {texts.howSecond({ first: formatCount(first.n), second: formatCount(second.n) })}
      </p>
    </>
  );
}

interface RecordLineProps {
  readonly name: string;
  readonly figures: CheckFigures;
}

function RecordLine({ name, figures: { won, n, interval, breakEvenRate } }: RecordLineProps) {
  if (interval === null || breakEvenRate === null) return null;
  const [low, high] = interval;
  return (
    <tr>
      <th scope="row" className="check__name">
        <bdi>{name}</bdi>
      </th>
      <td>
        <RateRange rate={won / n} interval={{ low, high }} needed={breakEvenRate} />
      </td>
      <td>{texts.wonOf({ won: formatCount(won), n: formatCount(n) })}</td>
    </tr>
  );
}
