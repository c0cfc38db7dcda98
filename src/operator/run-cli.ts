import { CommanderError } from 'commander';
import type { AccountErrorCode } from '../server/auth/account-rules.ts';
import { ImportRefusal } from '../server/market/dataset-store.ts';
import { CliError, EXIT_CODES, type ExitName, failed, misuse, refusalEnding } from './exit-codes.ts';
import { type CliProcess, Output } from './output.ts';
import { buildProgram } from './program.ts';

/**
 * Runs one of the operator's commands and returns the exit code, all output written; undefined when the command goes
 * on (`serve`). Never throws.
 */
export async function runCli(args: readonly string[], io: CliProcess): Promise<number | undefined> {
  const end = args.indexOf('--');
  const output = new Output(io, (end === -1 ? args : args.slice(0, end)).includes('--json'));
  let ending: ExitName | 'goes on' = 'ok';
  const program = buildProgram({
    io,
    output,
    end: (name) => {
      ending = name;
    },
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return ending === ('goes on' as typeof ending) ? undefined : EXIT_CODES[ending as ExitName].exit;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    return output.fail(await cliError(error, io));
  }
}

/** The error as one of the promised endings. The database is asked only for errors that it may have caused. */
async function cliError(error: unknown, io: CliProcess): Promise<CliError> {
  if (error instanceof CliError) return error;
  if (error instanceof CommanderError) return usageError(error);
  if (error instanceof ImportRefusal)
    return new CliError(refusalEnding(error.code), error.message, error.hint);
  if (!(error instanceof Error)) return failed(String(error));
  if (error.name === 'AccountError' && 'code' in error) {
    return new CliError(ACCOUNT_ENDINGS[error.code as AccountErrorCode], error.message);
  }
  if (error.name === 'ConfigError') return misuse(error.message);
  if (error.name === 'AbortError') return new CliError('interrupted', 'Stopped.');
  const { DatabaseError, isDatabaseUnavailable } = await import('../server/platform/database-error.ts');
  if (error instanceof DatabaseError) return new CliError('database_unavailable', error.message);
  if (isDatabaseUnavailable(error)) {
    return new CliError('database_unavailable', `The database does not answer: ${error.message}`);
  }
  const details = io.env['LOG_LEVEL'] === 'debug' ? error.stack : 'Set LOG_LEVEL=debug to see where.';
  return failed(`This should not have happened: ${error.message}`, details);
}

const ACCOUNT_ENDINGS: Readonly<Record<AccountErrorCode, 'usage' | 'already_exists' | 'not_found'>> = {
  email_invalid: 'usage',
  trader_id_invalid: 'usage',
  name_invalid: 'usage',
  email_taken: 'already_exists',
  id_taken: 'already_exists',
  trader_id_taken: 'already_exists',
  not_found: 'not_found',
  last_admin: 'usage',
  admin_account: 'usage',
};

function usageError(error: CommanderError): CliError {
  // Without a command commander has already shown the help.
  if (error.code === 'commander.help') return misuse('No command was named.');
  return misuse(capital(error.message.replace(/^error: /, '')), 'Add --help to see how it is used.');
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
