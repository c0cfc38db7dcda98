import { expect, it } from 'vitest';
import { texts } from './texts.ts';

it('sentences of the Lab fit the numbers 0 and 1', () => {
  expect([
    texts.manyLead({ rules: '20', bars: '30,000', days: '1 – 31 Jan 2026', few: '1' }),
    texts.fewThere({ count: '1' }),
    ...[0, 1, 2].map((paid) => texts.paidAgain({ paid, again: Math.min(paid, 1) })),
  ]).toEqual([
    '20 rules on 30,000 bars, 1 – 31 Jan 2026; not judged, as they gave fewer than 500 signals: 1.',
    'Its signals there, at this pace: about 1, too few to judge.',
    'No rule paid off in the first half.',
    '1 rule paid off in the first half; in the second too: 1.',
    '2 rules paid off in the first half; in the second too: 1.',
  ]);
});
