import type { ReactNode } from 'react';
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="table-frame" tabIndex={0} aria-label={texts.tableRegion({ caption })}>
      <table className="figure-table">
        <caption className="hidden-text">{caption}</caption>
        <thead>
          <tr>
            {head.map((title, index) => (
              <th key={title} scope="col" className={index === 0 ? undefined : 'number'}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
