import { type ReactNode, useId, useState } from 'react';
import { MEANINGS, type Meaning } from '../../../core/check/reading/columns.ts';
import { formatCount } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { CheckResult } from './check-messages.ts';

const SHOWN_AT_ONCE = 20;

/** What each meaning is called. */
const WORDS: Readonly<Record<Meaning, string>> = {
  time: 'time',
  date: 'date',
  clock: 'time of day',
  closed: 'time of expiry',
  pair: 'pair',
  direction: 'direction',
  expiry: 'time to expiry',
  entry: 'price at entry',
  stake: 'stake',
  payout: 'payout',
  profit: 'profit',
  returned: 'amount paid back',
  result: 'won or lost',
  id: 'number of the trade',
};

interface UnderstoodProps {
  readonly result: CheckResult;
  readonly refusal: string | undefined;
  readonly onMeaning: (at: number, meaning: Meaning | null) => void;
  /** What else is to be said about how the rows are read. */
  readonly children: ReactNode;
}

/** What was made of columns and rows, to be put right by the reader, and each row that was not understood, with why. */
export function Understood({ result, refusal, onMeaning, children }: UnderstoodProps) {
  const { rows, found } = result;
  return (
    <Card
      label={`${formatCount(rows.understood)} of ${formatCount(rows.read)} rows understood`}
      aside={rows.missed === 0 ? 'none left out' : `${formatCount(rows.missed)} not understood`}
    >
      <div className="card__body check__understood">
        {refusal === undefined ? null : (
          <p className="check__refusal" role="alert">
            {refusal}
          </p>
        )}
        {found.length === 0 ? null : <Columns result={result} onMeaning={onMeaning} />}
        {children}
        {rows.missed === 0 ? null : <Missed rows={rows} />}
      </div>
    </Card>
  );
}

function Columns({ result: { columns, found }, onMeaning }: Omit<UnderstoodProps, 'refusal' | 'children'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="check__scroll" tabIndex={0} aria-label="Columns">
      <table className="check__groups">
        <thead>
          <tr>
            <th scope="col">In the file</th>
            <th scope="col">Read as</th>
            <th scope="col">For example</th>
          </tr>
        </thead>
        <tbody>
          {found.map(({ at, name, example }) => (
            <tr key={at}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>
                <select
                  className="input"
                  aria-label={`${name} is read as`}
                  value={columns.find((column) => column.at === at)?.meaning ?? ''}
                  onChange={({ target }) =>
                    onMeaning(at, target.value === '' ? null : (target.value as Meaning))
                  }
                >
                  <option value="">not used</option>
                  {MEANINGS.map((meaning) => (
                    <option key={meaning} value={meaning}>
                      {WORDS[meaning]}
                    </option>
                  ))}
                </select>
              </td>
              <td>
                <bdi>{example}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Missed({ rows }: Pick<CheckResult, 'rows'>) {
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? rows.notUnderstood : rows.notUnderstood.slice(0, SHOWN_AT_ONCE);
  return (
    <>
      <ul id={id} className="check__missed" aria-label="Rows not understood">
        {shown.map(({ line, why }) => (
          <li key={line}>
            Row {formatCount(line)}: <bdi>{why}</bdi>
          </li>
        ))}
      </ul>
      {rows.notUnderstood.length > shown.length ? (
        <Button look="line" size="small" aria-controls={id} onClick={() => setShowsAll(true)}>
          Show more
        </Button>
      ) : null}
      {showsAll && rows.missed > shown.length ? (
        <p className="check__hint">
          The first {formatCount(shown.length)} are shown; npx pipcast check --json lists all.
        </p>
      ) : null}
    </>
  );
}
