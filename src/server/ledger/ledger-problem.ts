import { isDatabaseUnavailable } from '../db/database-error.ts';
import { LedgerUnavailableError } from './ledger.ts';
import { LedgerDamagedError, LedgerTakenError } from './ledger-errors.ts';

/** A database that does not serve is an expected state of affairs; anything else is passed on as it is. */
export function asUnavailable(error: unknown): Error {
  if (error instanceof LedgerUnavailableError) return error;
  const problem = error instanceof Error ? error.message : String(error);
  if (error instanceof LedgerTakenError || error instanceof LedgerDamagedError)
    return new LedgerUnavailableError(problem, { cause: error });
  if (isDatabaseUnavailable(error))
    return new LedgerUnavailableError(`The database does not answer: ${problem}`, { cause: error });
  return error instanceof Error ? error : new Error(problem);
}
