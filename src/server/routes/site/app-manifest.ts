import { readFileSync } from 'node:fs';
import type { PublicConfig } from '../../../core/wire/public-config.ts';
import { ConfigError } from '../../platform/config.ts';
import { type StaticFile, staticFile } from './static-files.ts';

/** The light page's colours (src/web/styles/tokens.css, index.html). */
const COLOURS = { theme_color: '#fdfdfe', background_color: '#f1f3f4' };
const ICONS = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** What an installed app is called and where it opens (W3C, "Web Application Manifest"): the operator's name, and the icons and screens there are. */
export function appManifest(
  { brand, market }: PublicConfig,
  files: ReadonlyMap<string, StaticFile>,
): StaticFile {
  const shortcuts = [
    { name: 'P-BOT', url: '/?show=p-bot' },
    ...(market
      ? [
          { name: 'Market', url: '/?show=market' },
          { name: 'Record', url: '/record' },
        ]
      : []),
    { name: 'Check', url: '/check' },
  ];
  const manifest = {
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: 'Trading signals that say what they are: measured, or drawn at random.',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    ...COLOURS,
    icons: ICONS.filter(({ src }) => files.has(src)),
    shortcuts,
  };
  return { ...staticFile('/manifest.webmanifest', JSON.stringify(manifest)), cacheControl: 'no-cache' };
}

/** In pixels, as the manifest says (app-manifest.ts). */
const SIDE = 512;
/** The signature of a PNG file and the head of its first chunk (W3C, "PNG Specification", 5.2 and 11.2.2). */
const START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/**
 * The built files with the operator's icon in the place of the product's.
 * @throws ConfigError when the file cannot be read or is no PNG of 512 by 512 pixels.
 */
export function withBrandIcon(
  files: ReadonlyMap<string, StaticFile>,
  path: string | undefined,
): ReadonlyMap<string, StaticFile> {
  if (path === undefined) return files;
  const icon = readIcon(path);
  const branded = new Map(files);
  branded.delete('/icons/icon-192.png');
  for (const url of ['/icons/icon-512.png', '/icons/maskable-512.png'])
    branded.set(url, staticFile(url, icon));
  return branded;
}

function readIcon(path: string): Buffer {
  let icon: Buffer;
  try {
    icon = readFileSync(path);
  } catch (error) {
    throw new ConfigError(
      `The icon ${path} cannot be read: ${(error as Error).message}. See PIPCAST_BRAND_ICON.`,
    );
  }
  const isPng = icon.subarray(0, START.length).equals(START) && icon.length > START.length + 8;
  const size = isPng ? `${icon.readUInt32BE(16)} by ${icon.readUInt32BE(20)}` : 'not a PNG file';
  if (size !== `${SIDE} by ${SIDE}`)
    throw new ConfigError(
      `The icon ${path} is ${size}; PIPCAST_BRAND_ICON takes a PNG file of ${SIDE} by ${SIDE} pixels.`,
    );
  return icon;
}
