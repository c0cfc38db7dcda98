import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      messages.push({ headers: request.headers, body });
      const answer = answers.shift() ?? 204;
      if (answer === 'hang') return;
      if (answer instanceof Promise) void answer.then((status) => response.writeHead(status).end());
      else if (typeof answer === 'number') response.writeHead(answer).end();
      else response.writeHead(answer.status, { 'retry-after': answer.retryAfter }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=1`,
    messages,
    answers,
    delivered: () =>
      messages.map(({ body }) => {
        const { type, data } = JSON.parse(body) as { type: string; data: { index: number } };
        return `${type} ${data.index}`;
      }),
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
