import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SECOND_MS } from '../src/core/time/instant.ts';
import type { ClusterNode } from '../tests/system/support/cluster.ts';
import { bounded, compared, type Figure, median } from './figure.ts';

/** As many as one trader may have. */
export const STREAMS_PER_TRADER = 20;
const FAN_OUT_MS = 15 * SECOND_MS;
const SETTLE_MS = 5 * SECOND_MS;
/** How often the desk's CPU is measured, with the others' clients and without: a garbage collection is half as much again in one window. */
const DESK_TURNS = 5;
/** Of the messages of the unrelated server. */
const MESSAGE_BYTES = 361;

/** What a message to a client costs all servers together, and a client the memory of one, with the clients on one and spread over all. */
export async function fanOut(
  nodes: readonly ClusterNode[],
  desk: ClusterNode,
  tokens: readonly string[],
): Promise<Figure[]> {
  const each = Math.floor((tokens.length * STREAMS_PER_TRADER) / nodes.length);
  const streams = each * nodes.length;
  const clients = peerProcess('stream-clients.mjs');
  const stranger = peerProcess('event-stream.mjs', MESSAGE_BYTES);
  const sum = async (of: readonly ClusterNode[], metric: string) => {
    const values = await Promise.all(of.map((node) => node.metric(metric)));
    return values.reduce<number>((total, value = 0) => total + value, 0);
  };
  const cpuOf = (of: readonly ClusterNode[]) => sum(of, 'process_cpu_seconds_total');
  const portsOf = (on: readonly ClusterNode[]) =>
    Promise.all(on.map(async ({ server }) => Number(new URL(await server.origin).port)));
  const measure = async (ports: readonly number[], count: number) => {
    for (const port of ports) await ask(clients, { open: { port, tokens, count: count / ports.length } });
    await pause(SETTLE_MS);
    await ask(clients, { messages: count });
    const [cpu, deskCpu] = [await cpuOf(nodes), await cpuOf([desk])];
    await pause(FAN_OUT_MS);
    const [cpuAfter, deskCpuAfter] = [await cpuOf(nodes), await cpuOf([desk])];
    const messages = (await ask(clients, { messages: count })) as number;
    const deskBytes = await sum([desk], 'process_resident_memory_bytes');
    await ask(clients, { close: true });
    return { cpu: cpuAfter - cpu, deskCpu: deskCpuAfter - deskCpu, deskBytes, messages };
  };
  try {
    const [strange] = (await once(stranger, 'message')) as [number];
    const others = await portsOf(nodes.filter((node) => node !== desk));
    const idle = await measure([], 0);
    // In turns, and before the desk's node has clients of its own: what they leave in its memory costs it afterwards.
    const [elsewhere, unrelated]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < DESK_TURNS; turn += 1) {
      elsewhere.push((await measure(others, each * others.length)).deskCpu);
      unrelated.push((await measure([strange], each * others.length)).deskCpu);
    }
    const bytes = await sum([desk], 'process_resident_memory_bytes');
    const one = await measure(await portsOf([desk]), streams);
    const spread = await measure(await portsOf(nodes), streams);
    const perMessage = ({ cpu, messages }: typeof one) => ((cpu - idle.cpu) / messages) * 1e6;
    return [
      compared(
        `CPU of all servers for a message, ${nodes.length} nodes with ${each} streams each`,
        perMessage(spread),
        'us',
        { name: `one node with ${streams}`, value: perMessage(one) },
        { atMost: 1.25 },
      ),
      bounded(
        `memory of one node for a stream of ${streams}`,
        (one.deskBytes - bytes) / streams / 1024,
        'KiB',
      ),
      compared(
        'CPU of the server with the desk, while others have all the clients',
        median(elsewhere) / (FAN_OUT_MS / SECOND_MS),
        's/s',
        {
          name: 'while an unrelated server on this computer has them',
          value: median(unrelated) / (FAN_OUT_MS / SECOND_MS),
        },
        { atMost: 1.1 },
      ),
    ];
  } finally {
    clients.disconnect();
    stranger.disconnect();
  }
}

function peerProcess(script: string, ...args: readonly number[]): ChildProcess {
  return fork(fileURLToPath(new URL(`./peers/${script}`, import.meta.url)), args.map(String));
}

async function ask(clients: ChildProcess, command: object): Promise<unknown> {
  const answer = once(clients, 'message') as Promise<[{ value?: unknown; error?: string }]>;
  clients.send(command);
  const [{ value, error }] = await answer;
  if (error !== undefined) throw new Error(error);
  return value;
}
