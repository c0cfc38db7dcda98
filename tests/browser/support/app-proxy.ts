import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An address of its own for the app under test: it can be cut off from its browsers, and hand out another version. */
export interface AppProxy {
  readonly url: string;
  /** What was asked for since the start: `GET /auth`. */
  readonly asked: string[];
  /** From now on no request gets an answer. */
  cut(): void;
  mend(): void;
  /** From now on the service worker is that of another version of the app. */
  publish(version: string): void;
  close(): Promise<void>;
}

/** Starts a proxy before the app at `target`. */
export async function startAppProxy(target: string): Promise<AppProxy> {
  let isCut = false;
  let version = '';
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    if (isCut) {
      incoming.socket.destroy();
      return;
    }
    const { method, url = '/', headers } = incoming;
    asked.push(`${method} ${url}`);
    // Plain, so that its version can be changed.
    const isWorker = url === '/service-worker.js';
    const answer = ask(
      new URL(url, target),
      {
        method,
        headers: isWorker ? { ...headers, 'accept-encoding': 'identity', 'if-none-match': '' } : headers,
      },
      (response) => {
        const { 'content-length': _length, ...rest } = response.headers;
        outgoing.writeHead(response.statusCode ?? 502, isWorker ? rest : response.headers);
        if (!isWorker) {
          response.pipe(outgoing);
          return;
        }
        let script = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          script += part;
        });
        response.on('end', () =>
          outgoing.end(
            version === '' ? script : script.replace(/SHELL_NAME="[^"]*"/, `SHELL_NAME="${version}"`),
          ),
        );
      },
    );
    answer.on('error', () => outgoing.destroy());
    outgoing.on('close', () => answer.destroy());
    incoming.pipe(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    cut() {
      isCut = true;
      server.closeAllConnections();
    },
    mend() {
      isCut = false;
    },
    publish(next) {
      version = next;
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}
