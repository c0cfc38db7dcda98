import { DataTable } from '../../ui/data-table.tsx';
import { texts } from './texts.ts';

interface FigureTableProps {
  /** What the table shows, for those who cannot see where it stands. */
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly FigureRow[];
}

interface FigureRow {
  readonly name: string;
  readonly values: readonly string[];
  /** It stands back: too few signals. */
  readonly isFaint?: boolean;
}

/** The figures of a chart as a table that can be opened. */
export function TableTwin(props: FigureTableProps) {
  return (
    <details className="twin">
      <summary>{texts.asTable({ caption: props.caption })}</summary>
      <FigureTable {...props} />
    </details>
  );
}

/** A plain table of figures: the first column names the row, the others are numbers. */
export function FigureTable({ caption, head, rows }: FigureTableProps) {
  return (
    <DataTable
      label={texts.tableRegion({ caption })}
      className="data-table figure-table"
      caption={<caption className="hidden-text">{caption}</caption>}
      columns={head}
      numbers={head.slice(1)}
    >
      {rows.map(({ name, values, isFaint }) => (
        <tr key={name} className={isFaint ? 'figure-table__faint' : undefined}>
          <th scope="row">{name}</th>
          {values.map((value, column) => (
            // oxlint-disable-next-line react/no-array-index-key -- a column is its place
            <td key={column} className="number">
              {value}
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}
