import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SCRIPT, webFiles } from '../../../../tests/support/web-files.ts';
import type { Config } from '../../platform/config.ts';
import { appManifest } from './app-manifest.ts';
import { answerError } from '../http-error.ts';
import { type Drawable, type DrawnLanguage, NO_WEB, openPages, textOf } from './drawn-pages.ts';
import { servePages } from './pages.ts';
import { type StaticFile, staticFile } from './static-files.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const CONFIG = {
  authUrl: '/auth/v1',
  anonKey: '</script><script>alert(1)</script>',
  jwtSecret: undefined,
  market: false,
  livePrices: true,
  publicRecord: false,
  publicPrices: false,
  brand: { name: 'Five & Pips <b>' },
  contact: {
    phone: '+1 202 555 0143',
    brokerUrl: 'https://example.com/broker',
    videosUrl: 'https://example.com/videos',
    communityUrl: 'https://example.com/community',
  },
};
/** Draws a page as its name and the answer that it is given. */
const drawn = (signIn: string) => (name: Drawable, answer?: unknown) => ({
  title: name === 'signIn' ? signIn : name,
  html: `<form>${name === 'signIn' ? signIn : name} ${answer === undefined ? '' : JSON.stringify(answer)}</form>`,
});
const ENGLISH: DrawnLanguage = {
  locale: 'en',
  direction: 'ltr',
  script: 'Latn',
  loading: 'Loading...',
  needsScript: 'Signing in needs JavaScript.',
  draw: drawn('Sign in'),
};
const URDU: DrawnLanguage = {
  locale: 'ur',
  direction: 'rtl',
  script: 'Arab',
  loading: 'لوڈ ہو رہا ہے…',
  needsScript: 'سائن اِن کے لیے JavaScript چاہیے۔',
  draw: drawn('سائن اِن'),
};
const DRAWN = [ENGLISH, URDU];
/** What the API says of the record. */
const SUMMARY = { rate: '<b>0.51</b>' };
const PAGE =
  '<!doctype html><html lang="en"><head><title>Pipcast</title></head><body><noscript><p class="noscript">Script</p></noscript><div id="root"></div><output id="loading" class="loading">Loading...</output></body></html>';
const SIGNAL = '5f0a4a58-6a0c-4b4e-9d0c-0a4f7c1b2d3e';
const SCRIPT_URL = '/assets/main-0123abcd.js';

let app: FastifyInstance;
afterEach(() => (app as FastifyInstance | undefined)?.close());

function serve(
  files = webFiles(),
  hosted?: Config['hosted'],
  feed: Config['feed'] = { kind: 'off' },
  record: Config['record'] = 'public',
) {
  app = Fastify();
  app.setErrorHandler(answerError);
  const pages = openPages({ files, drawPages: () => DRAWN }, CONFIG);
  const manifest = appManifest(CONFIG, new Map());
  servePages(app, { config: { hosted, feed, record }, files, pages, manifest });
  return app;
}

/** What is served at an address that is no sign-in page. */
const plainPage = () =>
  textOf(openPages({ ...NO_WEB, files: webFiles() }, CONFIG).get('en')?.('plain') as StaticFile);

