import { describe, expect, test } from 'vitest';
import { scriptedRandom, seededRandom } from '../../../tests/support/seeded-random.ts';
import { canonicalAccountKey, generateAccountKey } from './account-rules.ts';

describe('generateAccountKey', () => {
  test('makes four groups of five characters that cannot be mistaken for others', () => {
    for (let seed = 0; seed < 200; seed++) {
      expect(generateAccountKey(seededRandom(seed))).toMatch(
        /^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){3}$/,
      );
    }
  });

  test('takes each character from its own draw', () => {
    const draws = Array.from({ length: 20 }, (_, i) => i);
    expect(generateAccountKey(scriptedRandom(...draws))).toBe('01234-56789-abcde-fghjk');
  });
});

describe('canonicalAccountKey', () => {
  test.each([
    'k3v9x-04hqd-z8m1t-w6j1r',
    'K3V9X-04HQD-Z8M1T-W6J1R',
    'k3v9x04hqdz8m1tw6j1r',
    ' K3V9X O4HQD Z8MIT W6JLR ',
    'k3v9x–04hqd–z8m1t–w6j1r',
  ])('reads %j as the same key', (typed) => {
    expect(canonicalAccountKey(typed)).toBe('k3v9x-04hqd-z8m1t-w6j1r');
  });

  test.each(['', 'Correct Horse', 'k3v9x-04hqd-z8m1t-w6j1', 'k3v9x-04hqd-z8m1t-w6j1u'])(
    'leaves %j alone',
    (typed) => {
      expect(canonicalAccountKey(typed)).toBe(typed);
    },
  );
});
