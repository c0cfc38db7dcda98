import { isDatabaseUnavailable, sqlStateClass } from '../platform/database-error.ts';
import { LedgerUnavailableError } from './ledger.ts';

/** What the database holds is not the ledger that was written there; the message names what is wrong. */
export class LedgerDamagedError extends Error {
  override readonly name = 'LedgerDamagedError';
}

/** Another server writes the ledgers of this database. */
export class LedgerTakenError extends Error {
  override readonly name = 'LedgerTakenError';

  constructor() {
    super('The desk runs in another node of this database.');
  }
}

/** SQLSTATE classes that are about the entries: the same ones would be refused again. */
const ABOUT_ENTRIES: ReadonlySet<string | undefined> = new Set(['22', '23', 'P0', undefined]);

/**
 * A database that does not serve is an expected state of affairs, whatever it reports; anything else, and what it says about the entries
 * themselves, is passed on as it is.
 */
export function asUnavailable(error: unknown): Error {
  if (error instanceof LedgerUnavailableError) return error;
  const problem = error instanceof Error ? error.message : String(error);
  if (error instanceof LedgerTakenError || error instanceof LedgerDamagedError)
    return new LedgerUnavailableError(problem, { cause: error });
  if (isDatabaseUnavailable(error) || !ABOUT_ENTRIES.has(sqlStateClass(error)))
    return new LedgerUnavailableError(`The database does not answer: ${problem}`, { cause: error });
  return error instanceof Error ? error : new Error(problem);
}
