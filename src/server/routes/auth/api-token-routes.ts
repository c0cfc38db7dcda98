import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { EpochMs } from '../../../core/time/instant.ts';
import { apiTokens, madeToken, tokenName } from '../../../core/wire/auth.ts';
import { addApiToken, endApiToken, listApiTokens, MOST_TOKENS } from '../../auth/api-tokens.ts';
import type { SecurityEvents, TraderEvent } from '../../auth/security-events.ts';
import { type Access, userIdOf } from '../access.ts';
import { badRequest, notFound } from '../http-error.ts';
import { type TypedApp, errorAnswers, guarded } from '../typed-app.ts';
import { clientOf } from './auth-routes.ts';
import type { SessionUser } from '../identify.ts';

export interface ApiTokenDeps {
  readonly db: Pool;
  readonly access: Pick<Access, 'signedIn' | 'takes'>;
  readonly events: Pick<SecurityEvents, 'record'>;
  readonly now: () => EpochMs;
}

const ERRORS = errorAnswers(400, 401, 429, 503);

/** Serves `/api/tokens`: what a trader's own programs read signals with. docs/api.md says how. */
export function serveApiTokens(
  app: TypedApp,
  { db, access: { signedIn, takes }, events, now }: ApiTokenDeps,
): void {
  const record = (request: FastifyRequest, what: TraderEvent) =>
    events.record({
      at: now(),
      what,
      result: 'ok',
      account: userIdOf(request),
      ip: clientOf(request).ip,
    });

  app.get(
    '/api/tokens',
    guarded('account', [signedIn, takes(1)], {
      summary: 'The tokens of a trader',
      response: { 200: apiTokens, ...ERRORS },
    }),
    async (request) => ({ tokens: await listApiTokens(db, userIdOf(request)) }),
  );

  app.post(
    '/api/tokens',
    guarded('account', [signedIn, takes(10)], {
      summary: 'Makes a token that reads market signals and the record, and nothing else',
      body: tokenName,
      response: { 200: madeToken, ...ERRORS },
    }),
    async (request) => {
      const userId = userIdOf(request);
      const owner = { userId, sessionId: request.user?.sessionId };
      const token = await addApiToken(db, owner, request.body.name, now());
      if (token === undefined) throw badRequest(`You have ${MOST_TOKENS} tokens. End one of them first.`);
      await record(request, 'token_add');
      return { token, tokens: await listApiTokens(db, userId) };
    },
  );

  app.delete(
    '/api/tokens/:id',
    guarded('account', [signedIn, takes(2)], {
      summary: 'Ends a token; its streams end within seconds',
      params: z.object({ id: z.uuid() }),
      response: { 200: apiTokens, ...errorAnswers(400, 401, 404, 429, 503) },
    }),
    async (request) => {
      const userId = userIdOf(request);
      if (!(await endApiToken(db, userId, request.params.id))) throw notFound('You have no such token.');
      await record(request, 'token_end');
      return { tokens: await listApiTokens(db, userId) };
    },
  );
}

const sessionUserSchema: z.ZodType<SessionUser> = z.object({
  id: z.string().describe('The same in every answer of the auth service.'),
  email: z.string().describe('Empty when the account has none.'),
});

/** `GET /api/me`: whether this server accepts a token, and as whom; the same with either auth service. */
export function serveSessionUser(app: TypedApp, { signedIn, takes }: Access): void {
  app.get(
    '/api/me',
    guarded('account', [signedIn, takes(1)], {
      summary: 'Who the access token belongs to',
      response: { 200: sessionUserSchema, ...errorAnswers(401, 429, 503) },
    }),
    async ({ user }) => {
      const { id, email } = user as SessionUser;
      return { id, email };
    },
  );
}
