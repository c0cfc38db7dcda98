import type { PublicConfig } from '../../../core/wire/public-config.ts';
import { staticFile, type StaticFile } from './static-files.ts';

/** The sign-in page in one language. */
export interface DrawnSignIn {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** Its name in ISO 15924: `Deva`. */
  readonly script: string;
  /** HTML for the inside of the page's #root. */
  readonly signIn: string;
  readonly title: string;
  readonly loading: string;
  readonly needsScript: string;
}

/** Draws the sign-in page in each language, English first. Built from src/web (`npm run build`); see docs/decisions/0261. */
export type DrawSignIn = (config: PublicConfig) => readonly DrawnSignIn[];

/** What the build made of src/web. */
export interface BuiltWeb {
  /** By their addresses. */
  readonly files: ReadonlyMap<string, StaticFile>;
  readonly drawSignIn: DrawSignIn;
}

/** Another server has the pages, as in development. */
export const NO_WEB: BuiltWeb = { files: new Map(), drawSignIn: () => [] };

export interface DrawnPages {
  /** For the screens of the app that need its scripts. */
  readonly plain: StaticFile;
  /** With the sign-in page in it, to be read and typed into before there is a script. */
  readonly signIn: StaticFile;
}

const ROOT = '<div id="root"></div>';
const HEAD_END = '</head>';
const END = '</body>';
const LANG = /<html lang="en"/;
const TITLE = /<title>.*<\/title>/;
const NEEDS_SCRIPT = /(<p class="noscript">).*?(<\/p>)/;
const LOADING = /(<output id="loading"[^>]*>).*?(<\/output>)/;

/**
 * The built pages with the configuration in them by language, English first, made once at the start; none where none were built. Where
 * no sign-in page is drawn, a browser draws it when the scripts are there.
 */
export function drawPages(
  { files, drawSignIn }: BuiltWeb,
  config: PublicConfig,
): ReadonlyMap<string, DrawnPages> {
  const page = files.get('/index.html');
  if (page === undefined) return new Map();
  const data = `<script type="application/json" id="config">${JSON.stringify(config).replaceAll('<', '\\u003c')}</script>`;
  const built = textOf(page).replace(END, () => `${data}${END}`);
  const english = staticFile('/index.html', built);
  const drawnPages = drawSignIn(config);
  if (drawnPages.length === 0) return new Map([['en', { plain: english, signIn: english }]]);
  return new Map(
    drawnPages.map((drawn) => {
      const plain = drawn.locale === 'en' ? built : translated(built, drawn, [...files.keys()]);
      const signIn = plain
        .replace(ROOT, () => `<div id="root">${drawn.signIn}</div>`)
        .replace(TITLE, () => `<title>${escaped(`${drawn.title} · ${config.brand.name}`)}</title>`);
      return [
        drawn.locale,
        { plain: staticFile('/index.html', plain), signIn: staticFile('/index.html', signIn) },
      ];
    }),
  );
}

/** The page in another language, with what its scripts will ask for first. */
function translated(
  html: string,
  { locale, direction, script, loading, needsScript }: DrawnSignIn,
  urls: readonly string[],
): string {
  const starting = (name: string) => urls.filter((url) => url.startsWith(`/assets/${name}-`));
  const scripts = [...starting('take-language'), ...starting(`language-${locale}-first`)]
    .filter((url) => url.endsWith('.js'))
    .map((url) => `<link rel="modulepreload" crossorigin href="${url}">`);
  const styles = starting(script)
    .filter((url) => url.endsWith('.css'))
    .map((url) => `<link rel="stylesheet" crossorigin href="${url}">`);
  return html
    .replace(LANG, `<html lang="${locale}" dir="${direction}"`)
    .replace(HEAD_END, [...styles, ...scripts, HEAD_END].join(''))
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
