import { createReadStream } from 'node:fs';
import type { Pool } from 'pg';
import { epochMs, type EpochMs } from '../../core/time/instant.ts';
import { importAccount } from '../../server/auth/account-import.ts';
import { CliError } from '../exit-codes.ts';
import { printable } from '../../server/platform/printable.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { withAccounts } from '../with-accounts.ts';
import {
  ExportFormatError,
  type ExportRow,
  hostedUser,
  type HostedUserResult,
  saysWhetherConfirmed,
} from './hosted-user.ts';
import { readExport } from './read-export.ts';

/** Rows between two looks at Ctrl-C, and at most so many statements at once on the pool's connections. */
const BATCH_ROWS = 256;
const STATEMENTS_AT_ONCE = 8;
const READ_BYTES = 256 * 1024;

/** What became of one row. `would import` is `imported` in a dry run. */
interface RowReport {
  readonly line: number;
  readonly email: string | null;
  readonly result: 'imported' | 'already_there' | 'refused';
  readonly reason?: string;
  /** What a later row says against this one. */
  note?: string;
}

interface ImportReport {
  readonly dryRun: boolean;
  readonly claims: TraderIdClaims;
  readonly rows: RowReport[];
}

export interface ImportOptions {
  readonly dryRun?: boolean;
  readonly assumeConfirmed?: boolean;
}

/**
 * `user import`: accounts out of an export of the hosted service's users. It can be run again at any time: who is there
 * already is left as they are. Ends with `import_refused` when a row was refused or the file could not be read to its end.
 */
export async function importUsers(
  context: CommandContext,
  file: string,
  options: ImportOptions,
): Promise<Ending> {
  const { io, output } = context;
  const report: ImportReport = {
    dryRun: options.dryRun === true,
    claims: new TraderIdClaims(),
    rows: [],
  };
  const source = file === '-' ? io.stdin : createReadStream(file, { highWaterMark: READ_BYTES });
  const batches = inBatches(readExport(bytesOf(source)));
  let failure: unknown;
  try {
    // Whether it can be read at all shows before a database is opened for it.
    const first = await batches.next();
    if (first.done === true) throw new ExportFormatError('there is no user in the file');
    requireConfirmations(first.value, options);
    const take = async (rows: readonly ExportRow[], importRow: ImportRow): Promise<void> => {
      for (const row of await reportRows(rows, report.claims, importRow)) {
        report.rows.push(row);
        if (row.result === 'refused' && !output.json) await output.write(rowLine(row, row.reason));
      }
    };
    const takeAll = async (importRow: ImportRow, signal?: AbortSignal): Promise<void> => {
      // A pipe that brings nothing more would be waited for.
      signal?.addEventListener('abort', () => source.destroy(signal.reason as Error), { once: true });
      await take(first.value, importRow);
      for await (const rows of batches) {
        signal?.throwIfAborted();
        await take(rows, importRow);
      }
    };
    if (report.dryRun) await takeAll(async () => ({ result: 'imported' }));
    else {
      await withAccounts(output, 'user import', async ({ db, signal, event }) => {
        await takeAll(accountsIn(db), signal);
        if (report.rows.some(({ result }) => result === 'refused')) event.result = 'import_refused';
      });
    }
  } catch (error) {
    failure = error;
  }
  for (const collision of report.claims.collisions) {
    const row = report.rows.find(({ line }) => line === collision.first.line);
    if (row === undefined) continue;
    row.note = collisionNote(collision);
    if (!output.json) await output.write(rowLine(row, row.note));
  }
  // What was done is reported even when the rest failed.
  if (report.rows.length > 0 || failure === undefined)
    await output.result(reportDocument(report), () => summary(report));
  if (failure !== undefined) throw importError(failure, file, report);
  return report.rows.some(({ result }) => result === 'refused') ? 'import_refused' : 'ok';
}

type Outcome = Pick<RowReport, 'result' | 'reason'>;
type ImportRow = (
  parsed: Extract<HostedUserResult, { user: unknown }>['user'],
  now: EpochMs,
) => Promise<Outcome>;

function accountsIn(db: Pool): ImportRow {
  return async (user, now) => {
    const outcome = await importAccount(db, user, now);
    if (outcome.result === 'refused') return outcome;
    return { result: outcome.result === 'created' ? 'imported' : 'already_there' };
  };
}

/** The reports of a batch, in the order of its rows. */
async function reportRows(
  rows: readonly ExportRow[],
  claims: TraderIdClaims,
  importRow: ImportRow,
): Promise<RowReport[]> {
  const reports: RowReport[] = [];
  const now = epochMs(Date.now());
  const users = rows.map((row) => claims.check(hostedUser(row, now), row.line));
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < rows.length; index = next++) {
      const row = rows[index] as ExportRow;
      const parsed = users[index] as HostedUserResult;
      reports[index] =
        'refused' in parsed
          ? { line: row.line, email: parsed.email ?? null, result: 'refused', reason: parsed.refused }
          : { line: row.line, email: parsed.user.email, ...(await importRow(parsed.user, now)) };
    }
  };
  await Promise.all(Array.from({ length: STATEMENTS_AT_ONCE }, worker));
  return reports;
}

