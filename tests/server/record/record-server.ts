import { memoryLog } from '../../support/memory-log.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import type { WitnessPolicy } from '../../../src/core/log/witness-policy.ts';
import { answerError } from '../../../src/server/http/error-answers.ts';
import { createRecord, type SignalRecord } from '../../../src/server/record/record.ts';
import { serveRecord } from '../../../src/server/record/serve-record.ts';

export const SIGNED_IN = { authorization: 'Bearer good' };

/** An application with the record's routes alone; only `SIGNED_IN` may read. */
export function recordServer(
  db: Pool,
  policy?: WitnessPolicy,
): { app: FastifyInstance; record: SignalRecord } {
  const record = createRecord({ db, log: memoryLog().log });
  const app = Fastify();
  app.setSerializerCompiler(() => JSON.stringify);
  app.setValidatorCompiler(validatorCompiler);
  app.setErrorHandler(answerError);
  serveRecord(app, {
    db,
    record,
    policy,
    mayRead: ({ headers }) => headers.authorization === SIGNED_IN.authorization,
  });
  return { app, record };
}
