import type { Auth } from '../auth/auth.ts';
import { findApiToken } from '../auth/api-tokens.ts';
import { readStepUp, type StepUp } from '../auth/second-factor.ts';
import { AuthError } from '../auth/auth-error.ts';
import { type AskProject, isHostedAdmin, type VerifyHostedToken } from '../auth/hosted-tokens.ts';

export interface SessionUser {
  /** The same in every answer of the auth service. */
  readonly id: string;
  /** Empty when the account has no address. */
  readonly email: string;
  /** Undefined where sessions are kept elsewhere. */
  readonly sessionId?: string;
  /** The ID of the API token, where the request has one in place of a session. */
  readonly tokenId?: string;
}

/**
 * Finds the user of the `Authorization` header of a request from a network; throws AuthError when there is none or the auth service
 * cannot tell.
 */
export type Identify = (authorization: string | undefined, network?: string) => Promise<SessionUser>;

/** Finds the user of an API token; undefined where it is none, or was ended. */
export type IdentifyToken = (token: string) => Promise<SessionUser | undefined>;

export interface Admin extends SessionUser, StepUp {
  /** Undefined where the auth service does not say. */
  readonly signedInMs: number | null;
}

/** Finds the admin of an `Authorization` header, asking each time; undefined where the account does not exist or is no admin. */
export type IdentifyAdmin = (
  authorization: string | undefined,
  network?: string,
) => Promise<Admin | undefined>;

/** By the embedded auth server, which refuses a session that has ended; those are admins whom `pipcast user admin` names. */
export function embeddedIdentity({ context: { authenticate, db, now } }: Auth) {
  return {
    async identify(authorization: string | undefined): Promise<SessionUser> {
      const { user, session } = await authenticate(authorization);
      return { id: user.id, email: user.email, sessionId: session.id };
    },
    async identifyToken(token: string): Promise<SessionUser | undefined> {
      const found = await findApiToken(db, token, now());
      return found && { id: found.userId, email: found.email, tokenId: found.tokenId };
    },
    identifyAdmin: (authorization: string | undefined) =>
      unlessRefused(async () => {
        const { user, session } = await authenticate(authorization);
        if (!user.isAdmin) return undefined;
        const { id, email } = user;
        const stepUp = await readStepUp(db, id, session.id);
        return { id, email, sessionId: session.id, signedInMs: session.openedMs, ...stepUp };
      }),
  };
}

/**
 * By a hosted project: by a token's signature, or by its answer on the token. Admins have a claim that it alone can write, and it is
 * asked whether that still stands. There are no API tokens.
 */
export function hostedIdentity(verify: VerifyHostedToken, askProject: AskProject) {
  const identify: Identify = async (authorization, network) => {
    const { userId, email } = await verify(authorization, network);
    return { id: userId, email: email ?? '' };
  };
  const identifyAdmin: IdentifyAdmin = (authorization = '', network) =>
    unlessRefused(async () => {
      const { userId, email, isAdmin } = await verify(authorization, network);
      const user = isAdmin ? await askProject(authorization) : undefined;
      if (user?.id !== userId || !isHostedAdmin(user.app_metadata)) return undefined;
      return { id: userId, email: email ?? '', signedInMs: null, hasSecondFactor: false, confirmedMs: null };
    });
  return { identify, identifyAdmin };
}

/** A refused token belongs to no account; a failure of the auth service is thrown. */
async function unlessRefused(find: () => Promise<Admin | undefined>): Promise<Admin | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof AuthError && error.status < 500) return undefined;
    throw error;
  }
}
