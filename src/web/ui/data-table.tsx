import type { ReactNode } from 'react';
import './data-table.css';

interface ScrollRegionProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A part of a card that scrolls by itself, by keyboard too. */
export function ScrollRegion({ label, children }: ScrollRegionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="table-frame" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

interface DataTableProps extends ScrollRegionProps {
  readonly className?: string;
  readonly caption?: ReactNode;
  readonly columns: readonly string[];
  /** Which of the columns are numbers. */
  readonly numbers?: readonly string[];
}

export function DataTable({
  label,
  className = 'data-table',
  caption,
  columns,
  numbers,
  children,
}: DataTableProps) {
  return (
    <ScrollRegion label={label}>
      <table className={className}>
        {caption}
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className={numbers?.includes(name) ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}
