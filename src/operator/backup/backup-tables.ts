import type { RowCounts } from './backup-file.ts';
/** The tables of a backup, each after those that it refers to. A test compares them with the schema. */
export const BACKUP_TABLES = [
  'users',
  'sessions',
  'second_factors',
  'api_tokens',
  'signing_keys',
  'security_events',
  'ledgers',
  'ledger_keys',
  'ledger_entries',
  'ledger_tiles',
  'ledger_checkpoints',
  'ledger_cosignatures',
  'taken_signals',
  'lab_tries',
  'alert_places',
  'alert_events',
  'webhooks',
  'webhook_dead_letters',
  'push_keys',
  'push_subscriptions',
  'push_place',
  'alert_rules',
  'alert_log',
] as const;

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
