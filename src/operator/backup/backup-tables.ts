/** The tables of a backup, each after those that it refers to. A test holds them against the schema. */
export const BACKUP_TABLES = [
  'users',
  'sessions',
  'signing_keys',
  'security_events',
  'ledgers',
  'ledger_keys',
  'ledger_entries',
  'ledger_tiles',
  'ledger_checkpoints',
  'ledger_cosignatures',
  'alert_places',
  'alert_events',
  'webhooks',
  'webhook_dead_letters',
] as const;
