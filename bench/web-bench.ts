import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { ensureBrowser } from '../scripts/ensure-browser.mjs';
import { MADE_UP_OPENING_MS, startMadeUpMarket } from '../scripts/made-up-market.mjs';
import { signUp } from '../scripts/running-app.mjs';
import type { RecordPage } from '../src/core/wire/record.ts';
import { bounded, compared, type Figure, median } from './figure.ts';
import { tasksOfPage, valueOf, visitOnSlowPhone } from './slow-phone-visit.ts';

const ROUNDS = 5;
const TEMPLATE = fileURLToPath(new URL('./peers/react-template', import.meta.url));
/** What is blocked of a task is what goes beyond this. */
const SHORT_TASK_MS = 50;
/** Of the made-up market: an hour of signals in a minute. */
const PLAYED = { hours: 4, speed: 60 };
/** Enough for every picture of the record. */
const SETTLED = 32;

interface FirstPaint {
  readonly largestPaintMs: number;
  readonly shift: number;
}

interface Visit {
  readonly name: string;
  readonly url: string;
  /** Of the template's largest paint. */
  readonly atMost: number;
  /** As the page stores it. */
  readonly session?: string;
}

/** When the pages that links lead to can be read on a slow phone and line, beside a page that React draws in the browser, in turns. */
export async function* webBench(): AsyncGenerator<Figure> {
  const { path: browserPath } = await ensureBrowser();
  const template = await serveTemplate();
  const market = await startMadeUpMarket(PLAYED);
  const open = (url: string, session?: string) => {
    const before = `${OBSERVE}${session === undefined ? '' : signedIn(session)}`;
    return visitOnSlowPhone<FirstPaint>(browserPath, url, { before, watch: valueOf('firstPaint') });
  };
  // In a visit of its own: to trace takes time.
  const blocked = async ({ url, session }: Visit) => {
    const before = session === undefined ? '' : signedIn(session);
    const tasks = await visitOnSlowPhone(browserPath, url, { before, watch: tasksOfPage });
    return tasks.reduce((sum, taskMs) => sum + Math.max(0, taskMs - SHORT_TASK_MS), 0);
  };
  try {
    const { url } = market;
    // As the page keeps it.
    const session = JSON.stringify(await signUp(url, 'reader@example.com', { introduced: true }));
    const visits: readonly Visit[] = [
      { name: '/auth', url: `${url}/auth`, atMost: 0.6 },
      { name: '/check', url: `${url}/check`, atMost: 0.7 },
      { name: '/record', url: `${url}/record`, atMost: 0.7 },
      { name: '/record/ID', url: `${url}/record/${await lastSignal(url)}`, atMost: 0.7 },
      { name: '/, signed in', url: `${url}/`, atMost: 0.8, session },
    ];
    const theirs: FirstPaint[] = [];
    const ours = visits.map((visit) => ({ ...visit, paints: [] as FirstPaint[], blockedMs: [] as number[] }));
    for (let round = 0; round < ROUNDS; round += 1) {
      theirs.push(await open(template.origin));
      for (const visit of ours) {
        visit.paints.push(await open(visit.url, visit.session));
        visit.blockedMs.push(await blocked(visit));
      }
    }
    const peer = { name: 'a page that React draws in the browser', value: middle(theirs, 'largestPaintMs') };
    for (const { name, atMost, paints, blockedMs } of ours) {
      const largest = middle(paints, 'largestPaintMs');
      yield compared(`slow phone ${name}: largest paint`, largest, 'ms', peer, { atMost });
      yield bounded(`slow phone ${name}: main thread blocked`, median(blockedMs), 'ms of processor time', {
        atMost: 100,
      });
      yield bounded(`slow phone ${name}: layout shift`, middle(paints, 'shift'), 'score', { atMost: 0 });
    }
  } finally {
    await template.stop();
    await market.stop();
  }
}

function middle(visits: readonly FirstPaint[], part: keyof FirstPaint): number {
  return median(visits.map((visit) => visit[part]));
}

/** The newest signal of a record that has enough of them. */
async function lastSignal(url: string): Promise<string> {
  for (; ; await setTimeout(2_000)) {
    const answer = await fetch(`${url}/api/record/signals`);
    const { rows } = (await answer.json()) as RecordPage;
    const [last] = rows;
    if (last !== undefined && rows.length >= SETTLED) return last.id;
  }
}

const OBSERVE = `
  window.firstPaint = { largestPaintMs: 0, shift: 0 };
  const follow = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  follow('largest-contentful-paint', ({ startTime }) => { firstPaint.largestPaintMs = startTime; });
  follow('layout-shift', ({ value }) => { firstPaint.shift += value; });
`;

/** Stores a session, at an instant at which the market is open, whatever day the bench runs on. */
function signedIn(session: string): string {
  return `
    localStorage.setItem('pipcast.session', ${JSON.stringify(session)});
    (() => {
      const Real = Date;
      const now = () => Real.now() + ${MADE_UP_OPENING_MS + 600_000 - Date.now()};
      globalThis.Date = new Proxy(Real, {
        construct: (_, args, target) => Reflect.construct(Real, args.length === 0 ? [now()] : args, target),
        get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
      });
    })();
  `;
}

async function serveTemplate() {
  const outDir = await mkdtemp(join(tmpdir(), 'pipcast-template-'));
  await build({
    configFile: false,
    root: TEMPLATE,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  // Compressed before it is asked for, as ours are.
  const paths = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter(
    (path) => extname(path) !== '',
  );
  const bodies = new Map(
    paths.map((path) => [`/${path}`, brotliCompressSync(readFileSync(join(outDir, path)))]),
  );
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    const body = bodies.get(path);
    if (body === undefined) {
      response.writeHead(404).end();
      return;
    }
    const type = extname(path) === '.js' ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' });
    response.end(body);
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
