import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brokenDocLinks } from './doc-links.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pipcast-links-'));
  mkdirSync(join(root, 'docs'));
  mkdirSync(join(root, 'src', 'core'), { recursive: true });
  writeFileSync(join(root, 'src', 'core', 'config-file.ts'), '');
  writeFileSync(join(root, 'docs', 'there.md'), '# The first\n\n## Several, in `code`: really\n');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ['a page that is missing', '[a](gone.md)', 'there is no gone.md'],
  ['a heading that is missing', '[a](there.md#second)', 'there.md has no heading #second'],
  ['a heading of its own that is missing', '[a](#second)', 'this page has no heading #second'],
  ['a picture that is missing', '![a](pictures/gone.png)', 'there is no pictures/gone.png'],
  ['a file of the code that is missing', 'see `src/core/gone.ts`', 'there is no src/core/gone.ts'],
  ['a folder that is missing', 'see `tests/server/`', 'there is no tests/server/'],
])('%s is named with its line', (_, text, problem) => {
  writeFileSync(join(root, 'docs', 'page.md'), `first line\n${text}\n`);
  expect(brokenDocLinks(root)).toEqual([`docs/page.md:2: ${problem}`]);
});

test.each([
  ['a page', '[a](there.md)'],
  ['a heading', '[a](there.md#several-in-code-really)'],
  ['a heading of its own', '# Here\n[a](#here)'],
  ['another site', '[a](https://example.com/gone.md) and [b](mailto:a@example.com)'],
  ['a file of the code', '`src/core/config-file.ts`, in `src/core`'],
  ['several files of the code', '`src/core/config*.ts`'],
])('%s that is there is fine', (_, text) => {
  writeFileSync(join(root, 'docs', 'page.md'), text);
  expect(brokenDocLinks(root)).toEqual([]);
});

test.each([
  ['without code', '| A point | | `tests/a.test.ts` | |'],
  ['without a test', '| A point | `src/core/config-file.ts` | | |'],
  ['with a test that is none', '| A point | `src/core/config-file.ts` | `tests/a.ts` | |'],
])('a row of the specification %s is named', (_, row) => {
  mkdirSync(join(root, 'tests'));
  for (const name of ['a.ts', 'a.test.ts']) writeFileSync(join(root, 'tests', name), '');
  const page = join(root, 'docs', 'specification.md');
  const table = '| What is asked for | Code | Test | Chosen |\n|---|---|---|---|\n';
  writeFileSync(page, `${table}| A point | \`src/core/config-file.ts\` | \`tests/a.test.ts\` | |\n`);
  expect(brokenDocLinks(root)).toEqual([]);
  writeFileSync(page, `${table}${row}\n`);
  expect(brokenDocLinks(root)).toEqual(['docs/specification.md:3: a row without its code or test']);
});

test('a decision without its status, or superseded without a link to the later one, is named', () => {
  mkdirSync(join(root, 'docs', 'decisions'));
  const page = join(root, 'docs', 'decisions', '0001-one.md');
  const decision =
    '# 1. One\n\nStatus: accepted\nDate: 2026-11-22\n\n## Context\n\nA.\n\n## Decision\n\nB.\n\n## Consequences\n\nC.\n';
  writeFileSync(page, decision);
  writeFileSync(join(root, 'docs', 'decisions', 'README.md'), '- [1](0001-one.md) One\n');
  expect(brokenDocLinks(root)).toEqual([]);
  for (const status of ['', 'Status: superseded\n', 'Status: superseded by 0002\n']) {
    writeFileSync(page, decision.replace('Status: accepted\n', status));
    expect(brokenDocLinks(root)[0]).toContain('0001-one.md:1: not "# N. title"');
  }
});

test.each([
  ['that is not in the index', '', 'accepted', '- [7](0007-seven.md) Seven'],
  ['with another title', '- [7](0007-seven.md) Eight\n', 'accepted', '- [7](0007-seven.md) Seven'],
  [
    'that is superseded',
    '- [7](0007-seven.md) Seven\n',
    'superseded by [0007](0007-seven.md)',
    '- [7](0007-seven.md) Seven (superseded)',
  ],
])('a decision %s is named with its line', (_, index, status, line) => {
  const folder = join(root, 'docs', 'decisions');
  mkdirSync(folder);
  const parts = '## Context\n\nA.\n\n## Decision\n\nB.\n\n## Consequences\n\nC.\n';
  writeFileSync(
    join(folder, '0007-seven.md'),
    `# 7. Seven\n\nStatus: ${status}\nDate: 2026-11-22\n\n${parts}`,
  );
  writeFileSync(join(folder, 'README.md'), index);
  expect(brokenDocLinks(root)).toEqual([`docs/decisions/README.md:1: lacks the line "${line}"`]);
});
