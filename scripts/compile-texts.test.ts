import { expect, test } from 'vitest';
import { messagesIn, withCompiledTexts } from './compile-texts.mjs';

const source = (messages: string) =>
  `import { defineTexts } from './catalogue.ts';\nexport const texts = defineTexts('room', { ${messages} });\n`;

test('messages are compiled where they stand, everything else stays', () => {
  expect(withCompiledTexts('texts.ts', source("a: 'Plain', 'b-c': 'At {time}'"))).toBe(
    source(`a: "Plain", 'b-c': ["At ",["time"]]`),
  );
});

test('in a sentence P-BOT and P-Special do not break at their hyphens; a label is to the letter', () => {
  const [label, sentence] = ['Generate P-BOT Signal', 'P-Special runs at once; ask P-BOT when you like.'];
  expect(withCompiledTexts('texts.ts', source(`a: '${label}', b: '${sentence}'`))).toBe(
    source(`a: "${label}", b: "${sentence.replaceAll('P-', 'P-\u2060')}"`),
  );
});

test('a table with "satisfies" is read as well', () => {
  const table = "export const texts = defineTexts('room', { a: 'Plain' } satisfies Record<'a', string>);";
  expect(messagesIn('texts.ts', table)).toMatchObject([{ room: 'room', key: 'a', message: 'Plain' }]);
});

test('a message that is glued, or no valid message, is named', () => {
  expect(() => withCompiledTexts('texts.ts', source("glued: 'a' + 'b'"))).toThrow(
    'texts.ts: the message "glued" is not one string literal',
  );
  expect(() => withCompiledTexts('texts.ts', source("broken: 'At {time'"))).toThrow(
    /^texts\.ts: the message "broken" is no valid ICU MessageFormat: /,
  );
});

test('texts without a literal name are refused', () => {
  expect(() => messagesIn('texts.ts', 'defineTexts(room, {})')).toThrow(
    "texts.ts: defineTexts takes the room's name",
  );
});
