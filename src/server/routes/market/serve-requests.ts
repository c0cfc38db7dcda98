import { SECOND_MS } from '../../../core/time/instant.ts';
import {
  requestKey,
  requestTakenBack,
  type SignalRequestAnswer,
  signalRequest,
  signalRequestAnswer,
} from '../../../core/wire/market.ts';
import type { RequestResult } from '../../desk/bot-requests.ts';
import { type Access, userIdOf } from '../access.ts';
import { HttpError, notFound } from '../http-error.ts';
import { errorAnswers, guarded, type TypedApp } from '../typed-app.ts';
import type { ServedMarket } from './served-market.ts';

/** Serves P-BOT requests and their withdrawal. */
export function serveRequests(
  app: TypedApp,
  { signedIn, takes }: Pick<Access, 'signedIn' | 'takes'>,
  served: ServedMarket,
): void {
  app.post(
    '/api/market/signals',
    guarded('market', [signedIn, takes(1)], {
      summary: 'Ask for a P-BOT signal',
      body: signalRequest,
      response: {
        200: signalRequestAnswer,
        202: signalRequestAnswer,
        ...errorAnswers(400, 401, 413, 415, 422, 429, 503),
      },
    }),
    async (request, reply): Promise<SignalRequestAnswer> => {
      const { requests } = served.requireOpen();
      const result = await requests.ask({ userId: userIdOf(request), ...request.body });
      if (result.kind === 'refused') throw refusal(result, request.body.pair);
      const { kind: _, ...answer } = result;
      reply.code(answer.decision === null ? 202 : 200);
      return answer;
    },
  );

  app.delete(
    '/api/market/signals/:key',
    guarded('market', [signedIn, takes(1)], {
      summary: 'Take back a P-BOT request: nothing is decided for it, unless others asked for the same',
      params: requestKey,
      response: {
        200: requestTakenBack,
        ...errorAnswers(400, 401, 404, 429, 503),
      },
    }),
    async (request) => {
      const { requests } = served.requireOpen();
      const userId = userIdOf(request);
      if (!(await requests.takeBack({ userId, key: request.params.key })))
        throw notFound('No request with this key waits for its decision.');
      return { limit: await requests.limitOf(userId) };
    },
  );
}

function refusal(result: Extract<RequestResult, { kind: 'refused' }>, pair: string): HttpError {
  switch (result.code) {
    case 'no-public-price':
      return new HttpError(422, 'no_public_price', `${pair} has no public price: not scored.`);
    case 'unknown-pair':
      return new HttpError(422, 'unknown_pair', 'There is no such pair. Choose one from the menu.');
    case 'too-many': {
      const { retryAfterMs, limit } = result;
      const seconds = Math.max(1, Math.ceil(retryAfterMs / SECOND_MS));
      return new HttpError(
        429,
        'too_many_requests',
        `You can ask for ${limit.most} signals in ${limit.perMs / SECOND_MS} s. Try again in ${seconds} s.`,
        { retryAfterSeconds: seconds },
      );
    }
    case 'unavailable':
      return new HttpError(503, 'no_market', `There are no market signals: ${result.reason}.`);
  }
}
