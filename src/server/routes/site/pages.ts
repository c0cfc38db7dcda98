import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { answerError, nothingHere } from '../http-error.ts';
import { type PageName, type Pages, textOf } from './drawn-pages.ts';
import { LAB_WORKER_HEADERS, pageHeaders, SERVICE_WORKER_HEADERS } from './security-headers.ts';
import { sendStaticFile, type StaticFile } from './static-files.ts';
import { publicConfig, type PublicConfig } from '../../../core/wire/public-config.ts';
import type { TypedApp } from '../typed-app.ts';

/** Addresses of the web app's screens, and what is drawn there. A visitor of / without a session gets the sign-in page. */
const PAGES: readonly (readonly [path: string, name: PageName])[] = [
  ['/', 'home'],
  ['/auth', 'signIn'],
  ['/check', 'check'],
  ['/lab', 'plain'],
  ['/alerts', 'plain'],
];
/** Addresses that exist where there are market signals, with the API's answer that they show. */
const RECORD_PAGES = [
  { path: '/record', name: 'record', api: '/api/record' },
  { path: '/record/:id([\\da-f-]{36})', name: 'story', api: '/api/record/signals' },
] as const;
/** Longest wait of a page for an answer of the API. */
const LONGEST_WAIT_MS = 500;
/** Addresses for programs, not people: an unknown one there is never answered with a page. */
const DATA_PATHS = ['/api/', '/auth/v1/', '/assets/', '/ledger/'];

const HIDDEN = { schema: { hide: true } };

const WORKER = '/service-worker.js';
const LAB_WORKER = '/assets/lab-worker-';

interface Site {
  readonly config: Pick<Config, 'hosted' | 'feed' | 'record'>;
  /** Empty where another server, as in development, serves them. */
  readonly files: ReadonlyMap<string, StaticFile>;
  /** The app's pages by language; the first is the default. */
  readonly pages: ReadonlyMap<string, Pages>;
  readonly manifest: StaticFile;
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
/** Sends a page; `answer` is the API's answer that it shows. */
type SendPage = (
  name: PageName,
  request: FastifyRequest,
  reply: FastifyReply,
  answer?: string,
) => FastifyReply;

/** Answers an unknown address with 404: with the app, which shows its 404 page, where a browser asks for a page. */
export function notFoundAnswer(site: Site): Answer {
  const sendPage = pageSender(site);
  return (request, reply) => {
    if (sendPage !== undefined && wantsPage(request)) return sendPage('plain', request, reply.code(404));
    return answerError(nothingHere(), request, reply);
  };
}

function pageSender({ config, pages }: Site): SendPage | undefined {
  const [first, ...others] = [...pages.keys()];
  const inFirst = pages.get(first ?? '');
  if (first === undefined || inFirst === undefined) return undefined;
  const headers = new Map<string, ReturnType<typeof pageHeaders>>();
  return (name, request, reply, answer) => {
    const locale = pageLanguage(request.headers, [first, ...others]);
    const inLanguage = pages.get(locale) ?? inFirst;
    // Of the page without an answer, in which all that is inline was put there by the build.
    const key = `${locale} ${name}`;
    const known = headers.get(key) ?? pageHeaders(config, inlineHashes(inLanguage(name)));
    headers.set(key, known);
    return sendStaticFile(inLanguage(name, answer), request, reply.headers(known), [
      'accept-language',
      'cookie',
    ]);
  };
}

/** Serves the web app: its screens, its files, and for an unknown address what `notFoundAnswer` answers. */
export function servePages(app: TypedApp, site: Site): void {
  const { config, files, manifest } = site;
  app.setNotFoundHandler(notFoundAnswer(site));
  const sendPage = pageSender(site);
  if (sendPage === undefined) return;

  const askApi = apiAsker(app);
  for (const [path, name] of PAGES) app.get(path, HIDDEN, (request, reply) => sendPage(name, request, reply));
  for (const { path, name, api } of config.feed.kind === 'off' ? [] : RECORD_PAGES)
    app.get(path, HIDDEN, async (request, reply) => {
      if (config.record !== 'public') return sendPage('plain', request, reply);
      const { id } = request.params as { id?: string };
      const answer = await askApi(request, id === undefined ? api : `${api}/${id}`);
      return sendPage(name, request, reply, answer);
    });
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
    if (file === undefined) return reply.callNotFound();
    if (path.startsWith(LAB_WORKER)) reply.headers(LAB_WORKER_HEADERS);
    return sendStaticFile(file, request, reply);
  });
}

