/** What the database holds is not the ledger that was written there; the message names what is wrong. */
export class LedgerDamagedError extends Error {
  override readonly name = 'LedgerDamagedError';
}

/** Another server writes the ledgers of this database. */
export class LedgerTakenError extends Error {
  override readonly name = 'LedgerTakenError';

  constructor() {
    super('The desk runs in another server of this database.');
  }
}
