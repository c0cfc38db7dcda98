import { type ReactNode, startTransition, useId, useState } from 'react';
import type { Meaning } from '../../../core/check/reading/words/column-names.ts';
import type { FoundColumn } from '../../../core/check/reading/reading.ts';
import { FEWEST_TRADES } from '../../../core/check/luck.ts';
import { answerSentence } from '../../../core/check/question-texts.ts';
import { rowSentence } from '../../../core/check/reason-texts.ts';
import { formatCount } from '../../lib/figures.ts';
import { howOften } from '../../lib/how-often.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Choice } from '../../ui/field.tsx';
import { luckOf } from './money-fold.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { Fold } from '../../ui/fold.tsx';
import type { CheckResult } from './check-worker.ts';
import { waitSentence } from './stakes-card.tsx';
import { meaningTexts, texts } from './texts.ts';
import { WRITING } from './writing.ts';

const FIRST_DRAWN = 20;
/** What is drawn of a long list: its beginning, and with `more` the rest; undefined where all is drawn. */
export function useSlices<Item>(list: readonly Item[]) {
  const [isWhole, setWhole] = useState(false);
  return {
    drawn: isWhole ? list : list.slice(0, FIRST_DRAWN),
    // In short tasks: the page answers meanwhile.
    more: isWhole || list.length <= FIRST_DRAWN ? undefined : () => startTransition(() => setWhole(true)),
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

interface CountedFoldProps {
  readonly result: CheckResult;
  /** Whether there are pictures of groups. */
  readonly hasGroups: boolean;
  /** Goes back to what was read; undefined where nothing was. */
  readonly onChange: (() => void) | undefined;
  /** What else is to be said about how the rows are read. */
  readonly children: ReactNode;
}

/** What the figures of a report are made from, with a way back to it, and how: the formulas by card, whose sources are in docs/check.md. */
export function CountedFold({ result, hasGroups, onChange, children }: CountedFoldProps) {
  const { rows } = result;
  return (
    <Fold label={texts.howCounted} hint={onChange && understoodSentence(result)}>
      {onChange === undefined ? null : (
        <>
          {children}
          <p className="check__controls">
            <Button look="line" size="small" onClick={onChange}>
              {texts.changeRead}
            </Button>
          </p>
          {rows.missed === 0 ? null : <Missed result={result} />}
        </>
      )}
      {result.figures.n === 0 ? null : <Formulas result={result} hasGroups={hasGroups} />}
    </Fold>
  );
}

function Formulas({
  result: { figures, ladder, tradesPerDay, hasOrder },
  hasGroups,
}: Pick<CountedFoldProps, 'result' | 'hasGroups'>) {
  const isFew = figures.n < FEWEST_TRADES;
  const n = formatCount(figures.n);
  const { bets, unresolved, pOfBreakEven = 1 } = figures.judgement ?? {};
  // Of trades that win or lose together, or have no known end, the tail is another one.
  const isEachOne = bets === figures.n && unresolved === 0;
  const ofPayouts = isEachOne ? texts.thinLine({ often: howOften(pOfBreakEven) }) : '';
  const ofStakes = ladder === null ? '' : waitSentence(ladder, tradesPerDay);
  const formulas: readonly (readonly [card: string, isShown: boolean, formula: string, more?: string])[] = [
    [texts.couldItBeLuck, !isFew, texts.howLuck({ n }), ofPayouts],
    [texts.trades({ count: figures.n }), true, texts.howTrades({ n })],
    [texts.stakes, !isFew && hasOrder && figures.money.staked !== null, texts.howStakes({ n }), ofStakes],
    [
      texts.money({ against: luckOf(figures) }),
      hasOrder && figures.money.profit !== null,
      texts.howMoney({ n }),
    ],
    [texts.groups, hasGroups, texts.howGroups],
    [texts.howManyMore, !isFew && figures.judgement?.against !== 'doubling', texts.howMore({ n })],
  ];
  return (
    <dl className="check__formulas">
      {formulas.map(([card, isShown, formula, more]) =>
        isShown ? (
          <div key={card}>
            <dt>{card}</dt>
            {more ? <dd>{more}</dd> : null}
            <dd>{formula}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

interface ColumnsProps {
  readonly result: CheckResult;
  /** Reads a column as something else. */
  readonly onMeaning: (at: number, meaning: Meaning | null) => void;
}

/** The columns of the file, what each is read as, and its first value. */
export function Columns({ result: { columns, found }, onMeaning }: ColumnsProps) {
  return (
    <DataTable
      label={texts.readAs}
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
  readonly onMeaning: ColumnsProps['onMeaning'];
}

function ColumnRow({ column: { at, name, example }, meaning, onMeaning }: ColumnRowProps) {
  const label = name === '' ? answerSentence('result-column', formatCount(at + 1), WRITING) : name;
  return (
    <tr>
      <th scope="row">
        <bdi>{label}</bdi>
      </th>
      <td>
        <Choice
          label={texts.columnIsReadAs({ column: label })}
          value={meaning ?? ''}
          options={[['', texts.unused], ...Object.entries(meaningTexts)]}
          onValue={(chosen) => onMeaning(at, chosen === '' ? null : (chosen as Meaning))}
        />
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
      <ul id={id} className="check__missed ruled">
        {drawn.map(({ line, text, why }) => (
          <li key={line}>
            <span>
              {texts.rowNumber({ what, line: formatCount(line) })}
              <bdi className="hint">{text}</bdi>
            </span>
            <span dir="auto">{rowSentence(why, WRITING)}</span>
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