async function* inBatches(rows: AsyncIterable<ExportRow>): AsyncGenerator<ExportRow[]> {
  let batch: ExportRow[] = [];
  try {
    for await (const row of rows) {
      batch.push(row);
      if (batch.length < BATCH_ROWS) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    // The rows before the one that ended the reading count.
    if (batch.length > 0) yield batch;
    throw error;
  }
  if (batch.length > 0) yield batch;
}

/** An address that was never confirmed may be another person's, so the export has to say which were. */
function requireConfirmations(rows: readonly ExportRow[], { assumeConfirmed = false }: ImportOptions): void {
  const readable = rows.find((row) => 'fields' in row);
  if (assumeConfirmed || readable === undefined || saysWhetherConfirmed(readable)) return;
  throw new CliError(
    'import_refused',
    'The export does not say which e-mail addresses were confirmed: it has no column email_confirmed_at.',
    'Export that column too. If you know that all addresses are real, add --assume-confirmed.',
  );
}

async function* bytesOf(source: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

function importError(error: unknown, file: string, { rows, dryRun }: ImportReport): unknown {
  const done = dryRun ? 0 : rows.filter(({ result }) => result === 'imported').length;
  const again =
    rows.length === 0
      ? undefined
      : `${done} ${done === 1 ? 'account was' : 'accounts were'} imported before. Mend it and import the whole file again: those are left as they are.`;
  if (error instanceof ExportFormatError) {
    return new CliError('import_refused', `${fileName(file)}: ${error.message}.`, again);
  }
  if ((error as Error).name === 'AbortError') return new CliError('interrupted', 'Stopped.', again);
  const reason = UNREADABLE[(error as NodeJS.ErrnoException).code ?? ''];
  const isFileError = (error as NodeJS.ErrnoException).syscall !== undefined && reason !== undefined;
  if (isFileError && rows.length === 0) return new CliError('import_refused', `${fileName(file)} ${reason}.`);
  return error;
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read by this user',
  EPERM: 'cannot be read by this user',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'does not exist',
  EIO: 'cannot be read: the disk reports an error',
};

function fileName(file: string): string {
  return file === '-' ? 'stdin' : file;
}

function rowLine({ line, email }: RowReport, text = ''): string {
  return `line ${line}: ${email === null ? '' : `${printable(email)}: `}${printable(text)}`;
}

function countsOf({ rows }: ImportReport): { imported: number; alreadyThere: number; refused: number } {
  const count = (wanted: RowReport['result']) => rows.filter(({ result }) => result === wanted).length;
  return { imported: count('imported'), alreadyThere: count('already_there'), refused: count('refused') };
}

function reportDocument(report: ImportReport): object {
  return { dryRun: report.dryRun, ...countsOf(report), rows: report.rows };
}

function summary(report: ImportReport): string {
  const { imported, alreadyThere, refused } = countsOf(report);
  if (report.dryRun) return `${imported} could be imported, ${refused} refused. Nothing was changed.`;
  return `${imported} imported, ${alreadyThere} already there, ${refused} refused.`;
}

interface Claim {
  readonly line: number;
  readonly email: string;
}

/** Two rows of an export with different addresses and the same trader ID. */
export interface Collision {
  readonly traderId: string;
  readonly first: Claim;
  readonly second: Claim;
}

/** Holds the trader IDs of an export's rows against each other: only the operator knows whose an ID is that two of them have. */
export class TraderIdClaims {
  readonly collisions: Collision[] = [];
  readonly #first = new Map<string, Claim>();

  /** The row as it is, or refused because an earlier row has its trader ID. To be asked in the order of the rows. */
  check(row: HostedUserResult, line: number): HostedUserResult {
    if (!('user' in row) || row.user.traderId === undefined) return row;
    const { email, traderId } = row.user;
    const first = this.#first.get(traderId);
    if (first === undefined) this.#first.set(traderId, { line, email });
    if (first === undefined || first.email.toLowerCase() === email.toLowerCase()) return row;
    this.collisions.push({ traderId, first, second: { line, email } });
    return { refused: `line ${first.line} (${first.email}) has the trader ID ${traderId} too`, email };
  }
}

/** What the report says of the first of the two rows. */
export function collisionNote({ traderId, second }: Collision): string {
  return `line ${second.line} (${second.email}) has the trader ID ${traderId} too; find out whose it is`;
}
