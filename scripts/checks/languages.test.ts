import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { languageFindings } from './languages.mjs';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** What is found, beside the translations back, when a language says `own` where the page says `english`. */
function found(english: Record<string, string>, own: Record<string, string>, room = 'room'): string[] {
  const root = mkdtempSync(join(tmpdir(), 'pipcast-languages-'));
  folders.push(root);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('src/web/texts.ts', `export const texts = defineTexts('room', ${JSON.stringify(english)});`);
  const language = {
    locale: 'id',
    name: 'Bahasa Indonesia',
    direction: 'ltr',
    messages: { [room]: own },
    back: {},
  };
  write('src/web/languages/id.ts', `export default ${JSON.stringify(language)} satisfies LanguageFile;`);
  return languageFindings(root).filter((finding) => !finding.includes(': back, '));
}

it('finds nothing in a message with the same values, tags, choices and terms in another order', () => {
  const english = {
    won: '{count, plural, one {# CALL} other {# CALL}} of {pair}, <b>{code, select, a {one} other {two}}</b>',
  };
  const own = { won: '<b>{code, select, a {satu} other {dua}}</b>: {pair}, CALL {count, number}' };
  expect(found(english, own)).toEqual([]);
});

it.each([
  ['a message that is missing', {}, 'room, key is missing: Opens {time}'],
  ['a value that is missing', { key: 'Buka' }, 'room, key: {time} is missing'],
  ['a value too many', { key: 'Buka {time} {zone}' }, 'room, key: {zone} is no value of this message'],
  ['another kind of value', { key: 'Buka {time, number}' }, 'room, key: {time} is a text, not a number'],
  ['a tag for a value', { key: 'Buka <time>x</time>' }, 'room, key: {time} is a text, not a tag'],
  ['a term that was translated', { key: 'Buka CALL {time}' }, 'room, key: the terms of no kind became CALL'],
])('names %s by file and key', (_, own: Record<string, string>, finding) => {
  expect(found({ key: 'Opens {time}' }, own)).toEqual([`src/web/languages/id.ts: ${finding}`]);
});

it('names what is no valid message', () => {
  expect(found({ key: 'Opens' }, { key: 'Buka {' })[0]).toMatch(/room, key: is no valid ICU MessageFormat/);
});

it('names a plural form that the language does not have, and choices that differ', () => {
  expect(
    found({ key: '{n, plural, one {#} other {#s}}' }, { key: '{n, plural, one {#} other {#}}' }),
  ).toEqual(['src/web/languages/id.ts: room, key: {n} has no form "one" in id']);
  expect(found({ key: '{c, select, a {1} other {2}}' }, { key: '{c, select, b {1} other {2}}' })).toEqual([
    'src/web/languages/id.ts: room, key: {c} chooses from a, other, not from b, other',
  ]);
});

it('names messages and rooms that the page does not have', () => {
  expect(found({}, { old: 'Lama' })).toEqual([
    'src/web/languages/id.ts: room, old is no message of the page',
  ]);
  expect(found({}, { old: 'Lama' }, 'gone')).toEqual([
    'src/web/languages/id.ts: gone, old is no message of the page',
  ]);
});

it('asks for a translation back of each sentence that must not mislead', () => {
  const english = mkdtempSync(join(tmpdir(), 'pipcast-languages-'));
  folders.push(english);
  mkdirSync(join(english, 'src/web/languages'), { recursive: true });
  writeFileSync(
    join(english, 'src/web/languages/hi.ts'),
    `export default { locale: 'hi', name: 'x', direction: 'ltr', messages: {}, back: { ui: { risk: 'x' } } } satisfies LanguageFile;`,
  );
  const findings = languageFindings(english);
  expect(findings).toContain('src/web/languages/hi.ts: back, ui, simulated is missing');
  expect(findings).not.toContain('src/web/languages/hi.ts: back, ui, risk is missing');
});
