import { MINUTE_MS } from '../../core/time/instant.ts';
import type { UpdateUserRequest, UserBody } from '../../core/wire/auth.ts';
import type { AuthContext } from './auth.ts';
import type { Client } from './sessions.ts';
import { AuthError, validationFailed } from './auth-error.ts';
import type { Bearer } from './access-tokens.ts';
import { requireEmail } from './account-rules.ts';
import { mergeMetadata, requireMetadata, requireMetadataSize } from './metadata.ts';
import { requireStrongPassword } from './passwords.ts';
import { recorded } from './sign-in.ts';
import { presentUser, type User } from './user.ts';
import { findUserByEmail, updateUser, type UserChange, withoutOwnMetadata } from './user-store.ts';

/** For this long after a sign-in the password may be changed, or an admin act, without giving it again. */
export const RECENT_SIGN_IN_MS = 15 * MINUTE_MS;

/** Changes one's own account: metadata and password. Address and role are the operator's to change. */
export async function changeOwnUser(
  context: AuthContext,
  request: UpdateUserRequest,
  bearer: Bearer,
  client: Client,
): Promise<UserBody> {
  const { user, session } = bearer;
  const now = context.now();
  if (request.app_metadata !== undefined) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  if (request.phone !== undefined && request.phone !== '') {
    throw new AuthError(422, 'phone_provider_disabled', 'Phone numbers are not used by this server');
  }
  if (request.email !== undefined) await refuseEmailChange(context, user, request.email);
  const userMetadata =
    request.data === undefined ? undefined : withoutOwnMetadata(requireMetadata(request.data));
  const requireRoom = ({ userMetadata: current }: User) => {
    if (userMetadata) requireMetadataSize(mergeMetadata(current, userMetadata));
  };
  requireRoom(user);
  const apply = async (password: UserChange['password']): Promise<UserBody> => {
    // Checked again on the locked account: parallel changes must not add up to more than fits.
    const change = { userId: user.id, sessionId: session.id, userMetadata, password };
    const changed = await updateUser(context.db, change, now, requireRoom);
    if (changed) return presentUser(changed);
    throw new AuthError(403, 'session_not_found', 'The session ended meanwhile: sign in again');
  };
  const { password, current_password: current } = request;
  if (password === undefined) {
    if (userMetadata === undefined) return presentUser(user);
    await context.rateLimits.countAccountChange(user.id);
    return apply(undefined);
  }
  await requireStrongPassword(password);
  return recorded(context, 'password_change', client, async (about) => {
    about(user.id);
    return apply(await newPassword(context, bearer, password, current));
  });
}

/** An access token alone sets no password: it takes the current password, or, of a trader, a sign-in that was just now. */
async function newPassword(
  { passwords, rateLimits, now }: AuthContext,
  { user, session }: Bearer,
  password: string,
  currentPassword = '',
): Promise<UserChange['password']> {
  await rateLimits.countAccountChange(user.id);
  if (currentPassword !== '') {
    if (!(await passwords.verify(currentPassword, user, user.id)).matches) {
      throw new AuthError(400, 'current_password_invalid', 'Current password is not correct');
    }
    // A stolen session of an admin must not become the account.
  } else if (user.isAdmin || Math.abs(now() - session.openedMs) > RECENT_SIGN_IN_MS) {
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
  if ((await passwords.verify(password, user, user.id)).matches) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return { hash: await passwords.hash(password, user.id), replaces: user.passwordHash };
}

/** A change of address needs mail to both addresses, and this server sends none. The present address is no change. */
async function refuseEmailChange(
  { db, rateLimits }: AuthContext,
  user: User,
  address: string,
): Promise<void> {
  if (address === '') throw validationFailed('An email address is required');
  const email = requireEmail(address);
  if (email === user.email) return;
  // Otherwise a trader could ask for address after address whether it has an account.
  await rateLimits.countAccountChange(user.id);
  if (await findUserByEmail(db, email)) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
  }
  throw new AuthError(403, 'not_admin', 'Changing the email address requires the operator of this service');
}
