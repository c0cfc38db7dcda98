import { Agent, request } from 'node:http';
import { connect } from 'node:net';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface LoadResult {
  readonly done: number;
  readonly seconds: number;
  readonly statuses: ReadonlyMap<number, number>;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

const RECEIVE_BYTES = 65_536;

/** Sends one request and collects its answer. */
export function send(origin: string, load: LoadRequest, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${origin}${load.path}`,
      { method: load.method, headers: { ...load.headers }, ...(agent === undefined ? {} : { agent }) },
      (incoming) => {
        let body = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk: string) => {
          body += chunk;
        });
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body }));
        incoming.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(load.body);
  });
}

/** A kept-alive connection, for one request at a time. */
interface Connection {
  send(load: LoadRequest): Promise<Answer>;
  close(): void;
}

/** A connection of `node:http`, an ordinary client. */
export async function ordinaryConnection(origin: string): Promise<Connection> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return { send: (load) => send(origin, load, agent), close: () => agent.destroy() };
}

/**
 * Keeps `connections` requests in flight for `forMs`, each connection sending its next request when its last was
 * answered. `next` makes a connection's next request from the answer to its last one.
 */
export async function runLoad(options: {
  readonly origin: string;
  readonly connections: number;
  readonly forMs: number;
  readonly open?: (origin: string) => Promise<Connection>;
  readonly next: (connection: number, last: Answer | undefined) => LoadRequest;
}): Promise<LoadResult> {
  const { origin, connections, forMs, next, open = leanConnection } = options;
  const statuses = new Map<number, number>();
  let done = 0;
  const startMs = performance.now();
  const endMs = startMs + forMs;
  const run = async (index: number) => {
    const connection = await open(origin);
    let last: Answer | undefined;
    while (performance.now() < endMs) {
      last = await connection.send(next(index, last));
      statuses.set(last.status, (statuses.get(last.status) ?? 0) + 1);
      done += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => run(index)));
  return { done, seconds: (performance.now() - startMs) / 1000, statuses };
}

/** Throws when any answer had another status: a figure measured on refusals would be worthless. */
export function requireOnly(result: LoadResult, status: number, what: string): LoadResult {
  for (const [seen, count] of result.statuses) {
    if (seen !== status) throw new Error(`${what}: ${count} answers had status ${seen} instead of ${status}`);
  }
  return result;
}

/**
 * A connection that speaks only as much HTTP as the load needs, at less than half the cost of `node:http`: for figures
 * by the clock, whose cores it takes its share of.
 */
function leanConnection(origin: string): Promise<Connection> {
  const { hostname, port, host } = new URL(origin);
  const noRequest = { resolve(_answer: Answer) {}, reject(_error: Error) {} };
  let waiting = noRequest;
  let received = Buffer.alloc(0);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(RECEIVE_BYTES),
        callback: (length, chunk) => {
          received = Buffer.concat([received, chunk.subarray(0, length)]);
          const answer = wholeAnswer(received);
          if (answer === undefined) return true;
          received = Buffer.alloc(0);
          if (answer instanceof Error) socket.destroy(answer);
          else waiting.resolve(answer);
          return true;
        },
      },
    });
    socket.on('error', (error) => {
      reject(error);
      waiting.reject(error);
    });
    socket.on('close', () => waiting.reject(new Error('the server closed a connection under load')));
    socket.on('connect', () => {
      resolve({
        send: (load) =>
          new Promise((answered, failed) => {
            waiting = { resolve: answered, reject: failed };
            socket.write(requestText(load, host));
          }),
        close: () => socket.destroy(),
      });
    });
  });
}

function requestText({ method, path, headers = {}, body = '' }: LoadRequest, host: string): string {
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n`;
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
  if (method === 'POST') head += `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${head}\r\n${body}`;
}

/** The answer, once all of it is there. It has to say its length, as all that is measured here does. */
function wholeAnswer(bytes: Buffer): Answer | Error | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) return new Error(`an answer under load did not say its length:\n${head}`);
  const bodyStart = headEnd + 4;
  if (bytes.length < bodyStart + Number(length)) return undefined;
  return { status: Number(head.slice(9, 12)), body: bytes.toString('utf8', bodyStart) };
}
