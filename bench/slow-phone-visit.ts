import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { on, once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { launchOptions } from '../scripts/ensure-browser.mjs';

/** Applied, not simulated: Lighthouse's simulation took the script's time for less than it is. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_SLOWDOWN = 4;
const SIZE = { width: 390, height: 844 };
const OBSERVED_MS = 8_000;
const START_TIMEOUT_MS = 20_000;

/**
 * Opens a page for the first time on a slow phone and line, and returns what an expression comes to in it 8 s later. Playwright is not
 * used here: it listens to every script, and for that V8 parses React DOM several times, which no reader pays for.
 * @throws when the browser does not start within 20 s
 */
export async function visitOnSlowPhone<T>(
  browserPath: string,
  url: string,
  { before, result }: { readonly before: string; readonly result: string },
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
    await ask('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await ask('Network.enable');
    await ask('Network.emulateNetworkConditions', NETWORK);
    await ask('Page.enable');
    await ask('Page.addScriptToEvaluateOnNewDocument', { source: before });
    await ask('Page.navigate', { url });
    await setTimeout(OBSERVED_MS);
    const answer = await ask('Runtime.evaluate', { expression: result, returnByValue: true });
    // A signal would end a script that starts the browser, and not the browser.
    await ask('Browser.close');
    return (answer as { result: { value: T } }).result.value;
  } catch (error) {
    browser.kill();
    throw error;
  } finally {
    if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit');
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
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
function asker(socket: WebSocket): (method: string, params?: object) => Promise<unknown> {
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
