import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import type { VerifyHostedToken } from '../auth/hosted-tokens.ts';

const sessionUserSchema = z.object({
  id: z.string().meta({ description: 'The same in every answer of the auth service.' }),
  email: z.string().meta({ description: 'Empty when the account has none.' }),
});

/** Who a request comes from. */
type SessionUser = z.output<typeof sessionUserSchema>;

/** Finds who an `Authorization` header stands for; throws AuthError when it is nobody or cannot be found out. */
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

/** `GET /api/me`: whether this server accepts a token, and as whom; the same with either auth service. */
export function serveSessionUser(app: FastifyInstance, identify: Identify): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/me',
    {
      schema: {
        summary: 'Who the access token belongs to',
        tags: ['account'],
        security: [{ bearer: [] }],
        response: { 200: sessionUserSchema },
      },
    },
    (request, reply) => {
      reply.header('cache-control', 'no-store').header('vary', 'authorization');
      return identify(request.headers.authorization);
    },
  );
}
