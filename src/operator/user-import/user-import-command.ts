import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import { epochMs, type EpochMs } from '../../core/time/instant.ts';
import { CliError, unreadable } from '../exit-codes.ts';
import { printable } from '../../server/platform/printable.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { withAccounts } from '../with-accounts.ts';
import {
  ExportFormatError,
  type ExportRow,
  type HostedUser,
  hostedUser,
  type HostedUserResult,
  saysWhetherConfirmed,
} from './hosted-user.ts';
import { readExport, type UserExport } from './read-export.ts';
import { randomUUID } from 'node:crypto';
import { conflictOf, emailProblem, labelProblem, lookupEmail } from '../../server/auth/account-rules.ts';
import { DISABLED_FOR_MS } from '../../server/auth/accounts.ts';
import { AuthError } from '../../server/auth/auth-error.ts';
import { requireMetadata, requireMetadataSize } from '../../server/auth/metadata.ts';
import { hashProblem } from '../../server/auth/passwords.ts';
import type { Metadata } from '../../server/auth/user.ts';
import { EMAIL_APP_METADATA, ownMetadata } from '../../server/auth/user-store.ts';

/** Rows at once, each a statement, between two looks at Ctrl-C. */
const BATCH_ROWS = 8;

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
  // Whether it can be read at all shows before a database is opened for it.
  const { unit, rows } = await exportIn(file === '-' ? io.stdin : createReadStream(file), file);
  requireConfirmations(rows, options);
  const report: ImportReport = {
    dryRun: options.dryRun === true,
    claims: new TraderIdClaims(unit),
    rows: [],
  };
  const say = (row: RowReport, text: string | undefined) =>
    output.json ? undefined : output.write(`${unit} ${row.line}: ${rowText(row, text)}`);
  const takeAll = async (importRow: ImportRow, signal?: AbortSignal): Promise<void> => {
    for (let from = 0; from < rows.length; from += BATCH_ROWS) {
      signal?.throwIfAborted();
      for (const row of await reportRows(rows.slice(from, from + BATCH_ROWS), report.claims, importRow)) {
        report.rows.push(row);
        if (row.result === 'refused') await say(row, row.reason);
      }
    }
  };
  let failure: unknown;
  try {
    if (report.dryRun) await takeAll(async () => ({ result: 'imported' }));
    else {
      await withAccounts(output, 'user import', async ({ db, signal, event }) => {
        await takeAll((user, now) => importAccount(db, user, now), signal);
        if (report.rows.some(({ result }) => result === 'refused')) event.result = 'import_refused';
      });
    }
  } catch (error) {
    failure = error;
  }
  for (const { line, note } of report.claims.notes) {
    const row = report.rows.find((each) => each.line === line);
    if (row === undefined) continue;
    row.note = note;
    await say(row, note);
  }
  // What was done is reported even when the rest failed.
  if (report.rows.length > 0 || failure === undefined)
    await output.result({ dryRun: report.dryRun, ...countsOf(report), rows: report.rows }, () =>
      summary(report),
    );
  if (failure !== undefined) throw stopped(failure, report);
  return report.rows.some(({ result }) => result === 'refused') ? 'import_refused' : 'ok';
}

/** `already_there`: imported before; nothing changes, in particular no password that was changed since. */
type ImportOutcome = Pick<RowReport, 'result' | 'reason'>;
type ImportRow = (user: HostedUser, now: EpochMs) => Promise<ImportOutcome>;

