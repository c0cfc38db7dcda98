import { expect, it } from 'vitest';
import { setLanguage } from '../lib/catalogue.ts';
import { stakeSentence } from './report-texts.ts';

it.each(['bn', 'hi', 'id', 'pt-BR', 'ur'])(
  'in the digits of %s, too, stakes that came back are no gain',
  (locale) => {
    setLanguage({ locale, direction: 'ltr', message: (_room, _key, english) => english });
    expect([0.04, -0.04].map(stakeSentence)).toEqual([
      'Each $1 staked came back, no more and no less.',
      'Each $1 staked came back, no more and no less.',
    ]);
  },
);
