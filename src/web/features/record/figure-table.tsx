import type { ReactNode } from 'react';
import { DataTable } from '../../ui/data-table.tsx';
import { texts } from './texts.ts';

interface FigureTableProps {
  /** What the table shows, for those who cannot see where it stands. */
  readonly caption: string;
  readonly head: readonly string[];
  readonly children: ReactNode;
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
export function FigureTable({ caption, head, children }: FigureTableProps) {
  return (
    <DataTable
      label={texts.tableRegion({ caption })}
      className="data-table figure-table"
      caption={<caption className="hidden-text">{caption}</caption>}
      columns={head}
      numbers={head.slice(1)}
    >
      {children}
    </DataTable>
  );
}
