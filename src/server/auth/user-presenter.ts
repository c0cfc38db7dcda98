import type { EpochMs } from '../../core/time/instant.ts';
import type { IdentityBody, UserBody } from '../../core/wire/auth.ts';
import type { User } from './user.ts';

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
