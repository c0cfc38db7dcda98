import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packageText, withLicenseTexts } from './license-texts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipcast-license-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The text of a package that consists of these files. */
function textOf(files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return packageText(pathToFileURL(`${folder}/`));
}

test('a package without a text gets one, within the list and at its end, and others keep theirs', () => {
  const list =
    '# Licenses\n\n## @a/b - 1.0.0 (MIT)\n\n## c - 2.0.0 (MIT)\n\nCopyright C\n\n## d - 3.0.0 (ISC)\n';
  expect(withLicenseTexts(list, (name) => `Text of ${name}`)).toBe(
    '# Licenses\n\n## @a/b - 1.0.0 (MIT)\n\nText of @a/b\n\n## c - 2.0.0 (MIT)\n\nCopyright C\n\n## d - 3.0.0 (ISC)\n\nText of d\n',
  );
});

test("the text is the README's section about the licence, whole, with the author", () => {
  const text = textOf({
    'package.json': '{ "author": "Ada" }',
    'Readme.md':
      '# Name\n\n## License\n\nCopyright Ada\n\nPermission is hereby granted\n\n## Thanks\n\nNone\n',
  });
  expect(text).toBe('Copyright Ada\n\nPermission is hereby granted\n\nAuthor: Ada');
});

test('a package without any text names its author', () => {
  expect(textOf({ 'package.json': '{ "author": { "name": "Ada" } }' })).toBe(
    'The package names its licence and has no text of it.\n\nAuthor: Ada',
  );
});
