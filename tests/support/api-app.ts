import Fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { epochMs } from '../../src/core/time/instant.ts';
import { type Access, createAccess } from '../../src/server/routes/access.ts';
import { AuthError } from '../../src/server/auth/auth-error.ts';
import { answerError } from '../../src/server/routes/http-error.ts';

/** An application without routes that reads schemas and answers errors as the whole one does. */
export function apiApp(): FastifyInstance {
  // `fetch` may open a connection that it never uses; its end would be waited for, for more than a minute.
  const app = Fastify({ forceCloseConnections: true });
  app.setSerializerCompiler(() => JSON.stringify);
  app.setValidatorCompiler(validatorCompiler);
  app.setErrorHandler(answerError);
  return app;
}

/** Access rules without limits, for one trader who sends `authorization`, and for all readers of a public record. */
export function accessWith(authorization: string, record: 'signed-in' | 'public' = 'signed-in'): Access {
  return createAccess({
    identify: async (sent) => {
      if (sent !== authorization) throw new AuthError(403, 'bad_jwt', 'invalid JWT');
      return { id: 'trader', email: 'trader@example.com' };
    },
    now: () => epochMs(0),
    record,
    rateLimit: 'off',
  });
}
