import type { FastifyRequest } from 'fastify';
import { authErrorBody, type UserBody, updateUserRequest, userBody } from '../../../core/wire/auth.ts';
import type { AuthContext } from '../../auth/auth-context.ts';
import { validationFailed } from '../../auth/auth-error.ts';
import { changeOwnUser } from '../../auth/update-user.ts';
import { presentUser } from '../../auth/user-presenter.ts';
import { clientOf } from './request-client.ts';
import type { TypedApp } from './session-routes.ts';

/** Routes of one's own account. */
export function userRoutes(app: TypedApp, context: AuthContext): void {
  const { authenticate } = context;

  app.get(
    '/user',
    {
      schema: {
        tags: ['auth'],
        summary: 'The user whose token this is',
        security: [{ bearer: [] }],
        response: { 200: userBody, '4xx': authErrorBody, '5xx': authErrorBody },
      },
    },
    (request) => ownUser(context, request),
  );

  app.put(
    '/user',
    {
      schema: {
        tags: ['auth'],
        summary: "Change the password or the metadata of one's account",
        security: [{ bearer: [] }],
        body: updateUserRequest,
        response: { 200: userBody, '4xx': authErrorBody, '5xx': authErrorBody },
      },
    },
    (request) =>
      authenticate(request.headers.authorization).then((bearer) =>
        changeOwnUser(context, request.body, bearer, clientOf(request)),
      ),
  );
}

async function ownUser({ authenticate }: AuthContext, { headers }: FastifyRequest): Promise<UserBody> {
  const { user, audience } = await authenticate(headers.authorization);
  const asked = headers['x-jwt-aud'];
  if (asked !== undefined && asked !== audience) {
    throw validationFailed("Token audience doesn't match request audience");
  }
  return presentUser(user);
}
