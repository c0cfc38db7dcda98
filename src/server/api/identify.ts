import type { Auth } from '../auth/auth.ts';
import type { VerifyHostedToken } from '../auth/hosted-tokens.ts';

/** Who a request comes from. */
export interface SessionUser {
  /** The same in every answer of the auth service. */
  readonly id: string;
  /** Empty when the account has none. */
  readonly email: string;
}

/** Finds the user of an `Authorization` header; throws AuthError when there is none or the auth service cannot tell. */
export type Identify = (authorization: string | undefined) => Promise<SessionUser>;

/** By the embedded auth server: a session that was ended counts no more. */
export function identifyEmbedded({ context }: Auth): Identify {
  return async (authorization) => {
    const { id, email } = (await context.authenticate(authorization)).user;
    return { id, email };
  };
}

/** By the signature of a hosted project. */
export function identifyHosted(verify: VerifyHostedToken): Identify {
  return async (authorization) => {
    const { userId, email } = await verify(authorization);
    return { id: userId, email: email ?? '' };
  };
}
