import type { ClusterNode } from '../tests/system/support/cluster.ts';
import { bounded, type Figure, quantile } from './figure.ts';

const SESSIONS = 20;
const MARK = { atMost: 200 };

/**
 * How long the other nodes go on with a session after its sign-out was sent to the first: until a request of it is refused, and until its
 * stream has ended. `signUp` makes a session at a node and gives its token.
 */
export async function sessionEnds(
  [first, ...others]: readonly ClusterNode[],
  signUp: (node: ClusterNode, name: string) => Promise<string>,
): Promise<Figure[]> {
  if (first === undefined) throw new Error('there are several nodes');
  const refusedMs: number[] = [];
  const streamMs: number[] = [];
  for (let turn = 0; turn < SESSIONS; turn += 1) {
    const headers = { authorization: `Bearer ${await signUp(first, `leaver-${turn}`)}` };
    const streams = await Promise.all(others.map((node) => node.fetch('/api/market/stream', { headers })));
    if (!streams.every(({ ok }) => ok)) throw new Error('a stream of the measurement was refused');
    const startMs = performance.now();
    const since = () => performance.now() - startMs;
    const signedOut = first.fetch('/auth/v1/logout?scope=local', { method: 'POST', headers });
    await Promise.all([
      ...others.map(async (node) => {
        while ((await node.fetch('/auth/v1/user', { headers })).ok);
        refusedMs.push(since());
      }),
      ...streams.map(async (stream) => {
        await stream.text().catch(() => undefined);
        streamMs.push(since());
      }),
    ]);
    const { status } = await signedOut;
    if (status !== 204) throw new Error(`a sign-out of the measurement was answered ${status}`);
  }
  const rows = (what: string, timesMs: readonly number[]) => [
    bounded(`${what}, longest of ${timesMs.length}`, Math.max(...timesMs), 'ms', MARK),
    bounded('the same, p50', quantile(timesMs, 0.5), 'ms'),
  ];
  return [
    ...rows('from a sign-out until another node refuses a request of the session', refusedMs),
    ...rows('from a sign-out until the stream of the session at another node has ended', streamMs),
  ];
}
