import type { PublicConfig } from '../../../core/wire/public-config.ts';
import { BoundedMap } from '../../platform/bounded-map.ts';
import { staticFile, type StaticFile } from './static-files.ts';

export type Drawable = 'signIn' | 'home' | 'check' | 'record' | 'story';

export interface DrawnLanguage {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** Its name in ISO 15924: `Deva`. */
  readonly script: string;
  readonly loading: string;
  readonly needsScript: string;
  /** A page as HTML; `answer` is the API's answer that the page shows. */
  draw(name: Drawable, answer?: unknown): { readonly title: string; readonly html: string };
}

/** In each language, English first. Built from src/web (`npm run build`); see docs/decisions/0261. */
export type DrawPages = (config: PublicConfig) => readonly DrawnLanguage[];

export interface BuiltWeb {
  readonly files: ReadonlyMap<string, StaticFile>;
  readonly drawPages: DrawPages;
}

/** Another server has the pages, as in development. */
export const NO_WEB: BuiltWeb = { files: new Map(), drawPages: () => [] };

/** Which page of the app an address gets: `plain` has nothing drawn. */
export type PageName = 'plain' | 'signIn' | 'home' | 'check' | 'record' | 'story';

/** The app's page in one language, made when it is first asked for. */
export type Pages = (name: PageName, answer?: string) => StaticFile;

const ROOT = '<div id="root"></div>';
const HEAD_END = '</head>';
const END = '</body>';
const LANG = /<html lang="en"/;
const TITLE = /<title>.*<\/title>/;
const NEEDS_SCRIPT = /(<p class="noscript">).*?(<\/p>)/;
const LOADING = /(<output id="loading"[^>]*>).*?(<\/output>)/;
const STYLES = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g;
const BOOT = /<script src="(\/assets\/boot-[^"]+)"([^>]*)><\/script>/;
const MANIFEST = '/manifest.json';
/** The source of a page's code that is not among the app's first files. */
const SOURCES: Partial<Record<PageName, string>> = {
  check: 'app/check-page.tsx',
  record: 'app/record-page.tsx',
  story: 'app/record-page.tsx',
};
/** The part of a language's messages that comes with it. */
const MESSAGES: Partial<Record<PageName, string>> = { check: 'check', record: 'record', story: 'record' };
/** Pages for answers of each language: some hundred kilobytes each. */
const MOST_ANSWERED = 24;
/** A page for one answer is compressed in a millisecond, not in fifty. */
const QUICK_BROTLI = 5;

/**
 * The built pages with the configuration in them by language, English first; none where none were built. Where nothing is drawn, a browser
 * draws it when the scripts are there.
 */
export function openPages({ files, drawPages }: BuiltWeb, config: PublicConfig): ReadonlyMap<string, Pages> {
  const page = files.get('/index.html');
  if (page === undefined) return new Map();
  const data = `<script type="application/json" id="config">${JSON.stringify(config).replaceAll('<', '\\u003c')}</script>`;
  const inPage = inliner(files);
  const built = inPage(textOf(page)).replace(END, () => `${data}${END}`);
  const languages = drawPages(config);
  if (languages.length === 0) {
    const plain = staticFile('/index.html', built);
    return new Map([['en', () => plain]]);
  }
  const urls = [...files.keys()];
  const codeOf = pageCode(files, built);
  return new Map(
    languages.map((language) => {
      const plain = language.locale === 'en' ? built : inPage(translated(built, language, urls));
      const draw = (name: PageName, answer?: string) => {
        const html = drawn(plain, language, name, answer, config.brand.name);
        const links = [...codeOf(SOURCES[name]), ...messagesOf(language, MESSAGES[name], urls)];
        const file = html.replace(HEAD_END, () => inPage([...links, HEAD_END].join('')));
        return staticFile('/index.html', file, answer === undefined ? undefined : QUICK_BROTLI);
      };
      return [language.locale, remembering(draw)];
    }),
  );
}

/**
 * Puts the styles and the script that the first paint waits for into the page: a slow line brings them with it, before the rest. What
 * loads a part of the app asks for its style sheet by this link, which a browser does not follow.
 */
