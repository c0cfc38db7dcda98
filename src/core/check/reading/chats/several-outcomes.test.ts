import { expect, test } from 'vitest';
import { rowIn } from './several-outcomes.ts';

test.each([
  ['✅ GREEN G1 ✅', undefined],
  ['✅ WIN direct ✅', undefined],
  ['✅G1 ✅', ['won', 'won']],
  ['✅ WIN G1 ✅ WIN', ['won', 'won']],
  ['✅ WIN G1 ❌', ['won', 'lost']],
])('%s holds an outcome for each mark, but for marks on both sides', (text, outcomes) => {
  expect(rowIn(text)?.map(({ outcome }) => outcome)).toEqual(outcomes);
});
