import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compileTexts } from './scripts/compile-texts.mjs';

const WEB_ROOT = fileURLToPath(new URL('./src/web/', import.meta.url));

// Whoever builds from within a test run hands on its NODE_ENV, and React would come in its development form.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production';

export default defineConfig({
  root: WEB_ROOT,
  publicDir: false,
  plugins: [
    compileTexts(),
    react({ compiler: { compilationMode: 'annotation' } }),
    themeBootScript(),
    fontLicence(),
  ],
  build: {
    outDir: fileURLToPath(new URL('./dist/web/', import.meta.url)),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    // Inlined files would need data: in the content security policy, and could not be cached on their own.
    assetsInlineLimit: 0,
    license: { fileName: 'licenses/third-party.md' },
    rolldownOptions: {
      output: {
        // All that the page starts with in one file, whatever else uses parts of it: each further file is a request of the first
        // visit, and a style file that came before main.tsx's would put the cascade's layers in another order.
        codeSplitting: {
          groups: [{ name: 'index', tags: ['$initial'], test: (id) => !id.includes('theme-boot') }],
        },
      },
    },
  },
});

/**
 * Puts src/web/app/theme-boot.ts into the head as a blocking, hashed file, so that a remembered theme is there before
 * the first paint. An inline script would do it too, but the content security policy allows none.
 */
function themeBootScript(): Plugin {
  const source = `${WEB_ROOT}app/theme-boot.ts`;
  return {
    name: 'pipcast:theme-boot-script',
    buildStart() {
      if (!this.meta.watchMode && this.environment.mode === 'build')
        this.emitFile({ type: 'chunk', id: source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (bundle === undefined) {
          return [
            { tag: 'script', attrs: { type: 'module', src: '/app/theme-boot.ts' }, injectTo: 'head-prepend' },
          ];
        }
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId === source,
        );
        if (chunk?.type !== 'chunk' || chunk.imports.length > 0 || chunk.exports.length > 0) {
          throw new Error('theme-boot.ts must stand alone: it is loaded as a plain script');
        }
        return [{ tag: 'script', attrs: { src: `/${chunk.fileName}` }, injectTo: 'head' }];
      },
    },
  };
}

/** The font's licence (OFL) asks to travel with the font. */
function fontLicence(): Plugin {
  return {
    name: 'pipcast:font-licence',
    apply: 'build',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'licenses/Geist-OFL.txt',
        source: readFileSync(`${WEB_ROOT}fonts/OFL.txt`),
      });
    },
  };
}
