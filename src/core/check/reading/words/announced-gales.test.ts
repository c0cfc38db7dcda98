import { expect, test } from 'vitest';
import { announcedGales } from './announced-gales.ts';

test.each<[string, number | 'some' | undefined]>([
  ['Expiration 1 minute, une seule martingale', 1],
  ['Hoy un gale como mucho', 1],
  ['одно перекрытие х2', 1],
  ['eine einzige Martingale', 1],
  ['Martingale, only once', 'some'],
  ['Martingale only once', 1],
  ['MTG sirf ek dafa', 1],
  ['المضاعفة مرة واحدة فقط', 1],
  ['Thua thì gấp 1 lần duy nhất', 1],
  ['Gale 1 e 2 se precisar', 2],
  ['Gale 1 e 10:05', 1],
  ['1 MTG lena hai, 2nd MTG bilkul nahi', 1],
  ['1 MTG lena hai, 2nd MTG bhi', 2],
  ['Martingale yapmıyoruz, tek giriş', undefined],
  ['Niente martingala', undefined],
  ['Martingale: no', undefined],
  ['Martingale: 0', 0],
  ['Un seul rattrapage', 1],
  ['On a rattrapé', 'some'],
])('"%s" is a rule of so many doubled stakes: %s', (text, gales) => {
  expect(announcedGales(text, 0)?.gales).toBe(gales);
});
