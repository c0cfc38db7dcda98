import { type EpochMs, epochMs } from '../../core/time/instant.ts';
import type { IdentityBody, UserBody } from '../../core/wire/auth.ts';

export type Metadata = Readonly<Record<string, unknown>>;

export interface User {
  readonly id: string;
  readonly identityId: string;
  /** Lower case. */
  readonly email: string;
  readonly passwordHash: string | undefined;
  readonly passwordIsKey: boolean;
  readonly traderId: string | undefined;
  readonly isAdmin: boolean;
  readonly appMetadata: Metadata;
  readonly userMetadata: Metadata;
  readonly emailConfirmedAt: EpochMs | undefined;
  readonly recoveryRequestedAt: EpochMs | undefined;
  readonly lastSignInAt: EpochMs | undefined;
  readonly bannedUntil: EpochMs | undefined;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
}

export interface UserRow {
  readonly id: string;
  readonly identity_id: string;
  readonly email: string;
  readonly password_hash: string | null;
  readonly password_is_key: boolean;
  readonly trader_id: string | null;
  readonly is_admin: boolean;
  readonly app_metadata: Metadata;
  readonly user_metadata: Metadata;
  readonly email_confirmed_at: Date | null;
  readonly recovery_requested_at: Date | null;
  readonly last_sign_in_at: Date | null;
  readonly banned_until: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const USER_COLUMNS = `id, identity_id, email, password_hash, password_is_key, trader_id, is_admin, app_metadata,
  user_metadata, email_confirmed_at, recovery_requested_at, last_sign_in_at, banned_until, created_at, updated_at`;

export function userFromRow(row: UserRow): User {
  return {
    id: row.id,
    identityId: row.identity_id,
    email: row.email,
    passwordHash: row.password_hash ?? undefined,
    passwordIsKey: row.password_is_key,
    traderId: row.trader_id ?? undefined,
    isAdmin: row.is_admin,
    appMetadata: row.app_metadata,
    userMetadata: row.user_metadata,
    emailConfirmedAt: instantOf(row.email_confirmed_at),
    recoveryRequestedAt: instantOf(row.recovery_requested_at),
    lastSignInAt: instantOf(row.last_sign_in_at),
    bannedUntil: instantOf(row.banned_until),
    createdAt: epochMs(row.created_at.getTime()),
    updatedAt: epochMs(row.updated_at.getTime()),
  };
}

export function isBanned(user: User, now: EpochMs): boolean {
  return user.bannedUntil !== undefined && user.bannedUntil > now;
}

export function instantOf(date: Date | null): EpochMs | undefined {
  return date === null ? undefined : epochMs(date.getTime());
}

/** The audience and role of every user. */
export const AUTHENTICATED = 'authenticated';

/** A user as it is sent: never the password's hash, never the trader ID. */
export function presentUser(user: User): UserBody {
  const confirmedAt = user.emailConfirmedAt;
  return {
    id: user.id,
    aud: AUTHENTICATED,
    role: AUTHENTICATED,
    email: user.email,
    ...whenSet('email_confirmed_at', confirmedAt),
    phone: '',
    ...whenSet('confirmed_at', confirmedAt),
    ...whenSet('recovery_sent_at', user.recoveryRequestedAt),
    ...whenSet('last_sign_in_at', user.lastSignInAt),
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: [presentIdentity(user)],
    created_at: timestamp(user.createdAt),
    updated_at: timestamp(user.updatedAt),
    ...whenSet('banned_until', user.bannedUntil),
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
      email_verified: user.emailConfirmedAt !== undefined,
      phone_verified: false,
    },
    provider: 'email',
    ...whenSet('last_sign_in_at', user.lastSignInAt),
    created_at: timestamp(user.createdAt),
    updated_at: timestamp(user.updatedAt),
    email: user.email,
  };
}

function whenSet<Name extends string>(name: Name, at: EpochMs | undefined): { [name in Name]?: string } {
  return at === undefined ? {} : ({ [name]: timestamp(at) } as { [name in Name]?: string });
}

function timestamp(at: EpochMs): string {
  return new Date(at).toISOString();
}
