import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import path from 'node:path';
import { type ClusterAccount, commandAs } from '../platform/data-owner.ts';
import { DatabaseError } from '../platform/database-error.ts';

/** How to run one of PostgreSQL's programs. */
export interface PostgresRun {
  readonly account: ClusterAccount | undefined;
  readonly file: string;
  readonly args: readonly string[];
  /** The folder that it works on: the cluster's, made or not yet. */
  readonly folder: string;
  readonly stdio: StdioOptions;
}

/**
 * Starts one of PostgreSQL's programs as `account`; resolves when it runs.
 * @throws DatabaseError when it cannot be run at all.
 */
export function spawnPostgres(run: PostgresRun): Promise<ChildProcess> {
  const command = commandAs(run.account, run.file, run.args, run.folder);
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  const child = spawn(command.file, command.args, {
    ...command.credentials,
    // Ours may be a folder that the account cannot enter.
    cwd: path.parse(run.folder).root,
    // Nothing of ours that it does not need: no secret, and no PG* variable that would change what it does.
    env: { PATH, SystemRoot, TEMP, TMP, LC_ALL: 'C', TZ: 'UTC' },
    // In a session of its own, out of reach of the terminal: Ctrl-C is ours to handle, in our order.
    detached: true,
    stdio: run.stdio,
    windowsHide: true,
  });
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child));
    child.once('error', (cause) => {
      const as = run.account === undefined ? '' : ` as uid ${run.account.uid}`;
      reject(
        new DatabaseError(`PostgreSQL cannot be run${as} (${command.file}): ${cause.message}.`, { cause }),
      );
    });
  });
}
