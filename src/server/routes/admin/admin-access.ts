import { type EpochMs, MINUTE_MS } from '../../../core/time/instant.ts';
import type { Access, Guard } from '../access.ts';
import { HttpError, nothingHere } from '../http-error.ts';
import type { Admin, IdentifyAdmin } from '../identify.ts';
import { RECENT_SIGN_IN_MS } from '../../auth/update-user.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard `admin`. */
    admin?: Admin;
  }
}

/** What the routes of admins ask of a request before they handle it. */
export interface AdminAccess extends Pick<Access, 'takes'> {
  /** Lets admins pass; to all others the route is an address where nothing is. */
  readonly admin: Guard;
  /** Lets an admin pass who signed in just now: a token that was left lying about changes nothing. After `admin`. */
  readonly recently: Guard;
}

/** The rules for admins of one server process. */
export function createAdminAccess({
  identifyAdmin,
  takes,
  now,
}: Pick<Access, 'takes'> & {
  readonly identifyAdmin: IdentifyAdmin;
  readonly now: () => EpochMs;
}): AdminAccess {
  return {
    takes,
    admin: async (request, reply) => {
      const admin = await identifyAdmin(request.headers.authorization);
      if (admin === undefined) throw nothingHere();
      reply.header('cache-control', 'no-store').header('vary', 'authorization');
      request.admin = admin;
      request.user = admin;
    },
    recently: async ({ admin }) => {
      if (admin?.signedInAt !== undefined && now() - admin.signedInAt <= RECENT_SIGN_IN_MS) return;
      throw new HttpError(
        403,
        'sign_in_again',
        `This needs a sign-in of the last ${RECENT_SIGN_IN_MS / MINUTE_MS} minutes.`,
      );
    },
  };
}
