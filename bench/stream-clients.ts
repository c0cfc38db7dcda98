import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** An event as the clients had it. */
export interface Arrived {
  readonly text: string;
  /** When each client had it, in ms since 1970. */
  readonly atMs: readonly number[];
}

export interface ClientsReport {
  readonly open: number;
  /** Streams that the server ended. */
  readonly cut: number;
  readonly arrived: readonly Arrived[];
}

export interface StreamClients {
  /** Opens so many streams, with each of the tokens in turn. */
  open(options: { port: number; path: string; tokens: readonly string[]; count: number }): Promise<void>;
  /** What came since the last report. */
  report(): Promise<ClientsReport>;
  close(): Promise<void>;
  stop(): void;
}

const PROCESSES = 2;
/** Clients from one address: others are taken from there on, so that the ports of none run out. */
const PER_ADDRESS = 5_000;
const SPARE_FILES = 500;

/** Starts the processes that play clients. Throws when this shell's limit of open files is too low for so many. */
export async function startStreamClients(most: number): Promise<StreamClients> {
  const files = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  if (files !== 'unlimited' && Number(files) < most + SPARE_FILES) {
    throw new Error(
      `${most} streams need as many open files, and this shell allows ${files}. Run "ulimit -n 20000" first.`,
    );
  }
  const script = fileURLToPath(new URL('./peers/stream-clients.mjs', import.meta.url));
  const children = await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      const child = fork(script, { serialization: 'advanced' });
      await once(child, 'message');
      return child;
    }),
  );
  const askAll = <T>(command: (child: number) => object) =>
    Promise.all(children.map((child, index) => ask<T>(child, command(index))));
  return {
    async open({ count, ...where }) {
      for (let first = 0, address = 1; first < count; first += PER_ADDRESS, address += 1) {
        const share = Math.ceil(Math.min(PER_ADDRESS, count - first) / PROCESSES);
        await askAll((child) => ({
          command: 'open',
          ...where,
          first: first + child * share,
          count: Math.min(share, count - first - child * share),
          localAddress: `127.0.0.${address}`,
        }));
      }
    },
    async report() {
      const parts = await askAll<{ open: number; cut: number; arrivals: [string, number[]][] }>(() => ({
        command: 'report',
      }));
      const byText = new Map<string, number[]>();
      for (const [text, atMs] of parts.flatMap(({ arrivals }) => arrivals)) {
        byText.set(text, [...(byText.get(text) ?? []), ...atMs]);
      }
      return {
        open: parts.reduce((sum, { open }) => sum + open, 0),
        cut: parts.reduce((sum, { cut }) => sum + cut, 0),
        arrived: [...byText].map(([text, atMs]) => ({ text, atMs })),
      };
    },
    async close() {
      await askAll(() => ({ command: 'close' }));
    },
    stop() {
      for (const child of children) child.disconnect();
    },
  };
}

async function ask<T>(child: ChildProcess, command: object): Promise<T> {
  const answer = once(child, 'message') as Promise<[{ value: T; error?: string }]>;
  child.send(command);
  const [{ value, error }] = await answer;
  if (error !== undefined) throw new Error(error);
  return value;
}
