import { expect, test } from 'vitest';
import { verificationText } from './verification-text.ts';

test('what a strange server put into an entry cannot steer the terminal of who verifies it', () => {
  const text = verificationText({
    ledger: 'live',
    where: 'https://signals.example.com/',
    keyText: 'name+id+key',
    wasKeyGiven: false,
    compared: 1,
    notCompared: [],
    verification: {
      problems: [
        {
          part: 'entry',
          index: 0,
          message: 'Entry 0 is wrong: entry.\x1b[2J\x9b31m\nThe ledger holds\u202e is not a known key.',
        },
      ],
      origin: 'name',
      size: 1,
      checked: 0,
      kinds: { signal: 0, entered: 0, settled: 0, abstained: 0, outage: 0 },
      outcomes: { won: 0, lost: 0, unchanged: 0, void: 0 },
      openSignals: 0,
      overdueSignals: 0,
      silentMinutes: 0,
      lastAtMs: undefined,
      earlierCheckpoints: 0,
      root: undefined,
    },
  });
  expect(text).toContain(
    String.raw`  Entry 0 is wrong: entry.\x1b[2J\x9b31m\x0aThe ledger holds\u202e is not a known key.`,
  );
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});
