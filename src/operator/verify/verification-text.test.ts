import { expect, test } from 'vitest';
import { verificationText } from './verification-text.ts';

test('what a strange server put into an entry cannot steer the terminal of who verifies it', () => {
  const text = verificationText({
    ledger: 'live',
    where: 'https://signals.example.com/',
    keyText: 'name+id+key',
    wasKeyGiven: false,
    keyChanges: 2,
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
      openMinutes: 100,
      outageMinutes: 9,
      outageMs: 15_120_000,
      engineChanges: 1,
      firstAtMs: Date.UTC(2026, 10, 16, 8),
      lastAtMs: undefined,
      earlierCheckpoints: 0,
      root: undefined,
      checkpoint: undefined,
    },
  });
  expect(text).toContain(
    String.raw`  Entry 0 is wrong: entry.\x1b[2J\x9b31m\x0aThe ledger holds\u202e is not a known key.`,
  );
  expect(text).toContain(
    'since 2026-11-16 08:00:00 UTC: 0 outages, 4 h 12 min in all; changes of the engine: 1, of the key: 2',
  );
  expect(text).toContain('never decided: 9 of 100 open minutes (9.0 %)');
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});
