import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AdminAccount } from '../../../core/wire/admin.ts';
import { currentLocale } from '../../lib/catalogue.ts';
import { once } from '../../lib/once.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Fact } from '../../ui/card.tsx';
import { Badge, Pip } from '../../ui/tag.tsx';
import { addressOf } from './place.ts';
import { accountTexts, adminTexts, stateTexts } from './texts.ts';
import '../../ui/report.css';

const local = once(
  () => new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'medium' }),
);

/** `22 Nov 2026, 14:32:18` on the reader's own clock. */
export function formatInstant(ms: number): string {
  return local().format(ms);
}

export function zoneName(): string {
  return local().resolvedOptions().timeZone;
}

/** An instant in the reader's zone; "never" where there is none. */
export function Moment({ ms }: { readonly ms: number | null }) {
  if (ms === null) return accountTexts.never;
  return <time dateTime={new Date(ms).toISOString()}>{formatInstant(ms)}</time>;
}

/** An account's state as pip and word, and whether it is an admin's. */
export function StateWord({ account: { state, isAdmin } }: { readonly account: AdminAccount }) {
  return (
    <span className="admin__state">
      <Pip isOn={state === 'active'} />
      {stateTexts[state]}
      {isAdmin ? <Badge>{accountTexts.admin}</Badge> : null}
    </span>
  );
}

/** A link to an account; `text` may be anything that a trader wrote. */
export function AccountLink({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <Link href={addressOf({ part: 'accounts', account: id })} className="reach">
      <bdi>{text}</bdi>
    </Link>
  );
}

interface FactsProps {
  readonly of: Readonly<Record<string, ReactNode>>;
  readonly className?: string;
}

/** Names and their values, one a line; a text may be anything that a trader wrote, and null is said to be none. */
export function Facts({ of, className = 'pairs card__body' }: FactsProps) {
  return (
    <dl className={className}>
      {Object.entries(of).map(([name, value]) => (
        <Fact key={name} name={name}>
          {typeof value === 'string' ? <bdi>{value}</bdi> : (value ?? adminTexts.none)}
        </Fact>
      ))}
    </dl>
  );
}

/** Each text in a line of its own; null where there is none. */
export function linesOf(lines: readonly string[]): ReactNode {
  return lines.length === 0 ? null : lines.map((line) => <span key={line}>{line}</span>);
}

interface RowsTableProps {
  readonly label: string;
  readonly numbers?: readonly string[];
  /** The cells by the names of the columns; a text may be anything that a trader wrote. */
  readonly rows: readonly {
    readonly id: string | number;
    readonly cells: Readonly<Record<string, ReactNode>>;
  }[];
}

/** A table whose rows are blocks on a phone. */
export function RowsTable({ label, numbers, rows }: RowsTableProps) {
  return (
    <DataTable
      label={label}
      className="data-table data-table--rows admin__table"
      columns={Object.keys(rows[0]?.cells ?? {})}
      {...(numbers && { numbers })}
    >
      {rows.map(({ id, cells }) => (
        <tr key={id}>
          {Object.entries(cells).map(([name, cell], at) => (
            <td
              key={name}
              className={at === 0 ? 'admin__first' : numbers?.includes(name) ? 'number' : undefined}
              data-label={at === 0 ? undefined : name}
            >
              {typeof cell === 'object' && cell !== null ? cell : <bdi className="admin__text">{cell}</bdi>}
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}
