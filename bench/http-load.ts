import { Agent, request } from 'node:http';

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

/**
 * Keeps `connections` requests in flight for `forMs`, each connection sending its next request when its last was
 * answered. `next` makes a connection's next request from the answer to its last one.
 */
export async function runLoad(options: {
  readonly origin: string;
  readonly connections: number;
  readonly forMs: number;
  readonly next: (connection: number, last: Answer | undefined) => LoadRequest;
}): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  const statuses = new Map<number, number>();
  let done = 0;
  const startMs = performance.now();
  const endMs = startMs + options.forMs;
  const connection = async (index: number) => {
    let last: Answer | undefined;
    while (performance.now() < endMs) {
      last = await send(options.origin, options.next(index, last), agent);
      statuses.set(last.status, (statuses.get(last.status) ?? 0) + 1);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: options.connections }, (_, index) => connection(index)));
  const seconds = (performance.now() - startMs) / 1000;
  agent.destroy();
  return { done, seconds, statuses };
}

/** Throws when any answer had another status: a figure measured on refusals would be worthless. */
export function requireOnly(result: LoadResult, status: number, what: string): LoadResult {
  for (const [seen, count] of result.statuses) {
    if (seen !== status) throw new Error(`${what}: ${count} answers had status ${seen} instead of ${status}`);
  }
  return result;
}
