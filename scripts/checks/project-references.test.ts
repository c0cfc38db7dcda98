import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runNode } from '../ready/run-program.mjs';
import { tool } from './static-checks.mjs';

const PROJECT = join(import.meta.dirname, '../..');

let root: string;

/** What each part may not do, and the compiler's answer: one copy of the settings, one compilation, for all of them. */
const WRONG = {
  'src/core/imports-server.ts': "import { app } from '../server/app.ts';\nexport const a = app;",
  'src/core/uses-a-timer.ts': 'export const b = setTimeout(() => {}, 1);',
  'src/core/uses-the-window.ts': 'export const c = window.name;',
  'src/core/uses-the-process.ts': 'export const d = process.pid;',
  'src/core/fetches.ts': "export const e = fetch('/');",
  'src/server/imports-web.ts': "import { page } from '../web/page.ts';\nexport const f = page;",
  'src/server/imports-operator.ts': "import { cli } from '../operator/cli.ts';\nexport const k = cli;",
  'src/server/uses-the-document.ts': 'export const g = document.title;',
  'src/web/imports-server.ts': "import { app } from '../server/app.ts';\nexport const h = app;",
  'src/web/imports-a-server-type.ts': "import type { Line } from '../server/log.ts';\nexport type I = Line;",
  'src/web/uses-the-process.ts': 'export const j = process.pid;',
};

/** What each part may do. */
const RIGHT = {
  'src/core/signal.ts': 'export const signal = 1;',
  'src/server/app.ts': "import { signal } from '../core/signal.ts';\nexport const app = signal;",
  'src/server/log.ts': 'export type Line = string;',
  'src/operator/cli.ts': "import { app } from '../server/app.ts';\nexport const cli = app;",
  'src/web/page.ts': "import { signal } from '../core/signal.ts';\nexport const page = signal;",
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'pipcast-references-'));
  const settings = ['core', 'server', 'operator', 'web'].map((part) => `src/${part}/tsconfig.json`);
  for (const file of ['tsconfig.base.json', ...settings]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(PROJECT, file), join(root, file));
  }
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'), 'junction');
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('what the parts may do compiles, and each thing they may not do does not', async () => {
  write(RIGHT);
  const right = await compile();
  expect(right.output).toBe('');
  expect(right.ok).toBe(true);

  write(WRONG);
  const { output } = await compile();
  for (const file of Object.keys(WRONG)) expect(output).toContain(`${file}(`);
});

function write(files: Record<string, string>) {
  for (const [file, code] of Object.entries(files)) writeFileSync(join(root, file), code);
}

function compile() {
  const projects = ['core', 'server', 'operator', 'web'].map((part) => join(root, 'src', part));
  const args = [tool('typescript', 'tsc'), '-b', '--force', '--pretty', 'false', ...projects];
  return runNode(args);
}
