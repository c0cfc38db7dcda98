import { createHash } from 'node:crypto';
import { build, type Plugin, type Rolldown } from 'vite';
import { compileTexts, cutLanguages } from '../compile-texts.mjs';

const FILE = 'service-worker.js';
/** What the app needs to open: scripts, styles, drawings, typefaces. What one language needs is kept once it is asked for;
 * the screen of operators is no trader's to keep. */
const SHELL = /^assets\/(?!admin-page-|language-|[A-Z][a-z]{3}-|noto-)[^/]+\.(?:js|css|svg|woff2)$/;

/**
 * Builds the service worker into a file of its own, which carries whatever it imports and names every file of the app, so that a build
 * with other files is another worker.
 */
export function serviceWorker(source: string): Plugin {
  return {
    name: 'pipcast:service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const code = await workerScript(source);
        const files = Object.keys(bundle)
          .filter((name) => SHELL.test(name))
          .map((name) => `/${name}`)
          .sort();
        const name = createHash('sha256').update(files.join()).update(code).digest('hex').slice(0, 12);
        this.emitFile({
          type: 'asset',
          fileName: FILE,
          source: `const SHELL_FILES=${JSON.stringify(files)},SHELL_NAME=${JSON.stringify(name)};${code}`,
        });
      },
    },
  };
}

/** A build of its own: in the app's, what both use would be a third file, and a plain script imports none. */
async function workerScript(source: string): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [bareTexts(), compileTexts(), cutLanguages()],
    build: {
      write: false,
      target: 'baseline-widely-available',
      modulePreload: false,
      rolldownOptions: { input: source, output: { format: 'iife' } },
    },
  });
  const [{ output }] = [built].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  if (output.length !== 1) throw new Error('the service worker must be one file');
  return output[0].code;
}

/** In the worker `defineTexts` gives the compiled messages: the page's own would bring React. */
function bareTexts(): Plugin {
  return {
    name: 'pipcast:bare-texts',
    enforce: 'pre',
    resolveId: { filter: { id: /\/catalogue\.ts$/ }, handler: () => '\0bare-texts' },
    load: {
      filter: { id: /^\0bare-texts$/ },
      handler: () => 'export const defineTexts = (_room, messages) => messages;',
    },
  };
}
