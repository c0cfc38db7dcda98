import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenHere } from '../../support/local-server.ts';

/** A message as a receiver got it. */
export interface ReceivedMessage {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks that answers as the test says, and 204 after that. */
export interface Receiver {
  readonly url: string;
  readonly messages: ReceivedMessage[];
  /** The answers to the next messages; `hang`: none; a promise: once the test says. */
  readonly answers: (
    | number
    | 'hang'
    | Promise<number>
    | { readonly status: number; readonly retryAfter: string }
  )[];
  /** `signal.recorded 0`, for each message. */
  delivered(): string[];
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const messages: ReceivedMessage[] = [];
  const answers: Receiver['answers'] = [];
  const { origin, stop } = await listenHere(async (request, response) => {
    messages.push({ headers: request.headers, body: await text(request) });
    const answer = await (answers.shift() ?? 204);
    if (answer === 'hang') return;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else response.writeHead(answer.status, { 'retry-after': answer.retryAfter }).end();
  });
  return {
    url: `${origin}/hook?key=1`,
    messages,
    answers,
    delivered: () =>
      messages.map(({ body }) => {
        const { type, data } = JSON.parse(body) as { type: string; data: { index: number } };
        return `${type} ${data.index}`;
      }),
    stop,
  };
}
