import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { bounded, compared, type Figure, median } from './figure.ts';

const ROUNDS = 5;
const TEMPLATE = fileURLToPath(new URL('./peers/react-template', import.meta.url));
/** Applied, not simulated: Lighthouse's simulation took the script's time for less than it is. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_SLOWDOWN = 4;
/** What is blocked of a task is what goes beyond this. */
const SHORT_TASK_MS = 50;
const OBSERVED_MS = 6_000;

interface FirstPaint {
  readonly largestPaintMs: number;
  readonly blockedMs: number;
}

/** When the sign-in page can be read on a slow phone and line, beside a page that React draws in the browser, in turns. */
export async function firstPaintBench(browser: Browser, origin: string): Promise<Figure[]> {
  const template = await serveTemplate();
  try {
    const ours: FirstPaint[] = [];
    const theirs: FirstPaint[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await firstPaint(browser, `${origin}/auth`));
      theirs.push(await firstPaint(browser, template.origin));
    }
    const largest = (visits: FirstPaint[]) => median(visits.map((visit) => visit.largestPaintMs));
    const blocked = (visits: FirstPaint[]) => median(visits.map((visit) => visit.blockedMs));
    const peer = { name: 'a page that React draws in the browser', value: largest(theirs) };
    return [
      compared('slow phone /auth: largest paint', largest(ours), 'ms', peer, { atMost: 0.6 }),
      bounded('slow phone /auth: main thread blocked', blocked(ours), 'ms', { atMost: 100 }),
      bounded('slow phone, the other page: main thread blocked', blocked(theirs), 'ms'),
    ];
  } finally {
    await template.stop();
  }
}

async function firstPaint(browser: Browser, url: string): Promise<FirstPaint> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', NETWORK);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(`
    window.firstPaint = { largestPaintMs: 0, blockedMs: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) firstPaint.largestPaintMs = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) firstPaint.blockedMs += Math.max(0, entry.duration - ${SHORT_TASK_MS});
    }).observe({ type: 'longtask', buffered: true });
  `);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(OBSERVED_MS);
  const found = await page.evaluate<FirstPaint>('firstPaint');
  await context.close();
  return found;
}

async function serveTemplate() {
  const outDir = await mkdtemp(join(tmpdir(), 'pipcast-template-'));
  await build({
    configFile: false,
    root: TEMPLATE,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  const server = createServer(async (request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    const body = await readFile(join(outDir, path)).catch(() => undefined);
    if (body === undefined) {
      response.writeHead(404).end();
      return;
    }
    const type = extname(path) === '.js' ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' });
    response.end(brotliCompressSync(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
