import { beforeAll, describe, expect, test } from 'vitest';
import type {
  LateEntry,
  LedgerEntry,
  OutageEntry,
  RecordedQuote,
  SettledEntry,
} from '../../../src/core/signals/ledger-entry.ts';
import { outcomeOf, voidFor } from '../../../src/core/signals/settlement.ts';
import { bend, bendSettled, foundIn } from '../../support/bent-ledger.ts';
import { quoted } from '../../support/quoted.ts';
import { playedHours, walkedQuotes } from '../desk/played-hours.ts';

/**
 * The ways in which an operator with the keys can show traders better results than there were, as far as the entries refute them: the table
 * in docs/ledger.md. What is found here is found by `verify`, `verify URL`, `verify --policy` and the page, which read all entries.
 */

const START_MS = Date.UTC(2018, 1, 5, 9);
const END_MS = START_MS + 20 * 60_000;
let honest: readonly LedgerEntry[];
beforeAll(async () => {
  honest = await playedHours(walkedQuotes(START_MS, END_MS), { startMs: START_MS, endMs: END_MS });
});

const voided = (reason: SettledEntry['reason'], afterMs = 0) =>
  bendSettled(honest, 'lost', ({ atMs, signal }, { expiryMs }) => ({
    kind: 'settled',
    atMs: Math.max(atMs, expiryMs + afterMs),
    signal,
    ...voidFor(reason as NonNullable<typeof reason>),
  }));
const outage = (atMs: number, change: Partial<OutageEntry> = {}): OutageEntry => ({
  kind: 'outage',
  atMs,
  id: '00000000-0000-4000-8000-000000000000',
  fromMs: atMs,
  toMs: atMs,
  reason: 'server-down',
  ...change,
});
const lateVoid = (reason: LateEntry['reason']) =>
  bend(honest, (entry) =>
    entry.kind === 'settled' && entry.enteredLate?.outcome === 'lost'
      ? { ...entry, enteredLate: { outcome: 'void', reason } as LateEntry }
      : entry,
  );
const inOrder = (entries: readonly LedgerEntry[]) => entries.toSorted((one, other) => one.atMs - other.atMs);

test('the ledger that is bent here holds as it is', async () => {
  expect(await foundIn(honest)).toBe('holds');
  expect(honest.filter(({ kind }) => kind === 'settled').length).toBeGreaterThan(100);
});

