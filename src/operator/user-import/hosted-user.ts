import { z } from 'zod';
import { isObject, jsonIn } from '../../core/json/loose.ts';
import { type EpochMs, epochMs } from '../../core/time/instant.ts';
import { hashProblem } from '../../server/auth/passwords.ts';

/** A user of the hosted service as an account can be made of it. */
export interface HostedUser {
  /** Undefined when the export left the column out. */
  readonly id: string | undefined;
  /** As written in the export: neither trimmed of meaning nor checked against our own rules yet. */
  readonly email: string;
  /** Of a kind that this server verifies; the hosted service's own are bcrypt. */
  readonly passwordHash: string;
  readonly fullName: string | undefined;
  readonly traderId: string | undefined;
  readonly userMetadata: Readonly<Record<string, unknown>>;
  readonly createdAt: EpochMs | undefined;
  readonly lastSignInAt: EpochMs | undefined;
  /** Undefined when the export does not say whether the address was ever confirmed. */
  readonly emailConfirmedAt: EpochMs | undefined;
  /** Banned at the hosted service at the time of the import. */
  readonly disabled: boolean;
}

export type HostedUserResult =
  | { readonly user: HostedUser }
  /** `email` where the row has a readable one, so that the operator can find the person. */
  | { readonly refused: string; readonly email: string | undefined };

const text = z.string().transform((value) => value.trim() || undefined);
const absent = z.null().transform(() => undefined);
const optionalText = z.union([text, absent]);

/** Booleans as JSON, CSV and COPY write them. */
const flag = z.union([
  z.boolean(),
  absent,
  z.enum(['t', 'true', 'f', 'false', '']).transform((v) => v.startsWith('t')),
]);

/** PostgreSQL's and ISO's way to write a time; `infinity` is a ban without an end. Without a zone it is UTC. */
const time = optionalText.transform((value, context): EpochMs | 'infinity' | undefined => {
  if (value === undefined || value === 'infinity') return value;
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)?(?:Z|([+-]\d\d)(?::?(\d\d))?)?$/.exec(value);
  const [, day, clock, fraction = '', hours = '+00', minutes = '00'] = match ?? [];
  const ms =
    match === null ? Number.NaN : Date.parse(`${day}T${clock}${fraction.slice(0, 4)}${hours}:${minutes}`);
  if (!Number.isNaN(ms)) return epochMs(ms);
  context.addIssue({ code: 'custom', message: 'is not a time' });
  return z.NEVER;
});

/** jsonb columns are objects in JSON exports and text in the others. */
const metadata = z.unknown().transform((value, context): Readonly<Record<string, unknown>> => {
  if (value === null || value === '') return {};
  const parsed = typeof value === 'string' ? jsonIn(value) : value;
  if (isObject(parsed)) return parsed;
  context.addIssue({ code: 'custom', message: 'is not a JSON object' });
  return z.NEVER;
});

const hostedUserRow = z.object({
  id: z.union([z.literal('').transform(() => undefined), z.uuid('is not a UUID'), absent]),
  email: optionalText,
  encrypted_password: optionalText,
  email_confirmed_at: time,
  confirmed_at: time,
  created_at: time,
  last_sign_in_at: time,
  banned_until: time,
  deleted_at: time,
  is_anonymous: flag,
  raw_app_meta_data: metadata,
  raw_user_meta_data: metadata,
  trader_id: optionalText,
});

const COLUMNS = Object.keys(hostedUserRow.shape);

/** Makes a user of an export's row, or says in a few words why that cannot be. `now` decides whether a ban holds. */
export function hostedUser(row: ExportRow, now: EpochMs): HostedUserResult {
  if ('problem' in row) return { refused: row.problem, email: undefined };
  const parsed = hostedUserRow.safeParse(
    Object.fromEntries(COLUMNS.map((column) => [column, row.fields[column] ?? null])),
  );
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const email = typeof row.fields['email'] === 'string' ? row.fields['email'] : undefined;
    return { refused: `${String(issue?.path[0] ?? 'row')} ${plainReason(issue)}`, email };
  }
  const fields = parsed.data;
  const { email, encrypted_password: passwordHash } = fields;
  const refuse = (refused: string): HostedUserResult => ({ refused, email });

  if (fields.deleted_at !== undefined) return refuse('deleted at the hosted service');
  if (email === undefined) return refuse(fields.is_anonymous ? 'an anonymous user' : 'no e-mail address');
  if (passwordHash === undefined) return refuse(`no password${signInWith(fields.raw_app_meta_data)}`);
  const problem = hashProblem(passwordHash);
  if (problem !== undefined) return refuse(problem);
  const confirmed = instant(fields.email_confirmed_at) ?? instant(fields.confirmed_at);
  // A stranger can sign up with a trader's address; only the confirmation shows whose it is.
  if (saysWhetherConfirmed(row) && confirmed === undefined)
    return refuse('the e-mail address was never confirmed');

  const { banned_until: ban, raw_user_meta_data: userMetadata } = fields;
  return {
    user: {
      id: fields.id?.toLowerCase(),
      email,
      passwordHash,
      fullName: textOf(userMetadata['full_name']) ?? textOf(userMetadata['name']),
      // Never from the user's own metadata, which the user can write.
      traderId: fields.trader_id ?? textOf(fields.raw_app_meta_data['trader_id']),
      userMetadata,
      createdAt: instant(fields.created_at),
      lastSignInAt: instant(fields.last_sign_in_at),
      emailConfirmedAt: confirmed,
      disabled: ban !== undefined && (ban === 'infinity' || ban > now),
    },
  };
}

/** Whether the row has one of the columns that tell if its address was ever confirmed. */
export function saysWhetherConfirmed(row: ExportRow): boolean {
  return 'fields' in row && ('email_confirmed_at' in row.fields || 'confirmed_at' in row.fields);
}

function plainReason(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'cannot be read';
  const inner =
    issue.code === 'invalid_union'
      ? issue.errors.flat().find((each) => each.message.startsWith('is '))
      : issue;
  return inner?.message.startsWith('is ') === true ? inner.message : 'cannot be read';
}

function signInWith(appMetadata: Readonly<Record<string, unknown>>): string {
  const provider = textOf(appMetadata['provider']);
  return provider === undefined || provider === 'email' ? '' : ` (signed in with ${provider})`;
}

function instant(value: EpochMs | 'infinity' | undefined): EpochMs | undefined {
  return value === 'infinity' ? undefined : value;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

/**
 * One user's row of an export, before anything is believed of it: its number (see UserExport) and its
 * fields by the column names of the hosted service's users table; or why the row itself could not be read.
 */
export type ExportRow =
  | { readonly line: number; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly problem: string };

/** The file as a whole cannot be read on, from `line` (undefined when it does not depend on a line). */
export class ExportFormatError extends Error {
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(line === undefined ? message : `line ${line}: ${message}`);
    this.name = 'ExportFormatError';
    this.line = line;
  }
}
