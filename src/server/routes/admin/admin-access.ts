import { type EpochMs, MINUTE_MS } from '../../../core/time/instant.ts';
import { clientNetwork } from '../../platform/client-network.ts';
import type { Access, Guard } from '../access.ts';
import { HttpError, nothingHere } from '../http-error.ts';
import type { Admin, IdentifyAdmin } from '../identify.ts';
import { RECENT_SIGN_IN_MS } from '../../auth/update-user.ts';

const MINUTES = RECENT_SIGN_IN_MS / MINUTE_MS;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard `admin`. */
    admin?: Admin;
  }
}

export interface AdminAccess extends Pick<Access, 'takes'> {
  /** Lets admins pass; for all others the route does not exist. */
  readonly admin: Guard;
  /**
   * Lets an admin pass who signed in just now and, with a second factor, gave a code of it just now: a token that was left lying
   * about changes nothing. After `admin`.
   */
  readonly recently: Guard;
}

/** The rules for admins of one server process. */
export function createAdminAccess({
  identifyAdmin,
  takes,
  now,
  secondFactor,
}: Pick<Access, 'takes'> & {
  readonly identifyAdmin: IdentifyAdmin;
  readonly secondFactor: 'optional' | 'required';
  readonly now: () => EpochMs;
}): AdminAccess {
  return {
    takes,
    admin: async (request, reply) => {
      const admin = await identifyAdmin(
        request.headers.authorization,
        clientNetwork(request.ip) ?? 'unknown',
      );
      if (admin === undefined) throw nothingHere();
      reply.header('cache-control', 'no-store').header('vary', 'authorization');
      request.admin = admin;
      request.user = admin;
    },
    recently: async ({ admin }) => {
      // A clock that was set back must not make it longer.
      const isRecent = (at: number | null | undefined) =>
        at != null && Math.abs(now() - at) <= RECENT_SIGN_IN_MS;
      if (!isRecent(admin?.signedInMs))
        throw new HttpError(403, 'sign_in_again', `This needs a sign-in of the last ${MINUTES} minutes.`);
      if (admin?.hasSecondFactor) {
        if (isRecent(admin.confirmedMs)) return;
        throw new HttpError(403, 'code_needed', `This needs a code of the last ${MINUTES} minutes.`);
      }
      if (secondFactor === 'required') throw noSecondFactor();
    },
  };
}

/** Only the command line makes a second factor: a stolen session could otherwise bring its own. */
export function noSecondFactor(): HttpError {
  return new HttpError(
    403,
    'second_factor_missing',
    'This needs a second factor: npx pipcast user second-factor EMAIL on',
  );
}