/** What this server's API says to the reader of a page, who is not signed in; undefined where it says nothing in time. */
function apiAsker(app: TypedApp) {
  return async (request: FastifyRequest, path: string): Promise<string | undefined> => {
    // As from the reader's own address: it counts towards the same limits.
    const asked = { url: `${path}${/\?.*/.exec(request.url)?.[0] ?? ''}`, remoteAddress: request.ip };
    const answer = app.inject(asked).then(({ statusCode, body }) => (statusCode === 200 ? body : undefined));
    const tooLate = pause(LONGEST_WAIT_MS, undefined, { ref: false });
    return Promise.race([answer, tooLate]).catch(() => undefined);
  };
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

/** A browser sends fewer than 100: parsing the header must not cost more than the page. */
const MOST_READ = 200;
const COOKIE = /(?:^|;\s*)pipcast\.language=([\w-]+)/;

/**
 * The language to answer a request for a page in: the one chosen in the page, which a cookie keeps, else the first of the browser's
 * (`Accept-Language`) that there is, else the first of `locales`. `pt-PT` finds `pt-BR`.
 */
export function pageLanguage(
  headers: FastifyRequest['headers'],
  locales: readonly [string, ...string[]],
): string {
  const chosen = COOKIE.exec(headers.cookie ?? '')?.[1] ?? '';
  for (const wish of [chosen, ...wishes(headers['accept-language'])]) {
    const found =
      locales.find((locale) => locale.toLowerCase() === wish.toLowerCase()) ??
      locales.find((locale) => languageOf(locale) === languageOf(wish));
    if (found !== undefined) return found;
  }
  return locales[0];
}

/** Best first (RFC 9110, 12.5.4). */
function wishes(acceptLanguage = ''): string[] {
  return acceptLanguage
    .slice(0, MOST_READ)
    .split(',')
    .map((wish) => {
      const [locale = '', quality] = wish.trim().split(/\s*;\s*q=/);
      return { locale, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ locale }) => locale);
}

function languageOf(locale: string): string {
  return locale.toLowerCase().split('-', 1)[0] ?? '';
}

/** Which auth service the browser talks to, and the operator's brand and contact. Each page that is served carries it. */
export function publicConfigOf(config: Config): PublicConfig {
  return {
    authUrl: config.hosted === undefined ? '/auth/v1' : `${config.hosted.url}/auth/v1`,
    // The embedded server needs no key; clients of this service expect to send one.
    anonKey: config.hosted?.anonKey ?? 'public',
    market: config.feed.kind !== 'off',
    livePrices: config.feed.kind !== 'replay' && config.feed.kind !== 'synthetic',
    publicRecord: config.feed.kind !== 'off' && config.record === 'public',
    publicPrices: config.prices === 'public',
    brand: config.brand,
    contact: config.contact,
  };
}

/** `GET /config.json`: the same for other front ends. */
export function servePublicConfig(app: TypedApp, body: PublicConfig): void {
  app.get(
    '/config.json',
    {
      schema: {
        summary: 'Settings for the browser',
        tags: ['service'],
        response: { 200: publicConfig },
      },
    },
    (_request, reply) => {
      reply.header('cache-control', 'no-cache');
      return body;
    },
  );
}