describe('what an operator with the keys tries, and what is found', () => {
  test('losers that are never settled (S10)', async () => {
    expect(await foundIn(bendSettled(honest, 'lost', () => undefined))).toContain('is overdue');
  });

  test('minutes of losers that are left out (S11)', async () => {
    const lost = new Set(
      honest.flatMap((entry) => (entry.kind === 'settled' && entry.outcome === 'lost' ? [entry.signal] : [])),
    );
    const left = bend(honest, (entry) => {
      const id = entry.kind === 'signal' ? entry.id : 'signal' in entry ? entry.signal : undefined;
      return id !== undefined && lost.has(id) ? undefined : entry;
    });
    expect(await foundIn(left)).toContain('neither a P-Special signal');
  });

  test('a control that is always the opposite (S3)', async () => {
    const bent = bend(honest, (entry) =>
      entry.kind === 'signal' ? { ...entry, control: entry.direction === 'CALL' ? 'PUT' : 'CALL' } : entry,
    );
    expect(await foundIn(bent)).toContain('is drawn (S3)');
  });

  test('losers called won', async () => {
    const won = bendSettled(honest, 'lost', (settled) => ({ ...settled, outcome: 'won' }));
    expect(await foundIn(won)).toContain('it says won, but by its prices it is lost');
  });

  test('exit prices of losers bent into the other direction (L1)', async () => {
    const bent = bendSettled(honest, 'lost', (settled, { direction, control }) => {
      const { entry, exit } = settled as Required<SettledEntry>;
      const up = direction === 'CALL' ? 1 : -1;
      const other: RecordedQuote = { ...exit, ...quoted({ bid: entry.bid + up, ask: entry.ask + up }) };
      return {
        ...settled,
        exit: other,
        outcome: outcomeOf(direction, entry, other),
        control: outcomeOf(control, entry, other),
      };
    });
    expect(await foundIn(bent)).toMatch(/\(L[12]\)/);
  });

  test('an exit on an older quote that made it a win (L2)', async () => {
    const uses = honest.flatMap((entry) =>
      entry.kind === 'settled' && entry.exit !== undefined ? [entry.exit] : [],
    );
    const bent = bendSettled(honest, 'lost', (settled, { direction, control, expiryMs }) => {
      const { entry } = settled as Required<SettledEntry>;
      const best = uses
        .filter(({ timeMs }) => timeMs >= expiryMs - 15_000 && timeMs <= expiryMs && timeMs >= entry.timeMs)
        .map((quote) => ({ ...quote, ageMs: expiryMs - quote.timeMs }))
        .find(
          (quote) => Math.abs(quote.bid - entry.bid) < 5_000 && outcomeOf(direction, entry, quote) === 'won',
        );
      return best === undefined
        ? settled
        : { ...settled, exit: best, outcome: 'won', control: outcomeOf(control, entry, best) };
    });
    expect(bent).not.toEqual(honest);
    expect(await foundIn(bent)).toMatch(/\(L[12]\)/);
  });

  test.each([
    ['no-exit', 0, 'L3'],
    ['no-proof', 15_000, 'L3'],
    ['no-entry', 0, 'L4'],
    ['no-proof', 0, 'L4'],
    ['server-down', 0, 'L5'],
    ['clock-set', 0, 'L5'],
    ['late', 0, 'L5'],
  ] as const)(
    'losers void for %s, recorded %i ms behind their expiry (%s)',
    async (reason, afterMs, rule) => {
      expect(await foundIn(inOrder(voided(reason, afterMs)))).toContain(`(${rule})`);
    },
  );

  test('losers void for server-down behind an outage that was over in time (L3)', async () => {
    const bent = bend(voided('server-down'), (entry) =>
      entry.kind === 'entered' ? [entry, outage(entry.atMs)] : entry,
    );
    expect(await foundIn(bent)).toContain('(L3)');
  });

  test.each([
    ['no-entry', 'L3'],
    ['no-exit', 'L3'],
    ['no-proof', 'L3'],
    ['server-down', 'L5'],
    ['refused', 'L4'],
    ['late', 'L4'],
  ] as const)('lost late entries void for %s (%s)', async (reason, rule) => {
    expect(await foundIn(lateVoid(reason))).toContain(`(${rule})`);
  });

  test('an outage of no length in the life of each loser, so that it may be settled later (S10)', async () => {
    const lost = bendSettled(honest, 'lost', (settled, { expiryMs }) => [
      outage(settled.atMs),
      { ...settled, atMs: expiryMs + 60_001 },
    ]);
    expect(await foundIn(inOrder(lost))).toContain('is overdue');
  });

  test('the clock set forward and back, and minutes without a decision in between (S11)', async () => {
    const at = START_MS + 10 * 60_000 + 30_000;
    const toMs = at + 3_600_000;
    const isLeft = (entry: LedgerEntry) => entry.atMs < at || entry.atMs > at + 4 * 60_000;
    const bent = [
      ...honest.filter((entry) => isLeft(entry) && entry.atMs < at),
      outage(toMs, { reason: 'clock-set', fromMs: at, toMs }),
      outage(at, { reason: 'clock-set', fromMs: at, toMs }),
      ...voidsOfOpen(
        honest.filter(({ atMs }) => atMs < at),
        at,
      ),
      ...honest
        .filter(
          (entry) => entry.kind === 'abstained' || (entry.kind === 'signal' && entry.atMs > at + 4 * 60_000),
        )
        .filter(({ atMs }) => atMs > at + 4 * 60_000),
    ];
    expect(await foundIn(bent)).toContain('neither a P-Special signal');
  });

  test('losers void behind an outage each: not refuted, but each is an outage and a void of the record', async () => {
    const bent = bendSettled(honest, 'lost', (settled) => [
      outage(settled.atMs),
      { kind: 'settled', atMs: settled.atMs, signal: settled.signal, ...voidFor('server-down') },
    ]);
    expect(await foundIn(bent)).toBe('holds');
    const count = (entries: readonly LedgerEntry[]) => entries.filter(({ kind }) => kind === 'outage').length;
    expect(count(bent) - count(honest)).toBeGreaterThan(50);
  });
});

/** The signals that are open behind these entries, void because the clock was set. */
function voidsOfOpen(entries: readonly LedgerEntry[], atMs: number): LedgerEntry[] {
  const settled = new Set(entries.flatMap((entry) => (entry.kind === 'settled' ? [entry.signal] : [])));
  return entries.flatMap((entry) =>
    entry.kind === 'signal' && !settled.has(entry.id)
      ? [{ kind: 'settled', atMs, signal: entry.id, ...voidFor('clock-set') }]
      : [],
  );
}
