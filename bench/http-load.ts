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

/** Sends one request; resolves to the status once the whole answer has come. */
function send(origin: string, { path, body, ...load }: LoadRequest, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${origin}${path}`, { ...load, agent }, (incoming) =>
      incoming
        .resume()
        .on('end', () => resolve(incoming.statusCode ?? 0))
        .on('error', reject),
    )
      .on('error', reject)
      .end(body);
  });
}

/** Keeps `connections` requests in flight for `forMs`, each connection sending its next request when its last was answered. */
export async function runLoad(options: {
  readonly origin: string;
  readonly connections: number;
  readonly forMs: number;
  readonly next: () => LoadRequest;
}): Promise<LoadResult> {
  const { origin, connections, forMs, next } = options;
  const statuses = new Map<number, number>();
  let done = 0;
  const startMs = performance.now();
  const endMs = startMs + forMs;
  const run = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (performance.now() < endMs) {
      const status = await send(origin, next(), agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      done += 1;
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: connections }, run));
  return { done, seconds: (performance.now() - startMs) / 1000, statuses };
}
