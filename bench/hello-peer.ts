import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface HelloPeer {
  readonly origin: string;
  cpuSeconds(): Promise<number>;
  stop(): void;
}

/** Starts the bare `node:http` server that request costs are compared with. */
export async function startHelloPeer(): Promise<HelloPeer> {
  const child = fork(fileURLToPath(new URL('./peers/hello.mjs', import.meta.url)));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    origin: `http://127.0.0.1:${port}`,
    async cpuSeconds() {
      const answer = once(child, 'message') as Promise<[{ cpu: NodeJS.CpuUsage }]>;
      child.send('cpu');
      const [{ cpu }] = await answer;
      return (cpu.user + cpu.system) / 1e6;
    },
    stop() {
      child.disconnect();
    },
  };
}