function inliner(files: ReadonlyMap<string, StaticFile>): (html: string) => string {
  const textAt = (url: string) => textOf(files.get(url) ?? staticFile(url, ''));
  return (html) =>
    html
      .replace(STYLES, (link, url) =>
        link.includes(' disabled')
          ? link
          : `<style>${textAt(url)}</style>${link.replace('>', ' media="not all" disabled>')}`,
      )
      .replace(BOOT, (_script, url, rest) => `<script${rest}>${textAt(url)}</script>`);
}

/** Makes each page once. Those without an answer stay, as to compress one takes fifty milliseconds. */
function remembering(draw: Pages): Pages {
  const plain = new Map<PageName, StaticFile>();
  const answered = new BoundedMap<string, StaticFile>(MOST_ANSWERED);
  const found = <Key>(made: Pick<Map<Key, StaticFile>, 'get' | 'set'>, key: Key, make: () => StaticFile) => {
    const file = made.get(key) ?? make();
    made.set(key, file);
    return file;
  };
  return (name, answer) =>
    answer === undefined
      ? found(plain, name, () => draw(name))
      : found(answered, `${name} ${answer}`, () => draw(name, answer));
}

/** The sign-in page is taken over by the app; what else is drawn stands until the app has drawn the same. */
function drawn(
  plain: string,
  language: DrawnLanguage,
  name: PageName,
  answer: string | undefined,
  brand: string,
): string {
  if (name === 'plain') return plain;
  const hasSignIn = name === 'signIn' || name === 'home';
  const { title, html } = language.draw(
    hasSignIn ? 'signIn' : name,
    answer === undefined ? undefined : JSON.parse(answer),
  );
  const parts = !hasSignIn
    ? `<div id="drawn">${html}</div>${ROOT}`
    : `${name === 'home' ? `<div id="drawn" data-for="session">${language.draw('home').html}</div>` : ''}<div id="root">${html}</div>`;
  return plain
    .replace(ROOT, () => parts)
    .replace(TITLE, () => `<title>${escaped(`${title} · ${brand}`)}</title>`);
}

/** Links to the scripts and styles that a page's code needs beside what every page links, by its source. */
function pageCode(files: ReadonlyMap<string, StaticFile>, built: string) {
  const manifest = files.get(MANIFEST);
  const chunks = JSON.parse(manifest === undefined ? '{}' : textOf(manifest)) as Record<
    string,
    { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }
  >;
  return (source: string | undefined): string[] => {
    const found = new Set<string>();
    const reach = (name: string): void => {
      const chunk = chunks[name];
      if (chunk === undefined || found.has(chunk.file)) return;
      for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
      for (const each of chunk.imports ?? []) reach(each);
    };
    if (source !== undefined) reach(source);
    return [...found].filter((file) => !built.includes(`/${file}`)).map((file) => linkTo(`/${file}`));
  };
}

function messagesOf({ locale }: DrawnLanguage, part: string | undefined, urls: readonly string[]): string[] {
  if (part === undefined) return [];
  return urls
    .filter((url) => url.startsWith(`/assets/language-${locale}-${part}-`) && url.endsWith('.js'))
    .map(linkTo);
}

function linkTo(url: string): string {
  const rel = url.endsWith('.css') ? 'stylesheet' : 'modulepreload';
  return `<link rel="${rel}" crossorigin href="${url}">`;
}

/** The page in another language, with the files that its scripts request first. */
function translated(
  html: string,
  { locale, direction, script, loading, needsScript }: DrawnLanguage,
  urls: readonly string[],
): string {
  const starting = (name: string, end: string) =>
    urls.filter((url) => url.startsWith(`/assets/${name}-`) && url.endsWith(end));
  const links = [
    ...starting(script, '.css'),
    ...starting('take-language', '.js'),
    ...starting(`language-${locale}-first`, '.js'),
  ].map(linkTo);
  return html
    .replace(LANG, `<html lang="${locale}" dir="${direction}"`)
    .replace(HEAD_END, [...links, HEAD_END].join(''))
    .replace(NEEDS_SCRIPT, (_all, start, end) => `${start}${escaped(needsScript)}${end}`)
    .replace(LOADING, (_all, start, end) => `${start}${escaped(loading)}${end}`);
}

/** The text of a page that the build made. */
export function textOf(page: StaticFile): string {
  return page.variants.get('identity')?.().body.toString() ?? '';
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
