import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { EpochMs } from '../../core/time/instant.ts';
import { conflictOf, labelProblem } from './account-error.ts';
import { DISABLED_FOR_MS } from './accounts.ts';
import { AuthError } from './auth-error.ts';
import { emailProblem, lookupEmail } from './email.ts';
import { requireMetadata, requireMetadataSize } from './metadata.ts';
import { hashProblem } from './passwords.ts';
import type { Metadata } from './user.ts';
import { EMAIL_APP_METADATA, ownMetadata } from './user-store.ts';

export interface ImportedUser {
  /** From the export, so that other references to the user still hold; a new one when the export has none. */
  readonly id: string | undefined;
  readonly email: string;
  /** A hash in which `hashProblem` finds nothing. */
  readonly passwordHash: string;
  readonly fullName: string | undefined;
  readonly traderId: string | undefined;
  readonly userMetadata: Metadata;
  readonly createdAt: EpochMs | undefined;
  readonly lastSignInAt: EpochMs | undefined;
  /** The import itself counts as the confirmation when the export does not say. */
  readonly emailConfirmedAt: EpochMs | undefined;
  readonly disabled: boolean;
}

export type ImportOutcome =
  | { readonly result: 'created' }
  /** The user was imported before; nothing changed, in particular no password that was changed since. */
  | { readonly result: 'unchanged' }
  | { readonly result: 'refused'; readonly reason: string };

/** Makes an account of a user of the hosted service. Importing the same user again changes nothing. */
export async function importAccount(db: Pool, user: ImportedUser, now: EpochMs): Promise<ImportOutcome> {
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
    if (error instanceof AuthError) return refused(error.message);
    throw error;
  }
  const problem =
    emailProblem(email) ?? labelProblem(user.traderId, 'trader ID') ?? hashProblem(user.passwordHash);
  if (problem !== undefined) return refused(problem);
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
    return { result: rowCount === 1 ? 'created' : 'unchanged' };
  } catch (error) {
    const conflict = await conflictOf(db, error, { id, email, traderId: user.traderId });
    if (!conflict) throw error;
    return refused(conflict.message);
  }
}

function refused(reason: string): ImportOutcome {
  return { result: 'refused', reason };
}
