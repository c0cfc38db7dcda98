import { z } from 'zod';
import {
  authErrorBody,
  logoutQuery,
  recoverRequest,
  signUpRequest,
  tokenBody,
  tokenQuery,
  tokenRequest,
} from '../../../core/wire/auth.ts';
import type { AuthContext } from '../../auth/auth-context.ts';
import { AuthError } from '../../auth/auth-error.ts';
import { refresh } from '../../auth/refresh.ts';
import { requestRecovery, signIn, signOut, signUp } from '../../auth/sign-in.ts';
import type { TypedApp } from '../typed-app.ts';
import { clientOf } from './request-client.ts';

/** Routes that open, renew and end sessions. */
export function sessionRoutes(app: TypedApp, context: AuthContext): void {
  app.post(
    '/token',
    {
      schema: {
        tags: ['auth'],
        summary: 'Sign in with a password, or refresh a session',
        querystring: tokenQuery,
        body: tokenRequest,
        response: { 200: tokenBody, '4xx': authErrorBody, '5xx': authErrorBody },
      },
    },
    (request) => {
      const client = clientOf(request);
      switch (request.query.grant_type) {
        case 'password':
          return signIn(context, request.body, client);
        case 'refresh_token':
          return refresh(context, request.body.refresh_token ?? '', client);
        default:
          throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
      }
    },
  );

  app.post(
    '/signup',
    {
      schema: {
        tags: ['auth'],
        summary: 'Make an account and sign it in, where the operator opened sign-up',
        body: signUpRequest,
        response: { 200: tokenBody, '4xx': authErrorBody, '5xx': authErrorBody },
      },
    },
    (request) => signUp(context, request.body, clientOf(request)),
  );

  app.post(
    '/logout',
    {
      schema: {
        tags: ['auth'],
        summary: 'End sessions',
        security: [{ bearer: [] }],
        querystring: logoutQuery,
        response: { 204: z.undefined(), '4xx': authErrorBody, '5xx': authErrorBody },
      },
    },
    async (request, reply) => {
      const bearer = await context.authenticate(request.headers.authorization);
      await signOut(context, request.query.scope, bearer, clientOf(request));
      return reply.code(204).send(undefined);
    },
  );

  app.post(
    '/recover',
    {
      schema: {
        tags: ['auth'],
        summary: 'Ask the operator for a new key',
        body: recoverRequest,
        response: { 200: z.object({}), '4xx': authErrorBody, '5xx': authErrorBody },
      },
    },
    (request) => requestRecovery(context, request.body.email, clientOf(request)),
  );
}
