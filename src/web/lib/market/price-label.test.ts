import { expect, test } from 'vitest';
import { priceLabelText } from './price-label.ts';

test.each([
  ['replay 2014-05-08', 'Replay of 8 May 2014'],
  ['replay 2014-05-08/2014-05-09', 'Replay of 8 – 9 May 2014'],
  ['replay 2014-04-30/2014-05-02', 'Replay of 30 April – 2 May 2014'],
  ['synthetic', 'Synthetic prices'],
  ['something newer', 'something newer'],
])('%s is %s', (label, text) => {
  expect(priceLabelText(label).replaceAll(/\s/g, ' ')).toBe(text);
});
