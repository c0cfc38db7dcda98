import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline/promises';
import { urlHost } from '../server/platform/client-network.ts';
import { failed } from './exit-codes.ts';
import type { CliProcess } from './output.ts';

/** The first lines of stdin; fewer when it has no more. */
export async function readLines(
  { stdin }: CliProcess,
  count: number,
  signal: AbortSignal,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: stdin, signal })) {
    lines.push(line);
    if (lines.length === count) break;
  }
  return lines;
}

/** Whether a person can answer at a terminal. */
export function isInteractive(io: CliProcess): boolean {
  return io.stdin.isTTY === true && io.stderr.isTTY === true;
}

/**
 * Runs `work` with a signal that aborts at Ctrl-C or SIGTERM, so that it can leave everything in order. The second
 * Ctrl-C ends the process at once.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** Listens until it is stopped; `onListening` gets the address, a URL without a path. */
export async function serveUntilStopped(
  what: string,
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  signal: AbortSignal,
  onListening: (url: string) => Promise<unknown>,
): Promise<'ok'> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw failed(`The ${what} cannot listen: ${(error as Error).message}.`);
  });
  const { port: taken, address } = server.address() as AddressInfo;
  await onListening(`http://${urlHost(address)}:${taken}`);
  if (!signal.aborted) await once(signal, 'abort');
  server.close();
  server.closeAllConnections();
  return 'ok';
}
