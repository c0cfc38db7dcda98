import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { ADMIN_ERROR_CODES, ERROR_CODES } from '../../core/wire/error-codes.ts';
import type { ErrorBody } from './http-error.ts';

const errorBody: z.ZodType<ErrorBody> = z
  .object({
    error: z.object({
      code: z.enum([...ERROR_CODES, ...ADMIN_ERROR_CODES]),
      message: z.string().meta({ description: 'For people.' }),
      requestId: z.string().optional().meta({ description: "The same as in the server's log." }),
    }),
  })
  .meta({ id: 'Error' });

/** Statuses that routes answer with an error. */
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
