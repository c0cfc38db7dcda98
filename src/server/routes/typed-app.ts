import { STATUS_CODES } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { type ErrorBody, errorBody } from '../../core/wire/error-codes.ts';
import type { Guard } from './access.ts';

export type TypedApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503;

/**
 * The response schemas of the errors that a route answers, beside the 500 that any can. They name their content type: errors of a
 * stream and of a file are JSON too. The type is that of the body.
 */
export function errorAnswers<const Status extends ErrorStatus>(
  ...statuses: Status[]
): Record<Status | 500, z.ZodType<ErrorBody>> {
  const answers = [...statuses, 500].map((status) => [
    status,
    { description: STATUS_CODES[status], content: { 'application/json': { schema: errorBody } } },
  ]);
  return Object.fromEntries(answers) as Record<Status | 500, z.ZodType<ErrorBody>>;
}

/** The options of a route under a tag of the documentation that a bearer token opens, as its guards say. */
export const guarded = <Schema extends object>(tag: string, onRequest: Guard[], schema: Schema) => ({
  onRequest,
  schema: { tags: [tag], security: [{ bearer: [] }], ...schema },
});

/** Whether If-None-Match names `etag`: `*` or a list of tags; a proxy that compressed again marks ours as weak (`W/`). */
export function isFresh(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
