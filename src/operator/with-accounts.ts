import { userInfo } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { destination, pino } from 'pino';
import { epochMs } from '../core/time/instant.ts';
import { AccountError } from '../server/auth/account-rules.ts';
import { insertEvent } from '../server/auth/security-events.ts';
import { type Config, loadConfig } from '../server/platform/config.ts';
import { openDatabase } from '../server/db/open-database.ts';
import { CliError, misuse } from './exit-codes.ts';
import { interruptible } from './terminal.ts';
import type { Output } from './output.ts';

export interface DatabaseAccess {
  readonly db: Pool;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly signal: AbortSignal;
  /** What is recorded of the command; the work says which account it is about, and how it ended if not well. */
  readonly event: { account?: string; result: string };
}

/**
 * As `withDatabase`, for the accounts. Throws a CliError `usage` when they live in a hosted project, whose database is not ours.
 */
export async function withAccounts<T>(
  output: Output,
  what: string,
  work: (access: DatabaseAccess) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
  if (config.hosted !== undefined) {
    throw misuse(
      `The accounts live in the hosted project ${config.hosted.url} (SUPABASE_URL), not here.`,
      'Manage them there, or unset SUPABASE_URL to use the accounts of this Pipcast.',
    );
  }
  return withDatabase(output, what, work, config);
}

/**
 * Opens the database, beside a running server or by itself, does the work, records the command `what` with who ran it and how it
 * ended, and closes the database again.
 */
export async function withDatabase<T>(
  output: Output,
  what: string,
  work: (access: DatabaseAccess) => Promise<T>,
  config = loadConfig(),
): Promise<T> {
  const log = commandLog(output);
  return interruptible(async (signal) => {
    const database = await openDatabase(config, log, { role: 'command', signal });
    try {
      signal.throwIfAborted();
      return await recordedCommand(database.db, what, log, (event) =>
        work({ db: database.db, config, log, signal, event }),
      );
    } finally {
      await database.close();
    }
  });
}

/** Does the work of a command and records who ran it and how it ended. */
export async function recordedCommand<T>(
  db: Pool,
  what: string,
  log: FastifyBaseLogger,
  work: (event: DatabaseAccess['event']) => Promise<T>,
): Promise<T> {
  const event: DatabaseAccess['event'] = { result: 'ok' };
  try {
    return await work(event);
  } catch (error) {
    event.result = error instanceof CliError || error instanceof AccountError ? error.code : 'failure';
    throw error;
  } finally {
    const { account, result } = event;
    const at = epochMs(Date.now());
    await insertEvent(db, { at, what, result, account, operator: operatorName(), ip: undefined }).catch(
      (error: unknown) => log.warn({ err: error }, 'the command could not be recorded'),
    );
  }
}

/** Who runs this process. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user that the system has no name for, as in some containers.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Warnings go to stderr; with --json, where stderr is for one document, nowhere. */
export function commandLog(output: Output): FastifyBaseLogger {
  return pino({ level: output.json ? 'silent' : 'warn', base: null }, destination({ fd: 2, sync: true }));
}
