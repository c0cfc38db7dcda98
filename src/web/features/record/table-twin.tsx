import type { ReactNode } from 'react';

interface TableTwinProps {
  /** What the table shows, for those who cannot see where it stands. */
  readonly caption: string;
  readonly head: readonly string[];
  readonly children: ReactNode;
}

/** The same figures as the chart above it, as a table that can be opened. */
export function TableTwin({ caption, head, children }: TableTwinProps) {
  return (
    <details className="twin">
      <summary>Show as table</summary>
      <FigureTable caption={caption} head={head}>
        {children}
      </FigureTable>
    </details>
  );
}

/** A plain table of figures: the first column names the row, the others are numbers. */
export function FigureTable({ caption, head, children }: TableTwinProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="table-frame" tabIndex={0} aria-label={`${caption}, table`}>
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
