import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface EventStreamPeer {
  readonly port: number;
  cpuSeconds(): Promise<number>;
  residentBytes(): Promise<number>;
  stop(): void;
}

/** Starts the bare `node:http` event stream, which sends one message of this many bytes a second. */
export async function startEventStreamPeer(messageBytes: number): Promise<EventStreamPeer> {
  const child = fork(fileURLToPath(new URL('./peers/event-stream.mjs', import.meta.url)), [
    String(messageBytes),
  ]);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const ask = async () => {
    const answer = once(child, 'message') as Promise<[{ cpu: NodeJS.CpuUsage; rss: number }]>;
    child.send('usage');
    return (await answer)[0];
  };
  return {
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
