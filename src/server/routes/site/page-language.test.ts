import { describe, expect, it } from 'vitest';
import { pageLanguage } from './pages.ts';

const LOCALES = ['en', 'bn', 'hi', 'id', 'pt-BR', 'ur'] as const;

describe('the language of a page', () => {
  it.each([
    ['hi', 'hi'],
    ['hi-IN,hi;q=0.9,en;q=0.8', 'hi'],
    ['pt-PT', 'pt-BR'],
    ['PT-br', 'pt-BR'],
    ['fr-FR,ur-PK;q=0.5,en;q=0.3', 'ur'],
    ['en-US,en;q=0.9,bn;q=0.8', 'en'],
    ['en;q=0.2, bn;q=0.7', 'bn'],
    ['id;q=0,bn', 'bn'],
    ['ind', 'en'],
    ['fr, *;q=0.5', 'en'],
    ['', 'en'],
    [`${'fr,'.repeat(80)}hi`, 'en'],
    [undefined, 'en'],
  ])('follows Accept-Language: %s gets %s', (wishes, locale) => {
    expect(pageLanguage({ 'accept-language': wishes }, LOCALES)).toBe(locale);
  });

  it.each([
    ['pipcast.language=ur', 'ur'],
    ['other=bn; pipcast.language=pt-BR; more=hi', 'pt-BR'],
    ['pipcast.language=en-GB', 'en'],
    ['pipcast.language=fr', 'hi'],
    ['not-pipcast.language=ur', 'hi'],
  ])('is the one chosen in the page, where there is that one: %s gets %s', (cookie, locale) => {
    expect(pageLanguage({ cookie, 'accept-language': 'hi' }, LOCALES)).toBe(locale);
  });
});