describe('pages', () => {
  it.each(['/', '/auth', '/?from=mail', '/auth#x'])(
    'serves the app at %s with the sign-in page drawn into it, at / beside the home page for those with a session',
    async (url) => {
      const response = await serve().inject({ url, headers: HTML });
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.body).toContain('<div id="root"><form>Sign in </form></div>');
      const isHome = response.body.includes('<div id="drawn" data-for="session"><form>home </form></div>');
      expect(isHome).toBe(!url.startsWith('/auth'));
      expect(response.body).toContain('<title>Sign in · Five &amp; Pips &lt;b></title>');
    },
  );

  it.each([
    ['the browser asks for', { 'accept-language': 'ur-PK,ur;q=0.9' }],
    ['was chosen', { cookie: 'pipcast.language=ur', 'accept-language': 'en' }],
  ])('serves the page in the language that %s, with what its scripts ask for first', async (_, wish) => {
    const files = webFiles({
      'index.html': PAGE,
      'assets/take-language-0.js': '',
      'assets/language-ur-first-0.js': '',
      'assets/language-ur-check-0.js': '',
      'assets/Arab-0.css': '',
    });
    const signIn = await serve(files).inject({ url: '/auth', headers: { ...HTML, ...wish } });
    expect(signIn.headers['vary']).toBe('accept-encoding, accept-language, cookie');
    expect(signIn.body).toContain('<html lang="ur" dir="rtl">');
    expect(signIn.body).toContain(`<div id="root">${URDU.draw('signIn').html}</div>`);
    expect(signIn.body).toContain(`<title>${URDU.draw('signIn').title} · Five &amp; Pips &lt;b></title>`);
    const check = await app.inject({ url: '/check', headers: { ...HTML, ...wish } });
    expect(check.body).toContain(
      '<link rel="modulepreload" crossorigin href="/assets/language-ur-check-0.js">',
    );
    const alerts = await app.inject({ url: '/alerts', headers: { ...HTML, ...wish } });
    expect(alerts.body).toContain('<div id="root"></div>');
    for (const { body } of [signIn, alerts]) {
      expect(body).toContain(`<p class="noscript">${URDU.needsScript}</p>`);
      expect(body).toContain(`<output id="loading" class="loading">${URDU.loading}</output>`);
      expect(body.match(/<link[^>]*>/g)).toEqual([
        '<link rel="stylesheet" crossorigin href="/assets/Arab-0.css" media="not all" disabled>',
        '<link rel="modulepreload" crossorigin href="/assets/take-language-0.js">',
        '<link rel="modulepreload" crossorigin href="/assets/language-ur-first-0.js">',
      ]);
    }
  });

  it('serves the app at /check with that page drawn beside it, and links what its code needs', async () => {
    const manifest = {
      'app/check-page.tsx': {
        file: 'assets/check-0.js',
        css: ['assets/check-0.css'],
        imports: ['_b.js', 'index.html'],
      },
      '_b.js': { file: 'assets/b-0.js', imports: ['index.html'] },
      'index.html': { file: 'assets/index-0.js', imports: [] },
    };
    const page = PAGE.replace('</head>', '<script src="/assets/index-0.js"></script></head>');
    const files = webFiles({ 'index.html': page, 'manifest.json': JSON.stringify(manifest) });
    const { statusCode, body } = await serve(files).inject({ url: '/check', headers: HTML });
    expect(statusCode).toBe(200);
    expect(body).toContain('<div id="drawn"><form>check </form></div><div id="root"></div>');
    expect(body.match(/<link[^>]*>/g)).toEqual([
      '<link rel="modulepreload" crossorigin href="/assets/check-0.js">',
      '<link rel="stylesheet" crossorigin href="/assets/check-0.css" media="not all" disabled>',
      '<link rel="modulepreload" crossorigin href="/assets/b-0.js">',
    ]);
  });

  it('puts the configuration into each page, as data that cannot end it', async () => {
    const { body } = await serve().inject({ url: '/check', headers: HTML });
    const data = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(body)?.[1] ?? '';
    expect(data).not.toContain('<');
    expect(JSON.parse(data)).toEqual(CONFIG);
  });

  it('draws a page once for each answer of the API, not for each visitor', async () => {
    const draws: unknown[] = [];
    const draw = (name: Drawable, answer?: unknown) => {
      draws.push([name, answer]);
      return ENGLISH.draw(name, answer);
    };
    const pages = openPages({ files: webFiles(), drawPages: () => [{ ...ENGLISH, draw }] }, CONFIG);
    expect(draws).toEqual([]);
    for (let visit = 0; visit < 3; visit += 1)
      for (const answer of ['1', '2']) pages.get('en')?.('record', answer);
    expect(draws).toEqual([
      ['record', 1],
      ['record', 2],
    ]);
  });

  it('keeps what it drew without an answer, however many answers are asked for', async () => {
    const draw = vi.fn(ENGLISH.draw);
    const pages = openPages({ files: webFiles(), drawPages: () => [{ ...ENGLISH, draw }] }, CONFIG);
    const home = pages.get('en')?.('home');
    for (let answer = 0; answer < 200; answer += 1) pages.get('en')?.('story', String(answer));
    draw.mockClear();
    expect(pages.get('en')?.('home')).toBe(home);
    pages.get('en')?.('story', '199');
    expect(draw).not.toHaveBeenCalled();
    pages.get('en')?.('story', '170');
    expect(draw).toHaveBeenCalledTimes(1);
  });

  it('asks the API as from the reader’s own address, and is plain after a refusal', async () => {
    const asked: string[] = [];
    serve(webFiles(), undefined, { kind: 'auto' });
    app.get('/api/record', async ({ url, ip }, reply) => {
      asked.push(`${url} of ${ip}`);
      return ip === '198.51.100.7' ? reply.code(429).send({}) : SUMMARY;
    });
    const ask = async (url: string, remoteAddress: string) =>
      (await app.inject({ url, headers: HTML, remoteAddress })).body.includes(JSON.stringify(SUMMARY));
    expect(await ask('/record', '198.51.100.7')).toBe(false);
    expect(await ask('/record?ledger=live', '192.0.2.7')).toBe(true);
    expect(asked).toEqual(['/api/record of 198.51.100.7', '/api/record?ledger=live of 192.0.2.7']);
  });

  it('sends the drawn page compressed', async () => {
    const headers = { ...HTML, 'accept-encoding': 'br' };
    const response = await serve().inject({ url: '/auth', headers });
    expect(response.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(response.rawPayload).toString()).toContain('<form>Sign in </form>');
  });

  it.each([
    ['/record', 'record', '/api/record'],
    [`/record/${SIGNAL}`, 'story', `/api/record/signals/${SIGNAL}`],
  ])(
    'serves the app at %s where there are market signals, with what the API says of it drawn where that is public',
    async (url, name, api) => {
      const asked: string[] = [];
      const open = (record: Config['record']) => {
        serve(webFiles(), undefined, { kind: 'auto' }, record);
        app.get(api, async (request, reply) => {
          asked.push(`${request.url} of ${request.ip}`);
          return request.url.includes('none') ? reply.code(404).send({}) : SUMMARY;
        });
        return app;
      };
      const ask = (address: string) =>
        app.inject({ url: address, headers: HTML, remoteAddress: '192.0.2.7' }).then(({ body }) => body);
      open('public');
      const withFigures = await ask(`${url}?ledger=live`);
      expect(withFigures).toContain(`<div id="drawn"><form>${name} ${JSON.stringify(SUMMARY)}</form></div>`);
      expect(asked).toEqual([`${api}?ledger=live of 192.0.2.7`]);
      expect(await ask(`${url}?ledger=none`)).toContain(`<div id="drawn"><form>${name} </form></div>`);
      await app.close();
      open('signed-in');
      expect(await ask(url)).toBe(plainPage());
      expect(asked).toHaveLength(2);
      await app.close();
      expect((await serve().inject({ url, headers: HTML })).statusCode).toBe(404);
    },
  );

  it('serves the record without figures where the API does not say them in time', async () => {
    serve(webFiles(), undefined, { kind: 'auto' });
    app.get('/api/record', () => new Promise(() => {}));
    const { body } = await app.inject({ url: '/record', headers: HTML });
    expect(body).toContain('<div id="drawn"><form>record </form></div>');
  });

  it.each(['/record/', '/record/latest', '/record/5f0a4a58/more'])('has no page at %s', async (url) => {
    const response = await serve(webFiles(), undefined, { kind: 'auto' }).inject({ url, headers: HTML });
    expect(response.statusCode).toBe(404);
  });

  it.each(['/nope', '/auth/callback', '/index.html', '/%2e%2e/%2e%2e/etc/passwd', '/nope.html'])(
    'answers an unknown address %s with status 404 and the app',
    async (url) => {
      const response = await serve().inject({ url, headers: HTML });
      expect(response.statusCode).toBe(404);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.body).toBe(plainPage());
      expect(response.headers['content-security-policy']).toContain("script-src 'self'");
    },
  );

  it('answers 404 in full even to a browser that has the page already', async () => {
    const first = await serve().inject({ url: '/', headers: HTML });
    const etag = String(first.headers['etag']);
    const response = await app.inject({ url: '/nope', headers: { ...HTML, 'if-none-match': etag } });
    expect([response.statusCode, response.body]).toEqual([404, plainPage()]);
  });

  it.each([
    ['/assets/gone-0123abcd.js', HTML],
    ['/api/nope', HTML],
    ['/auth/v1/nope', HTML],
    ['/nope', { accept: 'application/json' }],
    ['/nope', {}],
  ])('answers what is not a page, %s, with a JSON 404', async (url, headers) => {
    const response = await serve().inject({ url, headers });
    expect(response.statusCode).toBe(404);
    expect(response.json().error.code).toBe('not_found');
  });

  it('answers a POST to a page with a JSON 404', async () => {
    const response = await serve().inject({ method: 'POST', url: '/nope', headers: HTML });
    expect([response.statusCode, response.json().error.code]).toEqual([404, 'not_found']);
  });

  it('moves /auth/ to /auth', async () => {
    const response = await serve().inject({ url: '/auth/', headers: HTML });
    expect([response.statusCode, response.headers.location]).toEqual([308, '/auth']);
  });

  it('lets a browser keep the page only if it asks each time', async () => {
    const first = await serve().inject({ url: '/', headers: HTML });
    expect(first.headers['cache-control']).toBe('no-cache');
    const etag = String(first.headers['etag']);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await app.inject({ url: '/', headers: { ...HTML, 'if-none-match': tag } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    }
    const changed = await app.inject({ url: '/', headers: { ...HTML, 'if-none-match': '"other"' } });
    expect(changed.statusCode).toBe(200);
  });

  it('allows no inline script or style but those the build made, by their hash', async () => {
    const script = 'document.title = "x";';
    const style = 'p { margin: 0 }';
    const files = webFiles({
      'index.html': `<script>${script}</script><style>${style}</style><script src="/assets/a.js"></script>`,
    });
    const response = await serve(files).inject({ url: '/', headers: HTML });
    const policy = String(response.headers['content-security-policy']).split('; ');
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy).toContain(`script-src 'self' ${hash(script)}`);
    expect(policy).toContain(`style-src 'self' ${hash(style)}`);
    expect(policy.join()).not.toContain('unsafe');
  });

  it('allows a page nothing that it does not need, in every header', async () => {
    const { headers } = await serve(webFiles()).inject({ url: '/', headers: HTML });
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy.filter((directive) => !/^(script|style)-src /.test(directive))).toEqual([
      "default-src 'none'",
      "font-src 'self'",
      "img-src 'self'",
      "manifest-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types check-worker lab-worker service-worker',
    ]);
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
    expect(headers['permissions-policy']).toMatch(/^([a-z-]+=\(\), )+[a-z-]+=\(\)$/);
  });

  it('lets the page talk to the hosted project and to no other host', async () => {
    const hosted = { url: 'https://project.example.com', anonKey: 'key', jwtSecret: undefined };
    const response = await serve(webFiles(), hosted).inject({ url: '/', headers: HTML });
    const policy = String(response.headers['content-security-policy']).split('; ');
    expect(policy).toContain("connect-src 'self' https://project.example.com");
    expect(policy).toContain("default-src 'none'");
  });

  it('serves the manifest of the installed app, by the operator’s name and with the screens there are', async () => {
    serve();
    const { headers, json } = await app.inject('/manifest.webmanifest');
    expect(headers).toMatchObject({
      'content-type': 'application/manifest+json',
      'cache-control': 'no-cache',
    });
    expect(json()).toMatchObject({ name: 'Five & Pips <b>', short_name: 'Five & Pips <b>', start_url: '/' });
    const names = (market: boolean): string[] =>
      (
        JSON.parse(textOf(appManifest({ ...CONFIG, market }, new Map()))) as { shortcuts: { name: string }[] }
      ).shortcuts.map(({ name }) => name);
    expect(names(false)).toEqual(['P-BOT', 'Check']);
    expect(names(true)).toEqual(['P-BOT', 'Market', 'Record', 'Check']);
  });

  it('serves the service worker fresh, under a policy that lets it ask this origin only', async () => {
    const files = new Map(webFiles());
    files.set('/service-worker.js', staticFile('/service-worker.js', 'onfetch = null;'));
    serve(files);
    const { headers } = await app.inject('/service-worker.js');
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    });
  });

  it('lets the script of the Lab’s worker alone make code, which may ask nothing', async () => {
    const files = new Map(webFiles());
    const [lab, check] = ['/assets/lab-worker-0123abcd.js', '/assets/check-worker-0123abcd.js'];
    for (const url of [lab, check]) files.set(url, staticFile(url, 'onmessage = null;'));
    serve(files);
    const policyOf = async (url: string) =>
      String((await app.inject(url)).headers['content-security-policy']);
    expect(await policyOf(lab)).toBe("default-src 'none'; script-src 'wasm-unsafe-eval'");
    for (const url of [check, SCRIPT_URL, '/', '/lab', '/api/me'])
      expect(await policyOf(url), url).not.toContain('unsafe');
  });

  it('serves no page where another server does', async () => {
    app = Fastify();
    app.setErrorHandler(answerError);
    servePages(app, {
      config: { hosted: undefined, feed: { kind: 'off' }, record: 'public' },
      files: new Map(),
      pages: new Map(),
      manifest: appManifest(CONFIG, new Map()),
    });
    const response = await app.inject({ url: '/', headers: HTML });
    expect([response.statusCode, response.json().error.code]).toEqual([404, 'not_found']);
  });
});

