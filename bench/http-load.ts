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
  const { origin, connections, forMs, next } = options;
  const statuses = new Map<number, number>();
  let done = 0;
  const startMs = performance.now();
  const endMs = startMs + forMs;
  const run = async (index: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let last: Answer | undefined;
    while (performance.now() < endMs) {
      last = await send(origin, next(index, last), agent);
      statuses.set(last.status, (statuses.get(last.status) ?? 0) + 1);
      done += 1;
    }
    agent.destroy();
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
