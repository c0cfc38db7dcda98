import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { on, once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { launchOptions } from '../scripts/ensure-browser.mjs';
import { TRACED, type TraceEvent, tasksMs, WATCHED } from './long-tasks.ts';

/** Applied, not simulated: Lighthouse's simulation took the script's time for less than it is. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_SLOWDOWN = 4;
const SIZE = { width: 390, height: 844 };
const OBSERVED_MS = 8_000;
const START_TIMEOUT_MS = 20_000;

/** Sends a command of the browser's debugging protocol, and returns its result. */
type Ask = (method: string, params?: object) => Promise<unknown>;

/** Begins to watch a page before it is opened; what it returns ends that and says what was seen. */
type Watch<T> = (ask: Ask, page: WebSocket) => Promise<() => Promise<T>>;

/**
 * Opens a page for the first time on a slow line, and returns what was seen of it in 8 s. Playwright is not used here: it listens to every
 * script, and for that V8 parses React DOM several times, which no reader pays for.
 * @throws when the browser does not start within 20 s
 */
export async function visitOnSlowPhone<T>(
  browserPath: string,
  url: string,
  { before, watch }: { readonly before: string; readonly watch: Watch<T> },
): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'pipcast-phone-'));
  const { args, chromiumSandbox } = launchOptions(browserPath);
  const sandbox = chromiumSandbox ? [] : ['--no-sandbox'];
  const where = [`--user-data-dir=${profile}`, '--remote-debugging-port=0', '--headless'];
  const browser = spawn(browserPath, [...args, ...sandbox, ...where], { stdio: 'ignore' });
  try {
    const page = await openTab(await debuggingPort(profile));
    const ask = asker(page);
    await ask('Emulation.setDeviceMetricsOverride', { ...SIZE, deviceScaleFactor: 1, mobile: false });
    await ask('Network.enable');
    await ask('Network.emulateNetworkConditions', NETWORK);
    await ask('Page.enable');
    await ask('Page.addScriptToEvaluateOnNewDocument', { source: before });
    const seen = await watch(ask, page);
    await ask('Page.navigate', { url });
    await setTimeout(OBSERVED_MS);
    const answer = await seen();
    // A signal would end a script that starts the browser, and not the browser.
    await ask('Browser.close');
    return answer;
  } catch (error) {
    browser.kill();
    throw error;
  } finally {
    if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit');
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What an expression comes to in a page of a slowed processor. */
export function valueOf<T>(expression: string): Watch<T> {
  return async (ask) => {
    await ask('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    return async () => {
      const answer = await ask('Runtime.evaluate', { expression, returnByValue: true });
      return (answer as { result: { value: T } }).result.value;
    };
  };
}

/**
 * The tasks of the page's main thread in ms of a slowed processor: their processor time at full speed, times the slowdown. The browser's own
 * slowdown is in a thread's processor time too, but less of it the busier the machine is (docs/decisions/0430).
 */
export const tasksOfPage: Watch<readonly number[]> = async (ask, page) => {
  await ask('Page.addScriptToEvaluateOnNewDocument', { source: `performance.mark('${WATCHED}')` });
  await ask('Tracing.start', { traceConfig: { includedCategories: TRACED } });
  return async () => {
    const events: TraceEvent[] = [];
    const messages = on(page, 'message');
    await ask('Tracing.end');
    for await (const [data] of messages) {
      const { method, params } = JSON.parse(String(data)) as TraceMessage;
      if (method === 'Tracing.dataCollected') events.push(...(params.value ?? []));
      if (method === 'Tracing.tracingComplete') break;
    }
    return tasksMs(events).map((taskMs) => taskMs * CPU_SLOWDOWN);
  };
};

interface TraceMessage {
  readonly method?: string;
  readonly params: { readonly value?: readonly TraceEvent[] };
}

/** The port that a browser has written into its profile. */
async function debuggingPort(profile: string): Promise<string> {
  for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS; waitedMs += 100) {
    const written = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [port = '', path] = written.split('\n');
    if (path !== undefined) return port;
    await setTimeout(100);
  }
  throw new Error(`The browser did not start within ${START_TIMEOUT_MS / 1_000} s`);
}

async function openTab(port: string): Promise<WebSocket> {
  const made = await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: 'PUT' });
  const { webSocketDebuggerUrl } = (await made.json()) as { webSocketDebuggerUrl: string };
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  return socket;
}

/** Sends commands of the browser's debugging protocol, one after the other, and returns each answer's result. */
function asker(socket: WebSocket): Ask {
  let id = 0;
  return async (method, params = {}) => {
    id += 1;
    socket.send(JSON.stringify({ id, method, params }));
    for await (const [data] of on(socket, 'message')) {
      const answer = JSON.parse(String(data)) as { id?: number; result?: unknown; error?: object };
      if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
      if (answer.id === id) return answer.result;
    }
    return undefined;
  };
}
