import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `desk-process.js` and `database-writer.js` are. */
    childProcesses: string;
  }
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const HERE = join(ROOT, 'tests', 'system', 'support');
const FOLDER = join(ROOT, 'node_modules', '.cache', 'pipcast-child-processes');

/**
 * Compiles what the system tests start as processes of their own, once a run, against the built server: a process that had to
 * compile its TypeScript first would take four times as long to start.
 */
export default async function setup(project: TestProject): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [builtProduct()],
    build: {
      ssr: true,
      outDir: FOLDER,
      emptyOutDir: true,
      rollupOptions: { input: [join(HERE, 'desk-process.ts'), join(HERE, 'database-writer.ts')] },
    },
  });
  project.provide('childProcesses', FOLDER);
}

/** Takes the product's own modules from where they were built. */
function builtProduct(): Plugin {
  return {
    name: 'built-product',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const path = resolved?.id.startsWith(join(ROOT, 'src')) && resolved.id.slice(join(ROOT, 'src').length);
      if (!path) return resolved;
      const built = join(ROOT, 'dist', path.replace(/\.ts$/, '.js'));
      if (!existsSync(built)) throw new Error(`${built} is missing; run "npm run build"`);
      return { id: pathToFileURL(built).href, external: true };
    },
  };
}
