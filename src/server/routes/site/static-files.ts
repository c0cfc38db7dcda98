import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFresh } from '../typed-app.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** In the order the server prefers them: smallest first. */
const PREFERRED: readonly Encoding[] = ['br', 'gzip'];

interface Variant {
  readonly body: Buffer;
  readonly etag: string;
}

export interface StaticFile {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly variants: ReadonlyMap<Encoding, () => Variant>;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const SUFFIXES: Readonly<Record<string, Encoding>> = { '.br': 'br', '.gz': 'gzip' };

/**
 * Reads a built web app whole; a few hundred kilobytes. Keyed by URL path, so that what is not in the folder cannot be asked
 * for, and a build while the server runs changes nothing that is being served.
 */
export function loadStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile & { variants: Map<Encoding, () => Variant> }>();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    // A file sorts before its compressed forms.
    .sort();
  for (const path of paths) {
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    const encoding = SUFFIXES[extname(url)] ?? 'identity';
    const body = readFileSync(path);
    const variant = variantOf(() => body);
    const original = files.get(url.slice(0, -extname(url).length));
    if (encoding !== 'identity' && original !== undefined) {
      original.variants.set(encoding, variant);
      continue;
    }
    files.set(url, { ...headersOf(url), variants: new Map([[encoding, variant]]) });
  }
  return files;
}

/**
 * A file that the server makes itself, as if the build had put it at `url`. An encoding is made when it is first asked for: all of
 * the pages in all languages would be a third of the processor time of a start.
 */
export function staticFile(
  url: string,
  content: string | Buffer,
  brotliQuality: number = constants.BROTLI_MAX_QUALITY,
): StaticFile {
  const body = Buffer.from(content);
  const variants = new Map<Encoding, () => Variant>([
    ['identity', variantOf(() => body)],
    [
      'br',
      variantOf(() =>
        brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
      ),
    ],
    ['gzip', variantOf(() => gzipSync(body, { level: 9 }))],
  ]);
  return { ...headersOf(url), variants };
}

function variantOf(encoded: () => Buffer): () => Variant {
  let made: Variant | undefined;
  return () => {
    if (made === undefined) {
      const body = encoded();
      made = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
    }
    return made;
  };
}

function headersOf(url: string) {
  return {
    contentType: CONTENT_TYPES[extname(url)] ?? 'application/octet-stream',
    cacheControl: cacheControlOf(url),
  };
}

function cacheControlOf(url: string): string {
  // The build names these files by their content.
  if (url.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return url.endsWith('.html') || url === '/service-worker.js' ? 'no-cache' : 'public, max-age=3600';
}

/**
 * Answers with the encoding that the client prefers, or 304 when it has that already. The status must be set before. `varies` names
 * the headers that the file was chosen by.
 */
export function sendStaticFile(
  file: StaticFile,
  request: FastifyRequest,
  reply: FastifyReply,
  varies: readonly string[] = [],
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], file.variants);
  const { body, etag } = (file.variants.get(encoding) as () => Variant)();
  reply
    .header('cache-control', file.cacheControl)
    .header('etag', etag)
    .header('vary', ['accept-encoding', ...varies].join(', '));
  if (reply.statusCode === 200 && isFresh(request.headers['if-none-match'], etag)) {
    return reply.code(304).send();
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.header('content-type', file.contentType).send(body);
}

/** The smallest available encoding that an Accept-Encoding header allows; identity when it allows no other. */
export function chooseEncoding(
  header: string | undefined,
  available: { has(encoding: Encoding): boolean },
): Encoding {
  if (header === undefined) return 'identity';
  const accepted = new Map<string, boolean>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const refused = parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter));
    accepted.set(name, !refused);
  }
  const allows = (encoding: Encoding) => accepted.get(encoding) ?? accepted.get('*') ?? false;
  return PREFERRED.find((encoding) => available.has(encoding) && allows(encoding)) ?? 'identity';
}
