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
function found(
  english: Record<string, string>,
  own: Record<string, string>,
  { room = 'room', locale = 'id', ofEnglish = 'room' } = {},
): string[] {
  const root = mkdtempSync(join(tmpdir(), 'pipcast-languages-'));
  folders.push(root);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('src/web/texts.ts', `export const texts = defineTexts('${ofEnglish}', ${JSON.stringify(english)});`);
  const language = {
    locale,
    name: 'Its own name',
    direction: locale === 'ur' ? 'rtl' : 'ltr',
    messages: { [room]: own },
  };
  write('docs/translations-back.md', '');
  write(
    `src/web/languages/${locale}.ts`,
    `export default ${JSON.stringify(language)} satisfies LanguageFile;`,
  );
  return languageFindings(root).filter((finding) => !finding.startsWith('docs/translations-back.md'));
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

it('asks for no translation of a message without words, and for none that repeats it', () => {
  const english = {
    moved: '{time} CALL: {reason}',
    name: 'Kraken',
    unit: '{pips} pip',
    seen: '{count} seen',
  };
  expect(found(english, { seen: '{count} terlihat' })).toEqual([]);
  expect(found(english, { seen: '{count} terlihat', moved: '{reason} ({time} CALL)' })).toEqual([]);
  expect(found(english, { moved: english.moved, name: 'Kraken', unit: english.unit })).toEqual(
    [
      'moved stands in English already',
      'name stands in English already',
      'unit stands in English already',
      'seen is missing: {count} seen',
    ].map((what) => `src/web/languages/id.ts: room, ${what}`),
  );
});

it('names what is no valid message', () => {
  expect(found({ key: 'Opens' }, { key: 'Buka {' })[0]).toMatch(/room, key: is no valid ICU MessageFormat/);
});

it('names a plural form that the language does not have, and choices that differ', () => {
  expect(
    found({ key: '{n, plural, one {#} other {##}}' }, { key: '{n, plural, one {#} other {#}}' }),
  ).toEqual(['src/web/languages/id.ts: room, key: {n} has no form "one" in id']);
  expect(found({ key: '{c, select, a {1} other {2}}' }, { key: '{c, select, b {1} other {2}}' })).toEqual([
    'src/web/languages/id.ts: room, key: {c} chooses from a, other, not from b, other',
  ]);
});

it('names messages and rooms that the page does not have', () => {
  expect(found({}, { old: 'Lama' })).toEqual([
    'src/web/languages/id.ts: room, old is no message of the page',
  ]);
  expect(found({}, { old: 'Lama' }, { room: 'gone' })).toEqual([
    'src/web/languages/id.ts: gone, old is no message of the page',
  ]);
});

it('asks for a translation back of each sentence that must not mislead, in each language', () => {
  const root = mkdtempSync(join(tmpdir(), 'pipcast-languages-'));
  folders.push(root);
  for (const folder of ['src/web/languages', 'docs']) mkdirSync(join(root, folder), { recursive: true });
  for (const locale of ['hi', 'ur'])
    writeFileSync(
      join(root, `src/web/languages/${locale}.ts`),
      `export default { locale: '${locale}', name: 'x', direction: 'ltr', messages: {} } satisfies LanguageFile;`,
    );
  writeFileSync(
    join(root, 'docs/translations-back.md'),
    '| Message | ur | hi |\n|---|---|---|\n| ui, risk | | x |\n| gone, old | x | x |\n',
  );
  const findings = languageFindings(root);
  const named = (what: string) => `docs/translations-back.md: ${what}`;
  expect(findings).toContain(named('ui, simulated is missing in hi'));
  expect(findings).toContain(named('ui, risk is missing in ur'));
  expect(findings).not.toContain(named('ui, risk is missing in hi'));
  expect(findings).toContain(named('gone, old is no message of the page'));
});

it.each([
  ['id', 'of 50.2% from 16:55, 1,284 in all', 'dari 50,2% sejak 16.55, 1.284 semuanya'],
  ['bn', '50.2% in 24 hours', '২৪ ঘণ্টায় ৫০.২%'],
  ['pt-BR', '{n, plural, one {# of 100} other {# of 100}}', '{n, plural, one {# de 100} other {# de 100}}'],
])('in %s takes the same numbers in its own digits and marks', (locale, english, own) => {
  expect(found({ key: english }, { key: own }, { locale })).toEqual([]);
});

it.each([
  ['a number that was lost', 'id', '24 hours', 'sehari', 'the numbers 24 became none'],
  ['the English decimal mark', 'pt-BR', 'under 50.2%', 'menos de 50.2%', 'the numbers 50.2% became 502%'],
  [
    'a plural form that is missing',
    'pt-BR',
    '{n, plural, one {# win} other {# wins}}',
    '{n, plural, other {# vitórias}}',
    '{n} lacks the form "one"',
  ],
  [
    'a plural of nouns that became a plain number',
    'pt-BR',
    '{n, plural, one {# win} other {# wins}}',
    '{n, number} vitórias',
    '{n} is a plural, not a number',
  ],
  [
    'a plural without its number',
    'hi',
    '{n, plural, one {# win} other {# wins}}',
    '{n, plural, one {# जीत} other {जीतें}}',
    '{n} lacks its number, #',
  ],
  [
    'a word for none that is missing',
    'id',
    '{n, plural, =0 {No win} other {# wins}}',
    '{n, plural, other {# menang}}',
    '{n} lacks the form "=0"',
  ],
  ['another unit', 'hi', 'up to {n} s after', '{n} मिनट बाद तक', 'the unit "} s" is not said'],
  ['another currency', 'hi', 'at least $25', 'कम से कम ₹25', 'the unit "$" is not said'],
  [
    'an empty choice',
    'id',
    '{c, select, a {A} other {B}}',
    '{c, select, a {} other {B}}',
    'a choice says nothing',
  ],
  ['what is English', 'pt-BR', 'The server has none.', 'The server has none.', 'is English'],
  ['an English word in another script', 'ur', 'Waiting', 'Waiting', 'is English'],
  ['Western digits', 'bn', 'of 60 minutes', '60 মিনিটের', '"60" is not in the digits of bn'],
  ['a familiar address', 'hi', 'Load it', 'लोड करो', '"करो" is not the word of docs/glossary.md'],
  ['an English full stop', 'ur', 'Sent.', 'بھیجا گیا.', '"ا." is not the word of docs/glossary.md'],
  [
    'a percent sign beside a value',
    'hi',
    'At {payout}',
    '{payout}% पर',
    'a percent sign stands outside its value: it belongs to the value',
  ],
  [
    'a word that says something else',
    'id',
    'An alert',
    'Peringatan',
    '"Peringatan" is not the word of docs/glossary.md',
  ],
  [
    'a figure that turns round',
    'ur',
    'under 50%',
    '50% سے کم',
    '"0%" turns round: put the figure into \\u2066…\\u2069',
  ],
  [
    'a span of hours that turns round',
    'ur',
    'Open {from}–{to}',
    'کھلا {from}–{to}',
    '"}–{" turns round: put the figure into \\u2066…\\u2069',
  ],
  [
    'an isolate that is not closed',
    'ur',
    'n = 5',
    '\u2066n = 5',
    'an isolate is not closed, or closed twice',
  ],
])('names %s', (_, locale, english, own, finding) => {
  expect(found({ key: english }, { key: own }, { locale })).toContain(
    `src/web/languages/${locale}.ts: room, key: ${finding}`,
  );
});

it('names a label that has no room in its button', () => {
  const findings = found(
    { record: 'Record' },
    { record: 'Rekam jejak kami' },
    { room: 'ui', ofEnglish: 'ui' },
  );
  expect(findings).toEqual(['src/web/languages/id.ts: ui, record: has 16 letters, its button room for 14']);
});
