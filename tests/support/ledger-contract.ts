import { expect, test } from 'vitest';
import type { LedgerEntry, PlacedEntry } from '../../src/core/signals/ledger-entry.ts';
import type { Ledger } from '../../src/server/ledger/ledger.ts';
import { enteredEntry, settledEntry, signalEntry, voidEntry } from '../server/ledger/ledger-support.ts';

/** A ledger under test, and how to open again what it has written. */
export interface ContractLedger {
  readonly ledger: Ledger;
  /** The ledger as the next server finds it; this one writes no more. */
  reopen(): Promise<ContractLedger>;
}

/** What the desk relies on, of whatever keeps its entries: `open` gives an empty ledger. */
export function ledgerContract(open: () => Promise<ContractLedger>): void {
  const placedFrom = (index: number, entries: readonly LedgerEntry[]): PlacedEntry[] =>
    entries.map((entry, offset) => ({ index: index + offset, entry }));

  const one = signalEntry(1);
  const other = signalEntry(1, { mode: 'bot', pair: 'USD/CAD' });
  const entered = enteredEntry(one);

  test('is empty at first', async () => {
    const { ledger } = await open();
    expect([ledger.size(), ledger.lastAtMs(), await ledger.openSignals(), await ledger.read(0, 10)]).toEqual([
      0,
      undefined,
      [],
      [],
    ]);
  });

  test('gives entries their places in the order of the calls, and reads them back', async () => {
    const { ledger } = await open();
    const signals = [signalEntry(1), signalEntry(2), signalEntry(3)];
    const placed = await Promise.all([ledger.append(signals.slice(0, 2)), ledger.append(signals.slice(2))]);
    expect(placed).toEqual([placedFrom(0, signals.slice(0, 2)), placedFrom(2, signals.slice(2))]);
    expect(await ledger.read(1, 1)).toEqual(placedFrom(1, signals.slice(1, 2)));
    expect(await ledger.read(1, 100)).toEqual(placedFrom(1, signals.slice(1)));
    expect([ledger.size(), ledger.lastAtMs()]).toEqual([3, signals[2]?.atMs]);
  });

  test('tells of entries once, in order, before the append resolves, and not after the listener has left', async () => {
    const { ledger } = await open();
    const appended: number[] = [];
    const leave = ledger.onAppended((entries) => appended.push(...entries.map(({ index }) => index)));
    const atResolve = await ledger.append([signalEntry(1), signalEntry(3)]).then(() => [...appended]);
    expect(atResolve).toEqual([0, 1]);
    leave();
    await ledger.append([signalEntry(5)]);
    expect(appended).toEqual([0, 1]);
  });

  test('knows the open signals, with their entry prices, until they are settled', async () => {
    const { ledger } = await open();
    await ledger.append([one, other, entered]);
    expect(await ledger.openSignals()).toMatchObject([
      { signal: one, entered },
      { signal: other, entered: undefined },
    ]);
    await ledger.append([settledEntry(one, entered), voidEntry(other)]);
    expect(await ledger.openSignals()).toEqual([]);
  });

  test.each<[string, readonly LedgerEntry[], LedgerEntry]>([
    ['a second settlement', [one, entered, settledEntry(one, entered)], voidEntry(one)],
    ['a settlement of a signal that it does not have', [], voidEntry(one)],
    ['a second entry price', [one, entered], entered],
    ['a second special signal for a minute', [one], signalEntry(1)],
    [
      'an outcome that the prices do not give',
      [one, entered],
      { ...settledEntry(one, entered), outcome: 'lost' },
    ],
  ])('refuses %s, and all that came in the same call', async (_what, before, refused) => {
    const { ledger } = await open();
    await ledger.append(before);
    const innocent = signalEntry(2);
    const refusal = await ledger.append([innocent, refused]).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Error);
    expect((refusal as Error).name).toBe('Error');
    expect(ledger.size()).toBe(before.length);
    await ledger.append([innocent]);
    expect(ledger.size()).toBe(before.length + 1);
  });

  test('is the same for the next server', async () => {
    const first = await open();
    await first.ledger.append([one, other]);
    const { ledger } = await first.reopen();
    expect([ledger.size(), ledger.lastAtMs()]).toEqual([2, other.atMs]);
    expect(await ledger.openSignals()).toHaveLength(2);
    await ledger.append([entered, settledEntry(one, entered)]);
    await expect(ledger.append([voidEntry(one)])).rejects.toThrow('there is no open signal');
    expect(await ledger.openSignals()).toHaveLength(1);
  });
}
