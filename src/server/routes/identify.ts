import type { Pool } from 'pg';
import type { Auth } from '../auth/auth.ts';
import { findApiToken } from '../auth/api-tokens.ts';
import type { EpochMs } from '../../core/time/instant.ts';
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

/** Where the accounts are elsewhere there are no API tokens. */
export const NO_TOKENS: IdentifyToken = async () => undefined;

export function identifyApiToken(db: Pool, now: () => EpochMs): IdentifyToken {
  return async (token) => {
    const found = await findApiToken(db, token, now());
    return found && { id: found.userId, email: found.email, tokenId: found.tokenId };
  };
}

export interface Admin extends SessionUser, StepUp {
  /** Undefined where the auth service does not say. */
  readonly signedInMs: number | null;
}

/** Finds the admin of an `Authorization` header, asking each time; undefined where the account does not exist or is no admin. */
export type IdentifyAdmin = (
  authorization: string | undefined,
  network?: string,
) => Promise<Admin | undefined>;

/** By the embedded auth server: a session that has ended is refused. */
export function identifyEmbedded({ context }: Auth): Identify {
  return async (authorization) => {
    const { user, session } = await context.authenticate(authorization);
    return { id: user.id, email: user.email, sessionId: session.id };
  };
}

/** By a hosted project: by its signature, or by its answer on the token. */
export function identifyHosted(verify: VerifyHostedToken): Identify {
  return async (authorization, network) => {
    const { userId, email } = await verify(authorization, network);
    return { id: userId, email: email ?? '' };
  };
}

/** By the embedded auth server: those whom `pipcast user admin` names. */
export function identifyAdminEmbedded({ context }: Auth): IdentifyAdmin {
  return (authorization) =>
    unlessRefused(async () => {
      const { user, session } = await context.authenticate(authorization);
      if (!user.isAdmin) return undefined;
      const { id, email } = user;
      const stepUp = await readStepUp(context.db, id, session.id);
      return { id, email, sessionId: session.id, signedInMs: session.openedMs, ...stepUp };
    });
}

/** By a claim that a hosted project alone can write; the project is asked whether it still stands. */
export function identifyAdminHosted(verify: VerifyHostedToken, askProject: AskProject): IdentifyAdmin {
  return (authorization = '', network) =>
    unlessRefused(async () => {
      const { userId, email, isAdmin } = await verify(authorization, network);
      const user = isAdmin ? await askProject(authorization) : undefined;
      if (user?.id !== userId || !isHostedAdmin(user.app_metadata)) return undefined;
      return {
        id: userId,
        email: email ?? '',
        signedInMs: null,
        hasSecondFactor: false,
        confirmedMs: null,
      };
    });
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
