import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the programs are. */
    childProcesses: string;
  }
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const HERE = join(ROOT, 'tests', 'system', 'support');
const FOLDER = join(ROOT, 'node_modules', '.cache', 'pipcast-child-processes');
const PROGRAMS = ['desk-process', 'database-writer', 'failing-program'];

/**
 * Compiles what the system tests start as processes of their own, once a run: a process that had to compile its
 * TypeScript first would take four times as long to start.
 */
export default async function setup(project: TestProject): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: FOLDER,
      emptyOutDir: true,
      rolldownOptions: { input: PROGRAMS.map((name) => join(HERE, `${name}.ts`)) },
    },
  });
  project.provide('childProcesses', FOLDER);
}
