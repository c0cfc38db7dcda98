import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FONT_BUDGET, measureSizes, overBudget } from './sizes.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipcast-sizes-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    '<script type="module" src="/assets/index.js"></script><link rel="stylesheet" href="/assets/index.css">',
  );
  writeFileSync(join(folder, 'assets/index.js'), "import './shared.js'; import('./later.js');");
  writeFileSync(join(folder, 'assets/shared.js'), 'export {};');
  writeFileSync(join(folder, 'assets/later.js'), 'export {};');
  writeFileSync(join(folder, 'assets/index.css'), 'a{}');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what the page links and what that imports counts, what is loaded later does not', () => {
  const names = measureSizes(folder).visits['/auth'].map(({ file }) => file);
  expect(names.sort()).toEqual(['assets/index.css', 'assets/index.js', 'assets/shared.js']);
});

test('at / what the signed-in need counts as well, at /auth the sign-in page', () => {
  writeFileSync(join(folder, 'assets/sign-in-0123.js'), "import './index.js';");
  writeFileSync(join(folder, 'assets/signed-in-0123.js'), "import './index.js';");
  writeFileSync(join(folder, 'assets/signed-in-0123.css'), 'b{}');
  const { visits } = measureSizes(folder);
  expect([visits['/auth'].length, visits['/'].length]).toEqual([4, 5]);
});

test('a small page is within budget', () => {
  expect(overBudget(measureSizes(folder))).toEqual([]);
});

test('100 kB that do not compress are over budget', () => {
  writeFileSync(
    join(folder, 'assets/shared.js'),
    `export const a = '${randomBytes(110_000).toString('base64')}';`,
  );
  expect(overBudget(measureSizes(folder))).toEqual([
    expect.stringMatching(/of \/auth weigh .* over budget/),
    expect.stringMatching(/of \/ weigh .* over budget/),
  ]);
});

test('the Lab has a budget, and no part in the first load', () => {
  const script = (bytes: number) => `export const a = '${randomBytes(bytes).toString('base64')}';`;
  writeFileSync(join(folder, 'assets/lab-page-0123.js'), script(12_000));
  writeFileSync(join(folder, 'assets/lab-worker-0123.js'), script(12_000));
  expect(overBudget(measureSizes(folder))).toEqual([]);
  writeFileSync(join(folder, 'assets/lab-worker-0123.js'), script(30_000));
  writeFileSync(join(folder, 'assets/index.js'), "import './lab-page-0123.js';");
  expect(overBudget(measureSizes(folder))).toEqual([
    expect.stringMatching(/^the Lab weighs 4\d{4} bytes, 1\d{4} over budget$/),
    'assets/lab-page-0123.js is part of the first load',
  ]);
});

test('a second font and a font over its budget are refused', () => {
  writeFileSync(join(folder, 'assets/a.woff2'), Buffer.alloc(10));
  writeFileSync(join(folder, 'assets/b.woff2'), Buffer.alloc(FONT_BUDGET + 1));
  expect(overBudget(measureSizes(folder))).toEqual([
    'there are 2 fonts, one is allowed',
    `assets/b.woff2 weighs ${FONT_BUDGET + 1} bytes, 1 over budget`,
  ]);
});

test('a page without scripts is refused, not praised', () => {
  writeFileSync(join(folder, 'index.html'), '<p>Nothing</p>');
  expect(overBudget(measureSizes(folder))).toEqual(['index.html links no script or style sheet']);
});

test('without a build it says how to make one', () => {
  rmSync(join(folder, 'index.html'));
  expect(() => measureSizes(folder)).toThrow('run "npm run build" first');
});

test('a language has budgets of its own, and its typeface is no second font', () => {
  writeFileSync(join(folder, 'assets/geist.woff2'), Buffer.alloc(10));
  writeFileSync(join(folder, 'assets/noto-naskh-arabic-0123.woff2'), Buffer.alloc(60_000));
  writeFileSync(join(folder, 'assets/language-ur-check-0123.js'), 'export default {};');
  expect(overBudget(measureSizes(folder))).toEqual([]);
  writeFileSync(join(folder, 'assets/noto-naskh-arabic-0123.woff2'), Buffer.alloc(60_001));
  for (const part of ['check', 'first'])
    writeFileSync(join(folder, `assets/language-ur-${part}-0123.js`), randomBytes(20_000).toString('base64'));
  expect(overBudget(measureSizes(folder))).toEqual([
    'assets/noto-naskh-arabic-0123.woff2 weighs 60001 bytes, 1 over budget',
    expect.stringMatching(/^assets\/language-ur-check-0123\.js weighs .* over budget$/),
    expect.stringMatching(/^assets\/language-ur-first-0123\.js weighs .* over budget$/),
  ]);
});
