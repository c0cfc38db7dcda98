import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const FILE = 'service-worker.js';
/** What the app needs to open: scripts, styles, drawings, typefaces. What one language needs is kept once it is asked for;
 * the screen of operators is no trader's to keep. */
const SHELL = /^assets\/(?!admin-page-|language-|[A-Z][a-z]{3}-|noto-)[^/]+\.(?:js|css|svg|woff2)$/;

/** Builds the service worker into a file of its own that names every file of the app, so that a build with other files is another worker. */
export function serviceWorker(source: string): Plugin {
  return {
    name: 'pipcast:service-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: source, fileName: FILE });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunk = bundle[FILE];
        if (chunk?.type !== 'chunk' || chunk.imports.length > 0)
          throw new Error('the service worker must stand alone: it is loaded as a plain script');
        const files = Object.keys(bundle)
          .filter((name) => SHELL.test(name))
          .map((name) => `/${name}`)
          .sort();
        const name = createHash('sha256').update(files.join()).update(chunk.code).digest('hex').slice(0, 12);
        chunk.code = `const SHELL_FILES=${JSON.stringify(files)},SHELL_NAME=${JSON.stringify(name)};${chunk.code.replace(/export\s*\{\s*\};?\s*$/, '')}`;
      },
    },
  };
}
