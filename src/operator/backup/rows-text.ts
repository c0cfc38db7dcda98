import type { RowCounts } from './backup-file.ts';

/** What a database holds, for people. */
export function rowsText({ users = 0, ledgers = 0, ledger_entries: entries = 0 }: RowCounts): string {
  return [
    counted(users, 'account'),
    counted(ledgers, 'ledger'),
    `${entries.toLocaleString('en')} entries`,
  ].join(', ');
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
