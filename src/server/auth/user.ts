import type { EpochMs } from '../../core/time/instant.ts';
import type { IdentityBody, UserBody } from '../../core/wire/auth.ts';
import { msOf } from '../db/database-pool.ts';
import { sql } from '../platform/sql.ts';

export type Metadata = Readonly<Record<string, unknown>>;

export interface User {
  readonly id: string;
  readonly identityId: string;
  /** Lower case. */
  readonly email: string;
  readonly passwordHash: string | null;
  /** The password is a generated key, which may be typed in several forms. */
  readonly passwordIsKey: boolean;
  readonly isAdmin: boolean;
  readonly appMetadata: Metadata;
  readonly userMetadata: Metadata;
  readonly emailConfirmedMs: number | null;
  readonly recoveryRequestedMs: number | null;
  readonly lastSignInMs: number | null;
  readonly bannedUntilMs: number | null;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export const USER_COLUMNS = sql`users.id, users.identity_id as "identityId", users.email, users.password_hash as "passwordHash",
  users.password_is_key as "passwordIsKey", users.is_admin as "isAdmin", users.app_metadata as "appMetadata", users.user_metadata as "userMetadata",
  ${msOf('users.email_confirmed_at')} as "emailConfirmedMs", ${msOf('users.recovery_requested_at')} as "recoveryRequestedMs",
  ${msOf('users.last_sign_in_at')} as "lastSignInMs", ${msOf('users.banned_until')} as "bannedUntilMs",
  ${msOf('users.created_at')} as "createdMs", ${msOf('users.updated_at')} as "updatedMs"`;

export function isBanned(user: User, now: EpochMs): boolean {
  return user.bannedUntilMs !== null && user.bannedUntilMs > now;
}

/** The audience and role of every user. */
export const AUTHENTICATED = 'authenticated';

/** A user as it is sent: never the password's hash, never the trader ID. */
export function presentUser(user: User): UserBody {
  const confirmedAt = user.emailConfirmedMs;
  return {
    id: user.id,
    aud: AUTHENTICATED,
    role: AUTHENTICATED,
    email: user.email,
    ...whenSet('email_confirmed_at', confirmedAt),
    phone: '',
    ...whenSet('confirmed_at', confirmedAt),
    ...whenSet('recovery_sent_at', user.recoveryRequestedMs),
    ...whenSet('last_sign_in_at', user.lastSignInMs),
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: [presentIdentity(user)],
    created_at: timestamp(user.createdMs),
    updated_at: timestamp(user.updatedMs),
    ...whenSet('banned_until', user.bannedUntilMs),
    is_anonymous: false,
  };
}

/** Every account has exactly one identity, its e-mail, so it is derived instead of stored. */
function presentIdentity(user: User): IdentityBody {
  return {
    identity_id: user.identityId,
    id: user.id,
    user_id: user.id,
    identity_data: {
      ...user.userMetadata,
      sub: user.id,
      email: user.email,
      email_verified: user.emailConfirmedMs !== null,
      phone_verified: false,
    },
    provider: 'email',
    ...whenSet('last_sign_in_at', user.lastSignInMs),
    created_at: timestamp(user.createdMs),
    updated_at: timestamp(user.updatedMs),
    email: user.email,
  };
}

function whenSet<Name extends string>(name: Name, at: number | null): { [name in Name]?: string } {
  return at === null ? {} : ({ [name]: timestamp(at) } as { [name in Name]?: string });
}

function timestamp(at: number): string {
  return new Date(at).toISOString();
}
