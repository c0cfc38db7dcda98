import { randomUUID } from 'node:crypto';
import type { SignUpRequest, TokenBody } from '../../core/wire/auth.ts';
import { customerNetwork } from '../platform/client-network.ts';
import type { AuthContext, Client } from './auth-context.ts';
import { AuthError, validationFailed } from './auth-error.ts';
import { requireEmail } from './email.ts';
import { mergeMetadata, requireMetadata, requireMetadataSize } from './metadata.ts';
import { requireStrongPassword } from './password-rules.ts';
import { recorded } from './recorded.ts';
import { grantTokens, newSession } from './token-grant.ts';
import { findUserByEmail, insertUserWithSession, ownMetadata } from './user-store.ts';

/**
 * Makes an account and signs it in; there is no mail, so nothing is left to confirm. The order of the checks is the
 * contract's: a weak password is reported before a bad address.
 */
export async function signUp(
  context: AuthContext,
  request: SignUpRequest,
  client: Client,
): Promise<TokenBody> {
  const { email: address = '', phone = '', password = '' } = request;
  if (address === '' && phone === '') {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  const now = context.now();
  await context.rateLimits.countSignUp(client.network, address);
  if (context.signup === 'closed') {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  if (password === '') throw validationFailed('Signup requires a valid password');
  await requireStrongPassword(password);
  if (address !== '' && phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided on signup.');
  }
  requireCodeChallenge(request);
  if (phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  const email = requireEmail(address);
  const id = randomUUID();
  const given = mergeMetadata({}, requireMetadata(request.data ?? {}));
  const userMetadata = { ...given, ...ownMetadata({ id, email }) };
  requireMetadataSize(userMetadata);
  return recorded(context, 'sign_up', client, async (about) => {
    if (await findUserByEmail(context.db, email)) throw alreadyRegistered();
    const passwordHash = await context.passwords.hash(password, customerNetwork(client.network));
    const session = newSession(client);
    const user = await insertUserWithSession(
      context.db,
      { id, identityId: randomUUID(), email, passwordHash, userMetadata },
      session,
      now,
    );
    if (!user) throw alreadyRegistered();
    about(user.id);
    return grantTokens(context, user, { ...session, createdAt: now }, 0, now);
  });
}

/** Checks a PKCE challenge's form. It is not used: without mail there is no link whose code it would guard. */
function requireCodeChallenge({
  code_challenge: challenge = '',
  code_challenge_method: method = '',
}: SignUpRequest): void {
  if ((challenge === '') !== (method === '')) {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (challenge === '') return;
  if (!['s256', 'plain'].includes(method.toLowerCase())) {
    throw validationFailed('code_challenge_method must be s256 or plain');
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw validationFailed('code challenge has to be between 43 and 128 characters');
  }
  if (!/^[a-zA-Z0-9._~-]+$/.test(challenge)) {
    throw validationFailed(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
}

function alreadyRegistered(): AuthError {
  return new AuthError(422, 'user_already_exists', 'User already registered');
}
