import type { FastifyRequest } from 'fastify';

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
