import { expect, test } from 'vitest';
import { spelling } from './misspellings.ts';

const LONG = 'so'.repeat(45);
const spelt = spelling([
  `${LONG} win`,
  `${LONG} win`,
  'WIN 💚',
  'Win',
  'LOSS 💔',
  'Loss',
  'CALL win',
  'CALL win',
  'Hello traders',
  'Hello traders',
  'TP2 reached',
]);

test.each([
  ['wiin 💚', 'win 💚'],
  ['los 💔 EURUSD', 'los 💔 EURUSD'],
  ['Lossr', 'loss'],
  ['EURUSD CALL wn', 'EURUSD CALL win'],
  ['Above\nLossr', 'Above\nloss'],
])('the word of an outcome that lacks or repeats a letter is mended: %s', (text, meant) => {
  expect(spelt(text)).toBe(meant);
});

test.each([
  ['the first letter is another', 'oss'],
  ['a short word alone', 'wi'],
  ['another letter', 'Lass'],
  ['two letters too many', 'winner'],
  ['a word that is known', 'CALL wins'],
  ['no outcome', 'Hello trader'],
  ['a line that is said once', 'TP2 reachd'],
  ['a long line', `${LONG} wiin`],
])('%s is left as it is written: %s', (_, text) => {
  expect(spelt(text)).toBe(text);
});
