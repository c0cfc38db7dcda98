import type { PublicConfig } from '../../core/protocol/public-config.ts';
import { staticFile, type StaticFile } from './static-files.ts';

/** Draws the sign-in page as HTML, for the inside of the page's #root. Built from src/web (`npm run build`); see docs/decisions/0261. */
export type DrawSignIn = (config: PublicConfig) => string;

export interface DrawnPages {
  /** For the screens of the app that need its scripts. */
  readonly plain: StaticFile;
  /** With the sign-in page in it, to be read and typed into before there is a script. */
  readonly signIn: StaticFile;
}

const ROOT = '<div id="root"></div>';
const END = '</body>';
const TITLE = /<title>.*<\/title>/;

/** The built page with the configuration in it, made once at the start. */
export function drawPages(
  page: StaticFile,
  config: PublicConfig,
  drawSignIn: DrawSignIn | undefined,
): DrawnPages {
  const html = textOf(page);
  const data = `<script type="application/json" id="config">${JSON.stringify(config).replaceAll('<', '\\u003c')}</script>`;
  const plain = html.replace(END, () => `${data}${END}`);
  const signIn =
    drawSignIn &&
    plain
      .replace(ROOT, () => `<div id="root">${drawSignIn(config)}</div>`)
      .replace(TITLE, () => `<title>Sign in · ${escaped(config.brand.name)}</title>`);
  const plainFile = staticFile('/index.html', plain);
  return { plain: plainFile, signIn: signIn === undefined ? plainFile : staticFile('/index.html', signIn) };
}

/** The text of a page that the build made. */
export function textOf(page: StaticFile): string {
  return page.variants.get('identity')?.body.toString() ?? '';
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
