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
  /** From now on the app is another build: each of its files has another name, which begins with this version, as its worker's has. */
  publish(version: string): void;
  close(): Promise<void>;
}

/** A file of the app as another build would name what it speaks of. */
function rebuilt(text: string, version: string): string {
  // The page's policy has the hashes of its styles.
  return text
    .split(/(<style>[\s\S]*?<\/style>)/)
    .map((part) => (part.startsWith('<style>') ? part : renamed(part, version)))
    .join('');
}

function renamed(text: string, version: string): string {
  return text
    .replace(/(assets\/|["'`]\.\/)(?=[\w-]+-[\w-]{8}\.(?:js|css|svg|woff2)\b)/g, `$1${version}.`)
    .replace(/SHELL_NAME="[^"]*"/, `SHELL_NAME="${version}"`);
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
    const isNew = version !== '';
    const answer = ask(
      new URL(isNew ? url.replace(`/assets/${version}.`, '/assets/') : url, target),
      // Whole and plain, so that its version can be changed.
      {
        method,
        headers: isNew ? { ...headers, 'accept-encoding': 'identity', 'if-none-match': '' } : headers,
      },
      async (response) => {
        const isText = /html|javascript|css/.test(response.headers['content-type'] ?? '');
        if (!isNew || !isText) {
          outgoing.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(outgoing);
          return;
        }
        const { 'content-length': _length, ...rest } = response.headers;
        const text = Buffer.concat(await response.toArray()).toString();
        outgoing.writeHead(response.statusCode ?? 502, rest).end(rebuilt(text, version));
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
