import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { boundaryViolations } from './boundaries.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pipcast-boundaries-'));
  write('package.json', JSON.stringify({ dependencies: { react: '1' }, devDependencies: { vitest: '1' } }));
  write(
    'docs/architecture.md',
    [
      '| room | what is in it | may use |',
      '|---|---|---|',
      '| `src/core` | pure | |',
      '| `src/server/app.ts` | all of it | core, server |',
      '| `src/server/db`, `src/server/http` | a database; answers | core |',
      '| `src/server/desk` | signals | core, `db` |',
      '| `src/operator` | commands | core, server |',
      '| `src/web/app` | pages | core, web |',
      '| `src/web/features/*` | features | core, `ui`, `lib` |',
      '| `src/web/ui` | parts | core, `lib` |',
      '| `src/web/lib` | clock | core |',
      '',
    ].join('\n'),
  );
  write('src/core/signal.ts', 'export const signal = 1;');
  write('src/server/db/pool.ts', 'export const pool = 1;');
  write('src/server/desk/desk.ts', "import { pool } from '../db/pool.ts';\nexport const desk = pool;");
  write('src/operator/main.ts', "import { app } from '../server/app.ts';\nexport const run = app;");
  write('src/server/app.ts', "import { signal } from '../core/signal.ts';\nexport const app = signal;");
  write('src/web/ui/button.tsx', 'export const Button = 1;');
  write('src/web/lib/clock.ts', 'export const clock = 1;');
  write(
    'src/web/features/bot/bot.tsx',
    "import { Button } from '../../ui/button.tsx';\nexport const Bot = Button;",
  );
  write('src/web/features/auto/auto.tsx', 'export const Auto = 1;');
  write('src/web/app/app.tsx', "import { Bot } from '../features/bot/bot.tsx';\nexport const App = Bot;");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a tree that keeps the rules has no violation', () => {
  expect(boundaryViolations(root)).toEqual([]);
});

test('a violation names the file, the line and what it imports', () => {
  write('src/core/draw.ts', "\n\nimport { z } from 'zod';\nexport { z };");
  expect(boundaryViolations(root)).toEqual([
    'src/core/draw.ts:3 imports "zod": core has no packages and no Node: pass what it needs as an argument',
  ]);
});

describe('refused', () => {
  test.each([
    ['a package in core', 'src/core/x.ts', "import 'react';"],
    ['Node in core', 'src/core/x.ts', "import 'node:crypto';"],
    [
      'a package in core as a type',
      'src/core/x.ts',
      "import type { ReactNode } from 'react';\nexport type A = ReactNode;",
    ],
    ['server in core', 'src/core/x.ts', "import { app } from '../server/app.ts';"],
    ['server in web', 'src/web/lib/x.ts', "import { app } from '../../server/app.ts';"],
    ['a type of server in web', 'src/web/lib/x.ts', "import type { app } from '../../server/app.ts';"],
    ['web in server', 'src/server/db/x.ts', "export * from '../../web/lib/clock.ts';"],
    ['a room that the table does not name', 'src/server/db/x.ts', "import '../desk/desk.ts';"],
    ['a type of such a room', 'src/server/db/x.ts', "import type { desk } from '../desk/desk.ts';"],
    ['commands in server', 'src/server/db/x.ts', "import '../../operator/main.ts';"],
    ['a file in no room', 'src/server/odd/x.ts', 'export const x = 1;'],
    ['Node in web', 'src/web/lib/x.ts', "import 'node:path';"],
    ['a feature in another', 'src/web/features/bot/x.ts', "import '../auto/auto.tsx';"],
    ['a feature in another, loaded later', 'src/web/features/bot/x.ts', "void import('../auto/auto.tsx');"],
    ['a feature in ui', 'src/web/ui/x.ts', "import '../features/auto/auto.tsx';"],
    ['ui in lib', 'src/web/lib/x.ts', "import '../ui/button.tsx';"],
    ['the app in a feature', 'src/web/features/bot/x.ts', "import '../../app/app.tsx';"],
    ['a development package in what ships', 'src/server/db/x.ts', "import 'vitest';"],
    ['a test in what ships', 'src/server/db/x.ts', "import './y.test.ts';"],
    ['a file outside src', 'src/server/db/x.ts', "import '../../../tests/support.ts';"],
    ['a Node module without its prefix', 'src/server/db/x.ts', "import 'fs';"],
  ])('%s', (_, file, code) => {
    write('src/server/db/y.test.ts', '');
    write('tests/support.ts', '');
    write(file, code);
    expect(boundaryViolations(root)).toHaveLength(1);
  });

  test.each([
    ['be it only later', "export const a = () => import('./b.ts');"],
    ['be it only a type', "import type { B } from './b.ts';\nexport type A = B;"],
  ])('two files that import each other, %s', (_, code) => {
    write('src/core/a.ts', code);
    write('src/core/b.ts', "import { a } from './a.ts';\nexport const b = a;");
    expect(boundaryViolations(root)).toEqual([
      'src/core/a.ts -> src/core/b.ts -> src/core/a.ts: imports go in a circle',
    ]);
  });
});

test('rooms that may use each other are refused', () => {
  write(
    'docs/architecture.md',
    '| room | what is in it | may use |\n|---|---|---|\n| `src/core/a` | a | `b` |\n| `src/core/b` | b | `a` |\n',
  );
  expect(boundaryViolations(root)).toContain(
    'src/core/a -> src/core/b -> src/core/a: rooms of docs/architecture.md may use each other in a circle',
  );
});

describe('allowed', () => {
  test.each([
    ['a type of a development package', 'src/server/db/x.ts', "import type { A } from 'vitest';"],
    ['a test with development packages', 'src/core/x.test.ts', "import 'vitest';"],
    ['core in every layer of web', 'src/web/ui/x.ts', "import '../../core/signal.ts';"],
    ['a style sheet', 'src/web/ui/x.ts', "import './x.css';"],
    ["a package's subpath", 'src/web/ui/x.ts', "import 'react/jsx-runtime';"],
  ])('%s', (_, file, code) => {
    write('src/web/ui/x.css', '');
    write(file, code);
    expect(boundaryViolations(root)).toEqual([]);
  });
});

function write(path: string, text: string) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
