import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Access } from '../access.ts';
import type { SessionUser } from '../identify.ts';
import { errorAnswers } from '../typed-app.ts';

const sessionUserSchema: z.ZodType<SessionUser> = z.object({
  id: z.string().meta({ description: 'The same in every answer of the auth service.' }),
  email: z.string().meta({ description: 'Empty when the account has none.' }),
});

/** `GET /api/me`: whether this server accepts a token, and as whom; the same with either auth service. */
export function serveSessionUser(app: FastifyInstance, { signedIn, takes }: Access): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/me',
    {
      onRequest: [signedIn, takes(1)],
      schema: {
        summary: 'Who the access token belongs to',
        tags: ['account'],
        security: [{ bearer: [] }],
        response: { 200: sessionUserSchema, ...errorAnswers(401, 429, 503) },
      },
    },
    async ({ user }) => {
      const { id, email } = user as SessionUser;
      return { id, email };
    },
  );
}
