import { render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { texts } from '../../../tests/support/sample-texts.ts';
import { type Language, setLanguage } from './catalogue.ts';

const ENGLISH: Language = { locale: 'en-GB', direction: 'ltr', message: (_room, _key, english) => english };

afterEach(() => setLanguage(ENGLISH));

it('gives a message without values as a string, and one with values as a function of them', () => {
  expect(texts.plain).toBe("It's plain");
  expect(texts.opens({ time: '04:00' })).toBe('Opens 04:00, not before 04:00');
  expect(texts.braces).toBe('Write {name}');
});

it('chooses by number and by code, and writes the number in the locale', () => {
  expect(texts.signals({ count: 0, pair: 'EUR/USD' })).toBe('No signals');
  expect(texts.signals({ count: 1, pair: 'EUR/USD' })).toBe('1 signal of EUR/USD');
  expect(texts.signals({ count: 1284, pair: 'EUR/USD' })).toBe('1,284 signals of EUR/USD');
  expect(texts.source({ source: 'kraken' })).toBe('Kraken is away');
  expect(texts.source({ source: 'deriv' })).toBe('The feed is away');
});

it('draws tags as elements inside the sentence, without asking for keys', () => {
  const warn = vi.spyOn(console, 'error');
  const { container } = render(
    <p>
      {texts.more({
        b: <b />,
        link: <em className="link" />,
        name: 'public',
      })}
    </p>,
  );
  expect(container.innerHTML).toBe('<p><b>Now</b>: read <em class="link">the public record</em>.</p>');
  expect(warn).not.toHaveBeenCalled();
});

it('speaks another language with its plurals and digits, and English where that has no message', () => {
  setLanguage({
    locale: 'ar-EG',
    direction: 'rtl',
    message: (room, key) =>
      room === 'sample' && key === 'signals'
        ? [['count', 2, { two: 'two', few: ['few ', 0], other: 'other' }]]
        : undefined,
  });
  expect(texts.signals({ count: 2, pair: 'EUR/USD' })).toBe('two');
  expect(texts.signals({ count: 3, pair: 'EUR/USD' })).toBe('few ٣');
  expect(texts.plain).toBe("It's plain");
  expect(texts.opens({ time: '04:00' })).toBe('Opens \u206804:00\u2069, not before \u206804:00\u2069');
  // Made of isolates alone, as a weekday and an hour are, it would begin from the left.
  expect(texts.opens({ time: '\u2068بدھ\u2069 \u206816\u2069' })).toMatch(
    /^Opens \u2067\u2068بدھ\u2069 \u206816\u2069\u2069, /u,
  );
});

it('does not compile with a missing key, a missing value, a number as a plain value or a tag that is not drawn', () => {
  // @ts-expect-error no such message
  expect(texts.missing).toBeUndefined();
  // Never called: what counts is that each line below needs its @ts-expect-error.
  const refusedByTypes = () => [
    // @ts-expect-error the value is missing
    texts.opens({}),
    // @ts-expect-error a number has to be formatted first
    texts.opens({ time: 4 }),
    // @ts-expect-error a plural needs the number itself
    texts.signals({ count: '3', pair: 'EUR/USD' }),
    // @ts-expect-error the link is not drawn
    texts.more({ b: <b />, name: 'public' }),
  ];
  expect(refusedByTypes).toBeTypeOf('function');
});
