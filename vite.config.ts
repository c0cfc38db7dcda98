import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { compileTexts, cutLanguages } from './scripts/compile-texts.mjs';
import { licenseTexts } from './scripts/vite/license-texts.ts';
import { serviceWorker } from './scripts/vite/service-worker.ts';

const WEB_ROOT = fileURLToPath(new URL('./src/web/', import.meta.url));

const SIGN_IN = /\/src\/web\/app\/auth-page\.tsx$/;

const SIGNED_IN = /\/src\/web\/(app\/home-page\.tsx|lib\/session\/auth-client\.ts|ui\/toaster\.tsx)$/;

/**
 * What pages that come later share, most of it the record's, the check's and the Lab's: one file, and one of styles. To ask for a dozen small
 * ones takes a slow phone 60 ms, and several round trips.
 */
const FIGURES = /\/src\/(?:core\/(?:check|record|statistics)|web\/(?:app|lib|ui))\/[\w-]+\.(?:css|tsx?)$/;

// A build that a test run starts inherits its NODE_ENV, with which React would come in its development form.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production';

const BROWSER: UserConfig = {
  root: WEB_ROOT,
  publicDir: false,
  plugins: [
    compileTexts(),
    cutLanguages(),
    react({ compiler: { compilationMode: 'annotation' } }),
    bootScript(),
    serviceWorker(`${WEB_ROOT}app/service-worker.ts`),
    copiedFiles(),
    licenseTexts(),
  ],
  // While developing too: the chart reads colours from the tokens, and light-dark() is not one until it is compiled.
  css: { transformer: 'lightningcss' },
  build: {
    outDir: fileURLToPath(new URL('./dist/web/', import.meta.url)),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    // Inlined files would need data: in the content security policy, and could not be cached on their own.
    assetsInlineLimit: 0,
    license: { fileName: 'licenses/third-party.md' },
    // The server reads in it what a page needs beside the first files (src/server/routes/site/drawn-pages.ts).
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        // The server knows by these names what a page in another language needs (src/server/routes/site/drawn-pages.ts).
        chunkFileNames: ({ facadeModuleId }) => {
          const part = /\/languages\/([\w-]+)\.ts\?part=(\w+)$/.exec(facadeModuleId ?? '');
          return part === null
            ? 'assets/[name]-[hash].js'
            : `assets/language-${part[1]}-${part[2]}-[hash].js`;
        },
        // Three files, whatever else uses parts of them: each further file is a request of the first visit, and a style file that came
        // before main.tsx's would put the cascade's layers in another order. What every visit starts with; the sign-in page; and what
        // those need who are signed in or about to be.
        codeSplitting: {
          groups: [
            {
              name: 'index',
              tags: ['$initial'],
              test: (id) => !/\/app\/(?:boot|service-worker)\.ts/.test(id),
              priority: 2,
            },
            { name: 'sign-in', test: SIGN_IN, priority: 1 },
            { name: 'signed-in', test: SIGNED_IN, priority: 1 },
            { name: 'figures', test: FIGURES, minShareCount: 2 },
          ],
        },
      },
    },
  },
};

/** `vite build --ssr`: the pages as the server draws them; it needs no package. What they import later is never asked for. */
const SERVER: UserConfig = {
  root: WEB_ROOT,
  publicDir: false,
  plugins: [compileTexts(), cutLanguages(), react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    outDir: fileURLToPath(new URL('./dist/drawn/', import.meta.url)),
    emptyOutDir: true,
    rolldownOptions: { input: `${WEB_ROOT}app/draw-pages.tsx` },
  },
};

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? SERVER : BROWSER));

/**
 * Puts src/web/app/boot.ts into the head as a blocking file, so that a remembered theme is there before the first paint, and tells it the
 * files of the first screen. The server sends its text in the page, which the content security policy allows by its hash.
 */
function bootScript(): Plugin {
  const source = `${WEB_ROOT}app/boot.ts`;
  return {
    name: 'pipcast:boot-script',
    buildStart() {
      if (!this.meta.watchMode && this.environment.mode === 'build')
        this.emitFile({ type: 'chunk', id: source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (bundle === undefined) {
          return [
            { tag: 'script', attrs: { type: 'module', src: '/app/boot.ts' }, injectTo: 'head-prepend' },
          ];
        }
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId === source,
        );
        if (chunk?.type !== 'chunk' || chunk.imports.length > 0 || chunk.exports.length > 0) {
          throw new Error('boot.ts must stand alone: it is loaded as a plain script');
        }
        const fileOf = (name: string) => {
          const file = Object.keys(bundle).find((one) => new RegExp(`/${name}-[^/]+\\.js$`).test(one));
          if (file === undefined) throw new Error(`there is no file ${name}`);
          return `/${file}`;
        };
        const attrs = {
          src: `/${chunk.fileName}`,
          'data-sign-in': fileOf('sign-in'),
          'data-signed-in': fileOf('signed-in'),
        };
        return [{ tag: 'script', attrs, injectTo: 'head' }];
      },
    },
  };
}

/**
 * Files that no script or style names, by where they are served: the icons that the installed app's manifest names
 * (src/server/routes/site/app-manifest.ts) and its notifications have, and the fonts' licence (OFL), which asks to travel with the fonts.
 */
const FILES = {
  'icons/badge-96.png': 'app/icons/badge-96.png',
  'icons/icon-192.png': 'app/icons/icon-192.png',
  'icons/icon-512.png': 'app/icons/icon-512.png',
  'icons/maskable-512.png': 'app/icons/maskable-512.png',
  'licenses/Geist-OFL.txt': 'fonts/OFL.txt',
  'licenses/Noto-OFL.txt': 'fonts/Noto-OFL.txt',
};

function copiedFiles(): Plugin {
  return {
    name: 'pipcast:copied-files',
    apply: 'build',
    generateBundle() {
      for (const [fileName, path] of Object.entries(FILES))
        this.emitFile({ type: 'asset', fileName, source: readFileSync(`${WEB_ROOT}${path}`) });
    },
  };
}
