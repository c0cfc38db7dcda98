import { type ReactNode, useId, useState } from 'react';
import { MEANINGS, type Meaning } from '../../../core/check/reading/columns.ts';
import { formatCount } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { CheckResult } from './check-messages.ts';
import { ScrollRegion } from './scroll-region.tsx';
import { meaningTexts, texts } from './texts.ts';

const SHOWN_AT_ONCE = 20;

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
      label={texts.understood({ understood: formatCount(rows.understood), read: formatCount(rows.read) })}
      aside={rows.missed === 0 ? texts.noneMissed : texts.missed({ count: formatCount(rows.missed) })}
    >
      <div className="card__body check__understood">
        {refusal === undefined ? null : (
          <p className="check__refusal" role="alert">
            {refusal}
          </p>
        )}
        {children}
        {found.length === 0 && rows.missed === 0 ? null : (
          <details className="check__read">
            <summary>{texts.showRead}</summary>
            {found.length === 0 ? null : <Columns result={result} onMeaning={onMeaning} />}
            {rows.missed === 0 ? null : <Missed rows={rows} />}
          </details>
        )}
      </div>
    </Card>
  );
}

function Columns({ result: { columns, found }, onMeaning }: Omit<UnderstoodProps, 'refusal' | 'children'>) {
  return (
    <ScrollRegion label={texts.columns}>
      <table className="check__groups">
        <thead>
          <tr>
            <th scope="col">{texts.inTheFile}</th>
            <th scope="col">{texts.readAs}</th>
            <th scope="col">{texts.example}</th>
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
                  aria-label={texts.columnIsReadAs({ column: name })}
                  value={columns.find((column) => column.at === at)?.meaning ?? ''}
                  onChange={({ target }) =>
                    onMeaning(at, target.value === '' ? null : (target.value as Meaning))
                  }
                >
                  <option value="">{texts.unused}</option>
                  {MEANINGS.map((meaning) => (
                    <option key={meaning} value={meaning}>
                      {meaningTexts[meaning]}
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
    </ScrollRegion>
  );
}

function Missed({ rows }: Pick<CheckResult, 'rows'>) {
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? rows.notUnderstood : rows.notUnderstood.slice(0, SHOWN_AT_ONCE);
  return (
    <>
      <ul id={id} className="check__missed" aria-label={texts.rowsMissed}>
        {shown.map(({ line, why }) => (
          <li key={line} dir="auto">
            {texts.row({ line: formatCount(line), why })}
          </li>
        ))}
      </ul>
      {rows.notUnderstood.length > shown.length ? (
        <Button look="line" size="small" aria-controls={id} onClick={() => setShowsAll(true)}>
          {texts.showMore}
        </Button>
      ) : null}
      {showsAll && rows.missed > shown.length ? (
        <p className="check__hint">{texts.firstShown({ count: formatCount(shown.length) })}</p>
      ) : null}
    </>
  );
}
