import { randomBytes, randomUUID } from 'node:crypto';
import { type EpochMs, MINUTE_MS } from '../../core/time/instant.ts';
import type { SignUpRequest, TokenBody, TokenRequest } from '../../core/wire/auth.ts';
import { customerNetwork } from '../platform/client-network.ts';
import { ACCESS_TOKEN_TTL_S, type Bearer } from './access-tokens.ts';
import type { AuthContext } from './auth.ts';
import type { Client } from './sessions.ts';
import { AuthError, invalidCredentials, validationFailed } from './auth-error.ts';
import { lookupEmail, requireEmail } from './account-rules.ts';
import { mergeMetadata, requireMetadata, requireMetadataSize } from './metadata.ts';
import { type PasswordVerdict, passwordWeakness, requireStrongPassword } from './passwords.ts';
import { REFRESH_KEY_BYTES } from './refresh-token.ts';
import { waitForFloor } from './rate-limits.ts';
import { audited, type TraderEvent } from './security-events.ts';
import { endSessions, hasSignedInFrom, type NewSession, openSession, type SignOutScope } from './sessions.ts';
import { isBanned, presentUser, type User } from './user.ts';
import { findUserByEmail, insertUserWithSession, ownMetadata, recordRecoveryRequest } from './user-store.ts';

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
    verdict = await context.passwords.verify(password, user, customerNetwork(network));
  } catch (error) {
    await attempt.takeBack();
    throw error;
  }
  if (user?.passwordHash == null || !verdict.matches) throw invalidCredentials();
  await attempt.takeBack();
  if (isBanned(user, now)) throw new AuthError(400, 'user_banned', 'User is banned');
  if (user.emailConfirmedMs === null) {
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
  const body = grantTokens(context, signedIn, { ...session, openedMs: now }, 0, now);
  return { ...body, weak_password: (await passwordWeakness(password)) ?? null };
}

/** Whether the database could hold the text: no NUL, and short enough to be an address. */
function isStorable(email: string): boolean {
  return email.length <= 255 && !email.includes('\0');
}

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
    return grantTokens(context, user, { ...session, openedMs: now }, 0, now);
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

/** Ends the sessions of a scope: all of the user's (the default), this one, or all but this one. */
export async function signOut(
  context: AuthContext,
  scope: string | undefined,
  { user, session }: Bearer,
  client: Client,
): Promise<void> {
  const ended = requireScope(scope ?? '');
  await recorded(context, 'sign_out', client, async (about) => {
    about(user.id);
    await endSessions(context.db, ended, { userId: user.id, sessionId: session.id });
  });
}

function requireScope(scope: string): SignOutScope {
  if (scope === '') return 'global';
  if (scope === 'global' || scope === 'local' || scope === 'others') return scope;
  throw validationFailed(`Unsupported logout scope ${JSON.stringify(scope.slice(0, 40))}`);
}

/** An account's request is noted at most once in this time. */
const NOTE_INTERVAL_MS = MINUTE_MS;

/**
 * Notes that a trader asked for a new key; there is no mail, so the operator sees it in the list of users and answers
 * with a new key. Whether the account exists shows neither in the answer nor in the time it takes.
 */
export async function requestRecovery(
  context: AuthContext,
  address: string | undefined,
  client: Client,
): Promise<Record<string, never>> {
  const startedMs = performance.now();
  const email = requireEmail(address ?? '');
  const now = context.now();
  await context.rateLimits.countRecovery(client.network, email);
  await recordRecoveryRequest(context.db, email, now, NOTE_INTERVAL_MS);
  await waitForFloor(startedMs, context.refusalFloorMs);
  return {};
}

function newSession({ ip, userAgent }: Client): NewSession {
  return { id: randomUUID(), refreshKey: randomBytes(REFRESH_KEY_BYTES), ip, userAgent };
}

export function grantTokens(
  { accessTokens, refreshTokens }: AuthContext,
  user: User,
  session: { readonly id: string; readonly refreshKey: Buffer; readonly openedMs: number },
  counter: number,
  now: EpochMs,
): TokenBody {
  return {
    access_token: accessTokens.sign(user, session, now),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_TTL_S,
    expires_at: Math.floor(now / 1000) + ACCESS_TOKEN_TTL_S,
    refresh_token: refreshTokens.issue(session, counter),
    user: presentUser(user),
  };
}

/** Does what a trader asked for and records how it ended. A failure of the server (5xx) is no refusal and is not recorded. */
export function recorded<T>(
  context: AuthContext,
  what: TraderEvent,
  { ip, network }: Client,
  work: (about: (account: string) => void) => Promise<T>,
): Promise<T> {
  return audited(context, { what, ip }, work, (error) => {
    if (!(error instanceof AuthError) || error.status >= 500) return undefined;
    const isLimited = error.code === 'over_request_rate_limit';
    return isLimited && !context.events.isFirstLimited(network, context.now()) ? undefined : error.code;
  });
}
