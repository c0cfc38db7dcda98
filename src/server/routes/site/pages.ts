import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { answerError } from './error-answers.ts';
import { nothingHere } from '../http-error.ts';
import { type DrawnPages, textOf } from './drawn-pages.ts';
import { pageLanguage } from './page-language.ts';
import { pageHeaders, SERVICE_WORKER_HEADERS } from './security-headers.ts';
import { type StaticFile, sendStaticFile } from './static-files.ts';

/** Addresses that the web app has a screen for. */
const SIGN_IN_PAGES = ['/', '/auth'] as const;
const PAGES = ['/check', '/lab', '/alerts'] as const;
/** Those it has where there are market signals. */
const MARKET_PAGES = ['/record', '/record/:id([\\da-f-]{36})'] as const;
/** Where programs ask, not people: the answer to an unknown address there is never a page. */
const DATA_PATHS = ['/api/', '/auth/v1/', '/assets/', '/ledger/'];

/** Pages are not part of the documented API. */
const HIDDEN = { schema: { hide: true } };

const WORKER = '/service-worker.js';
const ROBOTS = 'User-agent: *\nDisallow: /api/\nDisallow: /auth/v1/\nDisallow: /ledger/\n';

interface Site {
  readonly config: Pick<Config, 'hosted' | 'feed'>;
  /** None where another server, as in development, serves them. */
  readonly files: ReadonlyMap<string, StaticFile>;
  /** The app's page by language, the first for those who want none of them. */
  readonly pages: ReadonlyMap<string, DrawnPages>;
  /** What the installed app is called, and where it opens. */
  readonly manifest: StaticFile;
}

interface PageAnswer {
  readonly page: StaticFile;
  readonly headers: ReturnType<typeof pageHeaders>;
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Answers an unknown address with 404: with the app, which shows its 404 page, where a browser asks for a page. */
export function notFoundAnswer(site: Site): Answer {
  const sendPage = pageAnswer(site, 'plain');
  return (request, reply) => {
    if (sendPage !== undefined && wantsPage(request)) return sendPage(request, reply.code(404));
    return answerError(nothingHere(), request, reply);
  };
}

function pageAnswer({ config, pages }: Site, name: keyof DrawnPages): Answer | undefined {
  const [first, ...others] = [...pages.keys()];
  if (first === undefined) return undefined;
  const answers = new Map(
    [...pages].map(([locale, { [name]: page }]) => [
      locale,
      { page, headers: pageHeaders(config, inlineHashes(page)) },
    ]),
  );
  return (request, reply) => {
    const { page, headers } = answers.get(pageLanguage(request.headers, [first, ...others])) as PageAnswer;
    return sendStaticFile(page, request, reply.headers(headers), ['accept-language', 'cookie']);
  };
}

/** Serves the web app: its screens, its files, and for an unknown address what `notFoundAnswer` answers. */
export function servePages(app: FastifyInstance, site: Site): void {
  const { config, files, manifest } = site;
  app.setNotFoundHandler(notFoundAnswer(site));
  app.get('/robots.txt', HIDDEN, async (_request, reply) => {
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(ROBOTS);
  });
  const sendPlain = pageAnswer(site, 'plain');
  const sendSignIn = pageAnswer(site, 'signIn');
  if (sendPlain === undefined || sendSignIn === undefined) return;

  // Who comes to / without a session is shown the sign-in page as well.
  for (const path of SIGN_IN_PAGES) app.get(path, HIDDEN, sendSignIn);
  for (const path of config.feed.kind === 'off' ? PAGES : [...PAGES, ...MARKET_PAGES])
    app.get(path, HIDDEN, sendPlain);
  for (const path of ['/auth', '/check', '/lab'])
    app.get(`${path}/`, HIDDEN, (_request, reply) => reply.redirect(path, 308));
  const worker = files.get(WORKER);
  if (worker !== undefined)
    app.get(WORKER, HIDDEN, (request, reply) =>
      sendStaticFile(worker, request, reply.headers(SERVICE_WORKER_HEADERS)),
    );
  app.get('/manifest.webmanifest', HIDDEN, (request, reply) => sendStaticFile(manifest, request, reply));
  app.get('/*', HIDDEN, (request, reply) => {
    const path = pathOf(request);
    const file = path === '/index.html' ? undefined : files.get(path);
    return file === undefined ? reply.callNotFound() : sendStaticFile(file, request, reply);
  });
}

function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = pathOf(request);
  return (
    !DATA_PATHS.some((prefix) => path.startsWith(prefix)) &&
    (request.headers.accept ?? '').includes('text/html')
  );
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

/** The policy's hashes of the inline blocks that the build put into the page; data is no script. */
function inlineHashes(page: StaticFile): { scripts: string[]; styles: string[] } {
  const html = textOf(page);
  const hashes = (pattern: RegExp) =>
    Array.from(html.matchAll(pattern), ([, text = '']) => text)
      .filter((text) => text !== '')
      .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return {
    scripts: hashes(/<script(?![^>]*\s(?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g),
    styles: hashes(/<style[^>]*>([\s\S]*?)<\/style>/g),
  };
}