/** The reports of a batch, in the order of its rows. */
function reportRows(
  rows: readonly ExportRow[],
  claims: TraderIdClaims,
  importRow: ImportRow,
): Promise<RowReport[]> {
  const now = epochMs(Date.now());
  return Promise.all(
    rows.map(async (row): Promise<RowReport> => {
      const { line } = row;
      const parsed = claims.check(hostedUser(row, now), line);
      if ('refused' in parsed)
        return { line, email: parsed.email ?? null, result: 'refused', reason: parsed.refused };
      return { line, email: parsed.user.email, ...(await importRow(parsed.user, now)) };
    }),
  );
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

/** The export in a file. Throws a CliError when there is none. */
async function exportIn(source: Readable, file: string): Promise<UserExport> {
  const name = file === '-' ? 'stdin' : file;
  try {
    const found = readExport(await buffer(source));
    if (found.rows.length === 0) throw new ExportFormatError('there is no user in the file');
    return found;
  } catch (error) {
    if (error instanceof ExportFormatError)
      throw new CliError('import_refused', `${name}: ${error.message}.`);
    throw unreadable('import_refused', name, error);
  }
}

/** What was done before the import ended early, and how to go on. */
function stopped(error: unknown, { rows }: ImportReport): unknown {
  if ((error as Error).name !== 'AbortError') return error;
  const done = rows.filter(({ result }) => result === 'imported').length;
  return new CliError(
    'interrupted',
    'Stopped.',
    `${done} ${done === 1 ? 'account was' : 'accounts were'} imported before. Import the whole file again: those are left as they are.`,
  );
}

function rowText({ email }: RowReport, text = ''): string {
  return `${email === null ? '' : `${printable(email)}: `}${printable(text)}`;
}

function countsOf({ rows }: ImportReport): { imported: number; alreadyThere: number; refused: number } {
  const count = (wanted: RowReport['result']) => rows.filter(({ result }) => result === wanted).length;
  return { imported: count('imported'), alreadyThere: count('already_there'), refused: count('refused') };
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

/** Holds the trader IDs of an export's rows against each other: only the operator knows whose an ID is that two of them have. */
export class TraderIdClaims {
  /** What the report says of the first of two rows, by its number. */
  readonly notes: { readonly line: number; readonly note: string }[] = [];
  readonly #first = new Map<string, Claim>();
  readonly #unit: UserExport['unit'];

  constructor(unit: UserExport['unit']) {
    this.#unit = unit;
  }

  /** The row as it is, or refused because an earlier row has its trader ID. To be asked in the order of the rows. */
  check(row: HostedUserResult, line: number): HostedUserResult {
    if (!('user' in row) || row.user.traderId === undefined) return row;
    const { email, traderId } = row.user;
    const first = this.#first.get(traderId);
    if (first === undefined) this.#first.set(traderId, { line, email });
    if (first === undefined || first.email.toLowerCase() === email.toLowerCase()) return row;
    const says = (claim: Claim) =>
      `${this.#unit} ${claim.line} (${claim.email}) has the trader ID ${traderId} too`;
    this.notes.push({ line: first.line, note: `${says({ line, email })}; find out whose it is` });
    return { refused: says(first), email };
  }
}

/** Makes an account of a user of the hosted service. Importing the same user again changes nothing. */
export async function importAccount(db: Pool, user: HostedUser, now: EpochMs): Promise<ImportOutcome> {
  const email = lookupEmail(user.email);
  const id = user.id ?? randomUUID();
  let metadata: Metadata;
  try {
    const name = user.fullName === undefined ? {} : { full_name: user.fullName };
    metadata = {
      ...requireMetadata(user.userMetadata),
      ...requireMetadata(name),
      ...ownMetadata({ id, email }),
    };
    requireMetadataSize(metadata);
  } catch (error) {
    if (error instanceof AuthError) return refusal(error.message);
    throw error;
  }
  const problem =
    emailProblem(email) ?? labelProblem(user.traderId, 'trader ID') ?? hashProblem(user.passwordHash);
  if (problem !== undefined) return refusal(problem);
  try {
    const { rowCount } = await db.query({
      // Named, so that PostgreSQL plans the statement once a connection.
      name: 'import-account',
      text: `insert into users (id, identity_id, email, password_hash, trader_id, app_metadata, user_metadata,
         email_confirmed_at, last_sign_in_at, banned_until, created_at, updated_at)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
       where not exists (select 1 from users where email = $3 and ($13 or id = $1))`,
      values: [
        id,
        randomUUID(),
        email,
        user.passwordHash,
        user.traderId ?? null,
        EMAIL_APP_METADATA,
        metadata,
        new Date(user.emailConfirmedAt ?? now),
        user.lastSignInAt === undefined ? null : new Date(user.lastSignInAt),
        user.disabled ? new Date(now + DISABLED_FOR_MS) : null,
        new Date(user.createdAt ?? now),
        new Date(now),
        // Without an ID in the export, the address alone identifies the user.
        user.id === undefined,
      ],
    });
    return { result: rowCount === 1 ? 'imported' : 'already_there' };
  } catch (error) {
    const conflict = await conflictOf(db, error, { id, email, traderId: user.traderId });
    if (!conflict) throw error;
    return refusal(conflict.message);
  }
}

function refusal(reason: string): ImportOutcome {
  return { result: 'refused', reason };
}