describe('files', () => {
  it('serves a file named after its content for good', async () => {
    const response = await serve().inject(SCRIPT_URL);
    expect(response.body).toBe(SCRIPT);
    expect(response.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(response.headers).not.toHaveProperty('content-encoding');
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('serves "%s" as %s, with a tag of its own', async (accepted, encoding, decompress) => {
    const plain = await serve().inject(SCRIPT_URL);
    const response = await app.inject({ url: SCRIPT_URL, headers: { 'accept-encoding': accepted } });
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
    expect(decompress(response.rawPayload).toString()).toBe(SCRIPT);
    expect(response.headers['etag']).not.toBe(plain.headers['etag']);
    const again = await app.inject({
      url: SCRIPT_URL,
      headers: { 'accept-encoding': accepted, 'if-none-match': String(response.headers['etag']) },
    });
    expect(again.statusCode).toBe(304);
  });

  it('answers HEAD like GET without the body', async () => {
    const get = await serve().inject(SCRIPT_URL);
    const head = await app.inject({ method: 'HEAD', url: SCRIPT_URL });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.headers['etag']).toBe(get.headers['etag']);
  });

  it('answers a range with the whole file, which HTTP allows', async () => {
    const response = await serve().inject({ url: SCRIPT_URL, headers: { range: 'bytes=0-9' } });
    expect([response.statusCode, response.body]).toEqual([200, SCRIPT]);
  });

  it.each([
    '/assets/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '//etc/passwd',
    '/assets/main-0123abcd.js.br',
    '/assets/main-0123abcd.js%00',
    '/assets\\..\\package.json',
    '/assets/',
  ])('has nothing at %s', async (url) => {
    const response = await serve().inject(url);
    expect(response.statusCode).toBe(404);
    expect(response.json().error.code).toBe('not_found');
  });
});
