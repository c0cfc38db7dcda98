import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { destination, pino } from 'pino';
import { type Config, loadConfig } from '../server/config/config.ts';
import { openDatabase } from '../server/db/open-database.ts';
import { CliError } from './exit-codes.ts';
import { interruptible } from './interrupt.ts';
import type { Output } from './output.ts';

/** What a command that works on accounts is given. `signal` aborts at Ctrl-C. */
export interface AccountsAccess {
  readonly db: Pool;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly signal: AbortSignal;
}

/**
 * Opens the database of the accounts, beside a running server or by itself, does the work and closes it again.
 * Throws a CliError `usage` when the accounts live in a hosted project, whose database is not ours.
 */
export async function withAccounts<T>(
  output: Output,
  work: (access: AccountsAccess) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
  if (config.hosted !== undefined) {
    throw new CliError(
      'usage',
      `The accounts live in the hosted project ${config.hosted.url} (SUPABASE_URL), not here.`,
      'Manage them there, or unset SUPABASE_URL to use the accounts of this Pipcast.',
    );
  }
  const log = commandLog(output);
  return interruptible(async (signal) => {
    const database = await openDatabase(config, log, { role: 'command', signal });
    try {
      signal.throwIfAborted();
      return await work({ db: database.db, config, log, signal });
    } finally {
      await database.close();
    }
  });
}

/** Warnings go to stderr; with --json, where stderr is for one document, nowhere. */
export function commandLog(output: Output): FastifyBaseLogger {
  return pino({ level: output.json ? 'silent' : 'warn', base: null }, destination({ fd: 2, sync: true }));
}
