import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { EpochMs } from '../../../core/time/instant.ts';
import { takenSignal, takenSignals } from '../../../core/wire/record.ts';
import {
  forget,
  listTaken,
  settledTaken,
  take,
  type TakenBy,
  type TakenOutcome,
} from '../../record/taken-signals.ts';
import { type Access, userIdOf } from '../access.ts';
import { notFound } from '../http-error.ts';
import { errorAnswers, guarded, type TypedApp } from '../typed-app.ts';
import { EXPORT_FORMATS, exportColumns, exportFields } from './export-line.ts';
import { EXPORT_LIMIT_MS, EXPORT_TOKENS } from './serve-record.ts';

export interface ServeTakenDeps {
  readonly db: Pool;
  readonly access: Pick<Access, 'signedIn' | 'takes'>;
  readonly ledger: () => string;
  /** The desk's clock. */
  readonly deskNow: () => EpochMs;
  readonly now: () => EpochMs;
}

const ERRORS = errorAnswers(400, 401, 404, 429, 503);
const PATH = '/api/taken';

/** Serves `/api/taken`: a trader's own record, as the signals ended. */
export function serveTaken(app: TypedApp, deps: ServeTakenDeps): void {
  const by = (request: FastifyRequest): TakenBy => ({
    userId: userIdOf(request),
    ledger: deps.ledger(),
  });
  serveList(app, deps, by);
  serveFiles(app, deps, by);
}

type By = (request: FastifyRequest) => TakenBy;

function serveList(
  app: TypedApp,
  { db, access: { signedIn, takes }, deskNow, now }: ServeTakenDeps,
  by: By,
): void {
  app.get(
    PATH,
    guarded('record', [signedIn, takes(1)], {
      summary: 'The signals that a trader took',
      response: { 200: takenSignals, ...ERRORS },
    }),
    (request) => listTaken(db, by(request)),
  );

  app.put(
    `${PATH}/:id`,
    guarded('record', [signedIn, takes(2)], {
      summary: 'Says that a trader takes an open signal now; what was said first stands',
      params: takenSignal,
      response: { 200: takenSignals, ...ERRORS },
    }),
    async (request) => {
      // Read before anything else is awaited: the delay is the trader's.
      const at = { at: deskNow(), wallMs: now() };
      if (!(await take(db, by(request), request.params.id, at)))
        throw notFound('No open signal has this id.');
      return listTaken(db, by(request));
    },
  );

  app.delete(
    `${PATH}/:id`,
    guarded('record', [signedIn, takes(2)], {
      summary: 'Forgets that a trader took a signal',
      params: takenSignal,
      response: { 200: takenSignals, ...ERRORS },
    }),
    async (request) => {
      if (!(await forget(db, by(request), request.params.id)))
        throw notFound('You have not taken this signal.');
      return listTaken(db, by(request));
    },
  );
}

function serveFiles(app: TypedApp, { db, access: { signedIn, takes } }: ServeTakenDeps, by: By): void {
  for (const [format, { type, pieces }] of Object.entries(EXPORT_FORMATS))
    app.get(
      `${PATH}.${format}`,
      {
        ...guarded('record', [signedIn, takes(EXPORT_TOKENS)], {
          summary: `The settled signals that a trader took, oldest first, as a ${format.toUpperCase()} file`,
          produces: [type],
          response: { 200: z.string(), ...ERRORS },
        }),
        exposeHeadRoute: false,
        handlerTimeout: EXPORT_LIMIT_MS,
      },
      async (request, reply) => {
        const taken = by(request);
        const file = {
          columns: [...exportColumns(undefined), 'entered_after_ms', 'outcome_5s_late'],
          batches: linesOf(taken.ledger, settledTaken(db, taken)),
        };
        reply
          .type(type)
          .header('content-disposition', `attachment; filename="pipcast-taken-${taken.ledger}.${format}"`);
        return reply.send(Readable.from(pieces(file), { objectMode: false }) as unknown as string);
      },
    );
}

async function* linesOf(ledger: string, batches: AsyncIterable<TakenOutcome[]>) {
  for await (const taken of batches)
    yield taken.map(({ row, delayMs, lateOutcome }) => [
      ...exportFields(ledger, row, undefined),
      delayMs,
      lateOutcome,
    ]);
}
