import { type ReactNode, useEffect, useId, useState } from 'react';
import { MEANINGS, type Meaning } from '../../../core/check/reading/column-names.ts';
import type { FoundColumn } from '../../../core/check/reading/reading.ts';
import { formatCount } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import type { CheckResult } from './check-messages.ts';
import { CheckFold } from './check-card.tsx';
import { rowSentence } from './reasons.ts';
import { meaningTexts, texts } from './texts.ts';

const FIRST_DRAWN = 20;
/** So many rows of a list are drawn in one task of the page: it answers within 50 ms. */
const SLICE = 50;

/** What is drawn of a long list: its beginning, and with `more` the rest, slice by slice. */
export function useSlices<Item>(list: readonly Item[]): {
  readonly drawn: readonly Item[];
  /** Undefined where all is drawn, or about to be. */
  readonly more: (() => void) | undefined;
} {
  const [count, setCount] = useState(FIRST_DRAWN);
  const isGrowing = count > FIRST_DRAWN && count < list.length;
  useEffect(() => {
    if (!isGrowing) return undefined;
    const next = setTimeout(() => setCount(count + SLICE));
    return () => clearTimeout(next);
  }, [count, isGrowing]);
  return {
    drawn: list.slice(0, count),
    more: count > FIRST_DRAWN || count >= list.length ? undefined : () => setCount(count + SLICE),
  };
}

/** How many rows, or messages of a chat, were understood. */
export function understoodSentence({ rows: { understood, read }, found }: CheckResult): string {
  return texts.understood({
    understood: formatCount(understood),
    read: formatCount(read),
    what: found.length === 0 ? 'messages' : 'rows',
  });
}

interface UnderstoodProps {
  readonly result: CheckResult;
  readonly onChange: () => void;
  /** What else is to be said about how the rows are read. */
  readonly children: ReactNode;
}

/** What the figures of a report are made from; a way back to it. */
export function Understood({ result, onChange, children }: UnderstoodProps) {
  const { rows, found } = result;
  return (
    <CheckFold
      label={understoodSentence(result)}
      finding={rows.missed === 0 ? texts.noneMissed : texts.missed({ count: rows.missed })}
    >
      {children}
      <p className="check__controls">
        <Button look="line" size="small" onClick={onChange}>
          {texts.changeRead}
        </Button>
      </p>
      {found.length === 0 ? null : <Columns result={result} />}
      {rows.missed === 0 ? null : <Missed result={result} />}
    </CheckFold>
  );
}

interface ColumnsProps {
  readonly result: CheckResult;
  /** Reads a column as something else; without it the columns are only listed. */
  readonly onMeaning?: (at: number, meaning: Meaning | null) => void;
}

/** The columns of the file, what each is read as, and its first value. */
export function Columns({ result: { columns, found }, onMeaning }: ColumnsProps) {
  return (
    <DataTable
      label={texts.columns}
      className="check__groups"
      columns={[texts.inTheFile, texts.readAs, texts.example]}
    >
      {found.map((column) => (
        <ColumnRow
          key={column.at}
          column={column}
          meaning={columns.find(({ at }) => at === column.at)?.meaning}
          onMeaning={onMeaning}
        />
      ))}
    </DataTable>
  );
}

interface ColumnRowProps {
  readonly column: FoundColumn;
  readonly meaning: Meaning | undefined;
  readonly onMeaning: ColumnsProps['onMeaning'] | undefined;
}

function ColumnRow({ column: { at, name, example }, meaning, onMeaning }: ColumnRowProps) {
  const label = name === '' ? texts.columnNumber({ number: formatCount(at + 1) }) : name;
  return (
    <tr>
      <th scope="row">
        <bdi>{label}</bdi>
      </th>
      <td>
        {onMeaning === undefined ? (
          meaning === undefined ? (
            texts.unused
          ) : (
            meaningTexts[meaning]
          )
        ) : (
          <select
            className="input"
            aria-label={texts.columnIsReadAs({ column: label })}
            value={meaning ?? ''}
            onChange={({ target }) => onMeaning(at, target.value === '' ? null : (target.value as Meaning))}
          >
            <option value="">{texts.unused}</option>
            {MEANINGS.map((one) => (
              <option key={one} value={one}>
                {meaningTexts[one]}
              </option>
            ))}
          </select>
        )}
      </td>
      <td>
        <bdi>{example}</bdi>
      </td>
    </tr>
  );
}

/** Each row that was not understood: its number, what stands there, and why. */
export function Missed({ result: { rows, found } }: { readonly result: CheckResult }) {
  const id = useId();
  const { drawn, more } = useSlices(rows.notUnderstood);
  const what = found.length === 0 ? 'message' : 'row';
  return (
    <>
      <ul id={id} className="check__missed" aria-label={texts.rowsMissed}>
        {drawn.map(({ line, text, why }) => (
          <li key={line}>
            <span>
              {texts.rowNumber({ what, line: formatCount(line) })}
              <bdi className="hint">{text}</bdi>
            </span>
            <span dir="auto">{rowSentence(why)}</span>
          </li>
        ))}
      </ul>
      {more === undefined ? null : (
        <Button look="line" size="small" aria-controls={id} onClick={more}>
          {uiTexts.showMore}
        </Button>
      )}
      {more === undefined && rows.missed > rows.notUnderstood.length ? (
        <p className="hint">{texts.firstShown({ count: formatCount(rows.notUnderstood.length) })}</p>
      ) : null}
    </>
  );
}
