import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthContext } from './auth-context.ts';
import { validationFailed } from './auth-error.ts';
import { errorBodySchema, updateUserRequest, userBody } from './auth-schemas.ts';
import type { Bearer } from './bearer-cache.ts';
import type { TypedApp } from './session-routes.ts';
import { changeOwnUser } from './update-user.ts';

/** Routes of one's own account. */
export function userRoutes(app: TypedApp, context: AuthContext): void {
  const { authenticator } = context;

  app.get(
    '/user',
    {
      schema: {
        tags: ['auth'],
        summary: 'The user whose token this is',
        security: [{ bearer: [] }],
        response: { 200: userBody, '4xx': errorBodySchema, '5xx': errorBodySchema },
      },
    },
    (request, reply) => {
      // Clients ask this often: a token that is remembered is answered without a promise.
      const bearer = authenticator.remembered(request.headers.authorization);
      if (bearer) sendUser(bearer, request, reply);
      else void lookUpAndSend(request, reply);
    },
  );

  async function lookUpAndSend(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      sendUser(await authenticator.authenticate(request.headers.authorization), request, reply);
    } catch (error) {
      reply.send(error);
    }
  }

  app.put(
    '/user',
    {
      schema: {
        tags: ['auth'],
        summary: "Change the password or the metadata of one's account",
        security: [{ bearer: [] }],
        body: updateUserRequest,
        response: { 200: userBody, '4xx': errorBodySchema, '5xx': errorBodySchema },
      },
    },
    (request) =>
      authenticator
        .authenticate(request.headers.authorization)
        .then((bearer) => changeOwnUser(context, request.body, bearer)),
  );
}

/** As bytes that are ready: serialising a user anew would cost more than all the rest. */
function sendUser(bearer: Bearer, request: FastifyRequest, reply: FastifyReply): void {
  const audience = request.headers['x-jwt-aud'];
  if (audience !== undefined && audience !== bearer.audience) {
    throw validationFailed("Token audience doesn't match request audience");
  }
  reply.header('content-type', 'application/json').send(bearer.userJson);
}
