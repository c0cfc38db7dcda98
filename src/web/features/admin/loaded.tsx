import type { ReactNode } from 'react';
import { type Loaded, type Loader, useLoader } from '../../lib/loader.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { adminTexts } from './texts.ts';

/** Why something did not load, with a way to try again; nothing while it loads or has loaded. */
export function NotLoaded({
  problem,
  reload,
}: Pick<Loaded<unknown>, 'problem'> & Pick<Loader<unknown>, 'reload'>) {
  if (problem === undefined) return null;
  return <Notice hint={problem.message} onRetry={reload} />;
}

interface PagesProps<Page> {
  /** Loads the first page, or the one after those that are known, and puts it behind them. */
  readonly load: (signal: AbortSignal, known: Page | undefined) => Promise<Page>;
  readonly children: (value: Page) => ReactNode;
}

/** A list that is loaded page by page. Use the filter as key. */
export function Pages<Page extends { readonly next: unknown }>({ load, children }: PagesProps<Page>) {
  const { value, problem, isLoading, reload } = useLoader(load);
  return (
    <>
      {value === undefined && problem === undefined ? (
        <output className="admin__said">{adminTexts.loading}</output>
      ) : null}
      {value === undefined ? null : children(value)}
      <NotLoaded problem={problem} reload={reload} />
      {value === undefined || value.next === null ? null : (
        <div className="card__more">
          <Button
            look="line"
            size="small"
            onClick={reload}
            busyLabel={isLoading ? adminTexts.busy : undefined}
          >
            {adminTexts.more}
          </Button>
        </div>
      )}
    </>
  );
}

interface RowsProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** The name of each column and what is in it; the first one names its row. */
  readonly columns: readonly (readonly [name: string, cell: (row: Row) => ReactNode])[];
  readonly numbers?: readonly string[];
}

/** A table whose rows are blocks where columns have no room: each cell says there what it is. */
export function Rows<Row extends { readonly id: string | number }>({
  label,
  rows,
  columns,
  numbers = [],
}: RowsProps<Row>) {
  return (
    <DataTable
      label={label}
      className="data-table data-table--rows admin__table"
      columns={columns.map(([name]) => name)}
      numbers={numbers}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          {columns.map(([name, cell], at) => (
            <td
              key={name}
              data-label={at === 0 ? undefined : name}
              className={at === 0 ? 'admin__first' : numbers.includes(name) ? 'number' : undefined}
            >
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}
