import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { WitnessPolicy } from '../../../src/core/log/witness-policy.ts';
import { SignalRecord } from '../../../src/server/record/record.ts';
import { type PricesOfPath, serveRecord } from '../../../src/server/routes/record/serve-record.ts';
import { accessWith, apiApp } from '../../support/api-app.ts';
import { memoryLog } from '../../support/memory-log.ts';

export const SIGNED_IN = { authorization: 'Bearer good' };

/** An application with the record's routes alone; only `SIGNED_IN` may read. */
export function recordServer(
  db: Pool,
  policy?: WitnessPolicy,
  prices?: PricesOfPath,
): { app: FastifyInstance; record: SignalRecord } {
  const record = new SignalRecord({ db, log: memoryLog().log });
  const app = apiApp();
  serveRecord(app, { db, record, policy, prices, access: accessWith(SIGNED_IN.authorization) });
  return { app, record };
}
