import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Measured } from './app-process.ts';

export interface Peer extends Measured {
  stop(): void;
}

/** Starts a bare `node:http` event stream that ours is compared with: one message of so many bytes a second. */
export async function startPeer(messageBytes: number): Promise<Peer> {
  const script = fileURLToPath(new URL('./peers/event-stream.mjs', import.meta.url));
  const child = fork(script, [String(messageBytes)]);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const ask = async () => {
    const answer = once(child, 'message') as Promise<[{ cpu: NodeJS.CpuUsage; rss: number }]>;
    child.send('usage');
    return (await answer)[0];
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    async cpuSeconds() {
      const { cpu } = await ask();
      return (cpu.user + cpu.system) / 1e6;
    },
    residentBytes: async () => (await ask()).rss,
    stop() {
      child.disconnect();
    },
  };
}
