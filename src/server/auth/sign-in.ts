import type { TokenBody, TokenRequest } from '../../core/wire/auth.ts';
import { customerNetwork } from '../platform/client-network.ts';
import type { AuthContext, Client } from './auth-context.ts';
import { Counter } from 'prom-client';
import { AuthError, invalidCredentials, validationFailed } from './auth-error.ts';
import { lookupEmail } from './email.ts';
import { passwordWeakness } from './password-rules.ts';
import type { PasswordVerdict } from './passwords.ts';
import { recorded } from './recorded.ts';
import { hasSignedInFrom, openSession } from './sessions.ts';
import { grantTokens, newSession } from './token-grant.ts';
import { isBanned, type User } from './user.ts';
import { findUserByEmail } from './user-store.ts';

export function countSignIns(): Counter<'result'> {
  return new Counter({
    name: 'pipcast_sign_ins_total',
    help: 'Sign-ins with a password, by their result: ok or the error code.',
    labelNames: ['result'],
    registers: [],
  });
}

/**
 * The password grant. An unknown user, one without a password and a wrong password get the same answer, after the same time as all
 * refusals; that an account is disabled or unconfirmed is answered only after its right password.
 */
export async function signIn(
  context: AuthContext,
  request: TokenRequest,
  client: Client,
): Promise<TokenBody> {
  const { email = '', phone = '', password = '' } = request;
  if (email === '' && phone === '') throw validationFailed('missing email or phone');
  if (email !== '' && phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided on login.');
  }
  if (phone !== '') throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');

  try {
    const body = await recorded(context, 'sign_in', client, (about) =>
      signInWithPassword(context, email, password, client, about),
    );
    context.signIns.inc({ result: 'ok' });
    return body;
  } catch (error) {
    const result = error instanceof AuthError ? error.code : 'unexpected_failure';
    context.signIns.inc({ result });
    throw error;
  }
}

async function signInWithPassword(
  context: AuthContext,
  email: string,
  password: string,
  client: Client,
  about: (account: string) => void,
): Promise<TokenBody> {
  const now = context.now();
  const lookup = lookupEmail(email);
  const { network } = client;
  const attempt = await context.rateLimits.startSignIn(network, lookup, async () =>
    network !== undefined && isStorable(lookup) ? hasSignedInFrom(context.db, lookup, network) : false,
  );
  let user: User | undefined;
  let verdict: PasswordVerdict;
  try {
    user = isStorable(lookup) ? await findUserByEmail(context.db, lookup) : undefined;
    if (user) about(user.id);
    const stored =
      user?.passwordHash === undefined ? undefined : { hash: user.passwordHash, isKey: user.passwordIsKey };
    verdict = await context.passwords.verify(password, stored, customerNetwork(network));
  } catch (error) {
    await attempt.takeBack();
    throw error;
  }
  if (user?.passwordHash === undefined || !verdict.matches) throw invalidCredentials();
  await attempt.takeBack();
  if (isBanned(user, now)) throw new AuthError(400, 'user_banned', 'User is banned');
  if (user.emailConfirmedAt === undefined) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  }
  const session = newSession(client);
  const signedIn = await openSession(context.db, {
    userId: user.id,
    verifiedHash: user.passwordHash,
    upgradedHash: verdict.upgradedHash,
    session,
    at: now,
  });
  if (!signedIn) throw invalidCredentials();
  const body = grantTokens(context, signedIn, { ...session, createdAt: now }, 0, now);
  return { ...body, weak_password: (await passwordWeakness(password)) ?? null };
}

/** Whether the database could hold the text: no NUL, and short enough to be an address. */
function isStorable(email: string): boolean {
  return email.length <= 255 && !email.includes('\0');
}
