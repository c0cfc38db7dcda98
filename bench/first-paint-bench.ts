import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { bounded, compared, type Figure, median } from './figure.ts';
import { visitOnSlowPhone } from './slow-phone-visit.ts';

const ROUNDS = 5;
const TEMPLATE = fileURLToPath(new URL('./peers/react-template', import.meta.url));
/** What is blocked of a task is what goes beyond this. */
const SHORT_TASK_MS = 50;

interface FirstPaint {
  readonly largestPaintMs: number;
  readonly blockedMs: number;
}

/** When the sign-in page can be read on a slow phone and line, beside a page that React draws in the browser, in turns. */
export async function firstPaintBench(browserPath: string, origin: string): Promise<Figure[]> {
  const template = await serveTemplate();
  const open = (url: string) =>
    visitOnSlowPhone<FirstPaint>(browserPath, url, { before: OBSERVE, result: 'firstPaint' });
  try {
    const ours: FirstPaint[] = [];
    const theirs: FirstPaint[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await open(`${origin}/auth`));
      theirs.push(await open(template.origin));
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

const OBSERVE = `
  window.firstPaint = { largestPaintMs: 0, blockedMs: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) firstPaint.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) firstPaint.blockedMs += Math.max(0, entry.duration - ${SHORT_TASK_MS});
  }).observe({ type: 'longtask', buffered: true });
`;

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
