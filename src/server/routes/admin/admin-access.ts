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

export type AdminAccess = ReturnType<typeof createAdminAccess>;

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
}) {
  /** Lets admins pass; for all others the route does not exist. */
  const admin: Guard = async (request, reply) => {
    const found = await identifyAdmin(request.headers.authorization, clientNetwork(request.ip) ?? 'unknown');
    if (found === undefined) throw nothingHere();
    reply.header('cache-control', 'no-store').header('vary', 'authorization');
    request.admin = found;
    request.user = found;
  };
  /**
   * Lets an admin pass who signed in just now and, with a second factor, gave a code of it just now: a token that was left lying
   * about changes nothing. After `admin`.
   */
  const recently: Guard = async ({ admin: asking }) => {
    // A clock that was set back must not make it longer.
    const isRecent = (at: number | null | undefined) =>
      at != null && Math.abs(now() - at) <= RECENT_SIGN_IN_MS;
    if (!isRecent(asking?.signedInMs))
      throw new HttpError(403, 'sign_in_again', `This needs a sign-in of the last ${MINUTES} minutes.`);
    if (asking?.hasSecondFactor) {
      if (isRecent(asking.confirmedMs)) return;
      throw new HttpError(403, 'code_needed', `This needs a code of the last ${MINUTES} minutes.`);
    }
    if (secondFactor === 'required') throw noSecondFactor();
  };
  return { takes, admin, recently };
}

/** Only the command line makes a second factor: a stolen session could otherwise bring its own. */
export function noSecondFactor(): HttpError {
  return new HttpError(
    403,
    'second_factor_missing',
    'This needs a second factor: npx pipcast user second-factor EMAIL on',
  );
}
