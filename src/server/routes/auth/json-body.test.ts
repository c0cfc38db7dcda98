import { describe, expect, test } from 'vitest';
import { parseJsonBody } from './bodies.ts';

const NAMES = new Set(['email', 'password', 'phone', 'a']);
const parse = (text: string) => parseJsonBody(Buffer.from(text), NAMES);

describe('parseJsonBody', () => {
  test('reads field names in any case, the last one winning, and null as absent', () => {
    expect(parse('{"Email":"a","PASSWORD":"b","password":"c","phone":null}')).toEqual({
      email: 'a',
      password: 'c',
    });
    expect(parse('{"email":"a","Email":null}')).toEqual({ email: 'a' });
  });

  test('replaces broken UTF-8 and lone surrogates', () => {
    const bytes = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]);
    expect(parseJsonBody(bytes, NAMES)).toEqual({ a: '\ufffd' });
    expect(parse('{"a":"x\\ud800y"}')).toEqual({ a: 'x\ufffdy' });
  });

  test('keeps the fields that are asked for and no other, one named __proto__ neither', () => {
    expect(parse('{"a":1,"b":2,"A ":3,"constructor":4}')).toEqual({ a: 1 });
    const fields = parse('{"__proto__":{"email":"a"},"password":"b"}');
    expect(Object.keys(fields)).toEqual(['password']);
    expect(fields['email']).toBeUndefined();
    const asked = parseJsonBody(Buffer.from('{"__proto__":{"email":"a"}}'), new Set(['__proto__']));
    expect(Object.keys(asked)).toEqual(['__proto__']);
    expect(asked['email']).toBeUndefined();
  });

  test.each([
    ['the body is empty', ''],
    ['the body is empty', '  \n'],
    ['not valid JSON', 'email=a&password=b'],
    ['not valid JSON', '{"a":1} x'],
    ['not valid JSON', '{"password":"hunter2"'],
    ['not an object', '[]'],
    ['not an object', 'null'],
    ['not an object', '"text"'],
    ['not an object', `${'['.repeat(16_000)}${']'.repeat(16_000)}`],
    ['not valid JSON', '['.repeat(1_000_000)],
  ])('says: %s', (problem, text) => {
    expect(() => parse(text)).toThrow(`Could not parse request body as JSON: ${problem}`);
  });

  test('refuses a missing body', () => {
    expect(() => parseJsonBody(undefined, NAMES)).toThrow('the body is empty');
  });
});
