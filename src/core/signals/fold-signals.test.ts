import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDecision, type FoldedSignals, foldEntry, latestDecision, NO_SIGNALS } from './fold-signals.ts';
import {
  type AbstainedEntry,
  type EnteredEntry,
  type PlacedEntry,
  type SettledEntry,
  type SignalEntry,
  signalId,
} from './ledger-entry.ts';
import { abstainedAt, enteredFor, settledFor, signalAt } from '../../../tests/support/entries.ts';

const BOUNDS = { special: 2, bot: 2 };
const MINUTE = 60_000;

const signal = (number: number, change: Partial<SignalEntry> = {}): SignalEntry =>
  signalAt(number * MINUTE, { id: signalId(`signal-${number}`), ...change });
const entered = (number: number): EnteredEntry => enteredFor(signal(number));
const settled = (number: number): SettledEntry => settledFor(signal(number), { reason: 'no-exit' });
const abstained = (number: number, change: Partial<AbstainedEntry> = {}): AbstainedEntry =>
  abstainedAt(number * MINUTE, { id: `abstained-${number}`, ...change });

const place = (...entries: PlacedEntry['entry'][]): PlacedEntry[] =>
  entries.map((entry, index) => ({ index, entry }));
const fold = (entries: readonly PlacedEntry[], from: FoldedSignals = NO_SIGNALS) =>
  entries.reduce((folded, placed) => foldEntry(folded, placed, BOUNDS), from);

describe('foldEntry', () => {
  it('puts the entries of a signal together', () => {
    const entries = place(signal(1), entered(1), settled(1));
    expect(fold(entries).stories).toEqual([
      { index: 0, signal: signal(1), entered: entered(1), settled: settled(1), entries },
    ]);
  });

  it('changes nothing for an entry that it has, an outage, and one of a signal that it does not know', () => {
    const entries = place(signal(1), entered(1), settled(1), abstained(2));
    const folded = fold(entries);
    expect(fold(entries, folded)).toBe(folded);
    expect(foldEntry(folded, { index: 9, entry: settled(7) }, BOUNDS)).toBe(folded);
    const outage = { kind: 'outage', atMs: 1, id: 'o', fromMs: 0, toMs: 1, reason: 'no-feed' } as const;
    expect(foldEntry(folded, { index: 10, entry: outage }, BOUNDS)).toBe(folded);
  });

  it('keeps every open signal and the last finished ones of each mode', () => {
    const bot = { mode: 'bot' } as const;
    const entries = place(
      signal(0),
      signal(1, bot),
      settled(1),
      ...[2, 3, 4].flatMap((number) => [signal(number), settled(number)]),
      abstained(5),
      abstained(6),
      abstained(7),
    );
    const { stories, abstentions } = fold(entries);
    expect(stories.map((story) => story.signal.id)).toEqual(['signal-0', 'signal-1', 'signal-3', 'signal-4']);
    expect(abstentions.map((each) => each.abstained.id)).toEqual(['abstained-6', 'abstained-7']);
  });

  it('keeps finished signals however many newer ones are open', () => {
    const entries = place(
      ...[0, 1, 2, 3].map((number) => signal(number)),
      ...[0, 1].map((number) => settled(number)),
      entered(2),
      entered(3),
    );
    const { stories } = fold(entries);
    expect(stories.map((story) => [story.signal.id, story.entered !== undefined])).toEqual([
      ['signal-0', false],
      ['signal-1', false],
      ['signal-2', true],
      ['signal-3', true],
    ]);
  });

  it('puts entries in the order of the ledger, in whatever order they come', () => {
    const entries = place(signal(1), signal(2), entered(1), settled(1), abstained(3), abstained(4));
    const [first, second, begun, ended, none, noneAgain] = entries as [
      PlacedEntry,
      PlacedEntry,
      PlacedEntry,
      PlacedEntry,
      PlacedEntry,
      PlacedEntry,
    ];
    expect(fold([second, first, ended, begun, noneAgain, none])).toEqual(fold(entries));
  });

  it('comes to the same whether entries come once, twice or summed up first', () => {
    const many = { special: 100, bot: 100 };
    const story = (number: number) => [signal(number), entered(number), settled(number)];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(24), fc.nat(24), (count, summedUpTo, from) => {
        const entries = place(...Array.from({ length: count }, (_, number) => story(number)).flat());
        const add = (folded: FoldedSignals, placed: PlacedEntry) => foldEntry(folded, placed, many);
        const once = entries.reduce(add, NO_SIGNALS);
        const summed = entries.slice(0, summedUpTo).reduce(add, NO_SIGNALS);
        const resumed = entries.slice(Math.min(from, summedUpTo)).reduce(add, summed);
        expect(resumed).toEqual(once);
      }),
      { seed: 20_261_120 },
    );
  });
});

describe('latestDecision', () => {
  it('is the signal or the abstention of this mode that came last', () => {
    expect(latestDecision(NO_SIGNALS, 'special')).toBeUndefined();
    const folded = fold(place(signal(1), abstained(2)));
    expect(latestDecision(folded, 'special')).toMatchObject({ abstained: { id: 'abstained-2' } });
    expect(latestDecision(fold([{ index: 2, entry: signal(3) }], folded), 'special')).toMatchObject({
      signal: { id: 'signal-3' },
    });
    expect(latestDecision(folded, 'bot')).toBeUndefined();
  });

  it('is the only one there is, though it is the ledger’s very first entry', () => {
    expect(latestDecision(fold(place(signal(1))), 'special')).toMatchObject({ index: 0 });
    expect(latestDecision(fold(place(abstained(1))), 'special')).toMatchObject({ index: 0 });
  });
});

describe('findDecision', () => {
  const asked = { pair: 'EUR/USD', timeframe: '5s', decidedMs: MINUTE } as const;
  const bot = { mode: 'bot', timeframe: '5s' } as const;

  it('finds the signal of this pair, timeframe and instant', () => {
    const folded = fold(place(signal(1), signal(2, { ...bot, decidedMs: MINUTE })));
    expect(findDecision(folded, asked)).toMatchObject({ signal: { id: 'signal-2' } });
    expect(findDecision(folded, { ...asked, decidedMs: 2 * MINUTE })).toBeUndefined();
    expect(findDecision(folded, { ...asked, pair: 'USD/JPY' })).toBeUndefined();
    const special = fold(place(signal(1, { timeframe: '5s' })));
    expect(findDecision(special, asked)).toBeUndefined();
  });

  it('finds the abstention that names this pair', () => {
    const folded = fold(place(abstained(1, bot), abstained(1, { ...bot, reasons: { 'USD/CAD': 'thin' } })));
    expect(findDecision(folded, asked)).toMatchObject({ index: 0 });
    expect(findDecision(folded, { ...asked, pair: 'USD/CAD' })).toMatchObject({ index: 1 });
    expect(findDecision(folded, { ...asked, timeframe: '10s' })).toBeUndefined();
  });
});
