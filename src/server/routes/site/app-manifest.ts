import type { PublicConfig } from '../../../core/wire/public-config.ts';
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
