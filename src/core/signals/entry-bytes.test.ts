import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryBytes, parseEntry } from './entry-bytes.ts';
import {
  type AbstainedEntry,
  type LedgerEntry,
  type SettledEntry,
  type SignalEntry,
  signalId,
} from './ledger-entry.ts';
import { quoted } from '../../../tests/support/quoted.ts';
import { runs } from '../../../tests/support/rounds.ts';

const ID = signalId('3f0e8a52-1f7c-4c1d-9f0a-6f3f2f9f0b11');

const SIGNAL: SignalEntry = {
  kind: 'signal',
  atMs: 1_795_132_800_200,
  id: ID,
  mode: 'bot',
  source: 'kraken',
  pair: 'USD/JPY',
  timeframe: '5s',
  decidedMs: 1_795_132_800_000,
  startMs: 1_795_132_801_000,
  expiryMs: 1_795_132_806_000,
  direction: 'PUT',
  confidence: 51.25,
  engine: 'fade-logit-1',
  reasons: { 'last-bar-down': -0.15, 'ema-distance-up': 1.4 },
  control: 'CALL',
};
const SETTLED: SettledEntry = {
  kind: 'settled',
  atMs: 1_795_132_806_300,
  signal: ID,
  outcome: 'won',
  control: 'lost',
  entry: quoted({ bid: 155_001, ask: 155_010, timeMs: 1_795_132_800_900, ageMs: 100 }),
  exit: quoted({ bid: 155_000, ask: 155_010, timeMs: 1_795_132_805_900, ageMs: 100 }),
  provenMs: 1_795_132_806_100,
};
const ABSTAINED: AbstainedEntry = {
  kind: 'abstained',
  atMs: 1_795_132_800_200,
  id: ID,
  mode: 'special',
  timeframe: '1min',
  decidedMs: 1_795_132_800_000,
  engine: 'fade-logit-1',
  reasons: { 'USD/CAD': 'stale', 'EUR/USD': 'undecided' },
};

const textOf = (entry: LedgerEntry) => new TextDecoder().decode(entryBytes(entry));
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('the bytes of an entry', () => {
  test('are JSON in one order, whatever the order of its keys, and ASCII', () => {
    const turned = Object.fromEntries(Object.entries(SIGNAL).reverse()) as unknown as SignalEntry;
    expect(textOf(turned)).toBe(textOf(SIGNAL));
    expect(textOf(SIGNAL)).toBe(
      '{"kind":"signal","atMs":1795132800200,"id":"3f0e8a52-1f7c-4c1d-9f0a-6f3f2f9f0b11","mode":"bot","source":"kraken",' +
        '"pair":"USD/JPY","timeframe":"5s","decidedMs":1795132800000,"startMs":1795132801000,"expiryMs":1795132806000,' +
        '"direction":"PUT","confidence":51.25,"engine":"fade-logit-1","reasons":{"last-bar-down":-0.15,"ema-distance-up":1.4},' +
        '"control":"CALL"}',
    );
    expect(textOf(ABSTAINED)).toContain('"reasons":{"EUR/USD":"undecided","USD/CAD":"stale"}');
  });

  test.each([SIGNAL, SETTLED, ABSTAINED])('give the $kind entry back', (entry) => {
    expect(parseEntry(entryBytes(entry))).toEqual(entry);
  });

  test('hold every confidence from 50 to 65 in hundredths, and the ends of every other range', () => {
    for (let hundredths = 5_000; hundredths <= 6_500; hundredths += 1) {
      const signal = { ...SIGNAL, confidence: hundredths / 100 };
      expect(parseEntry(entryBytes(signal))).toEqual(signal);
    }
    const ends: LedgerEntry[] = [
      { ...SIGNAL, reasons: {}, engine: '!'.repeat(80) },
      { ...SIGNAL, reasons: { 'macd-up': 0.01, 'macd-down': -1_000 } },
      { ...ABSTAINED, atMs: 0, decidedMs: 8_640_000_000_000_000 },
      {
        kind: 'entered',
        atMs: 0,
        signal: ID,
        quote: quoted({ bid: 1, ask: 1_000_000_000, timeMs: 0, ageMs: 0 }),
      },
    ];
    for (const entry of ends) expect(parseEntry(entryBytes(entry))).toEqual(entry);
  });

  test('are refused as soon as any one of them is another', () => {
    const right = entryBytes(SETTLED);
    fc.assert(
      fc.property(fc.nat(right.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const altered = right.slice();
        altered[at] = (right[at] ?? 0) ^ change;
        try {
          // A digit may become another digit: then the entry is well-formed, but it is another entry.
          expect(parseEntry(altered)).not.toEqual(SETTLED);
        } catch (error) {
          expect(error).toMatchObject({ name: 'EntryError' });
        }
      }),
      { numRuns: runs(100, 500) },
    );
  });
});

describe('what is no entry is refused with its place', () => {
  const settled = (more: object) => JSON.stringify({ ...SETTLED, ...more });
  test.each([
    ['{', 'the entry is not JSON'],
    ['null', 'kind must be one of signal, entered, settled, abstained, outage, not missing'],
    ['7', 'kind must be one of signal, entered, settled, abstained, outage, not missing'],
    ['"kind"', 'kind must be one of signal, entered, settled, abstained, outage, not missing'],
    ['{}', 'kind must be one of signal, entered, settled, abstained, outage, not missing'],
    ['[]', 'kind must be one of signal, entered, settled, abstained, outage, not missing'],
    ['{"kind":"bet"}', 'not "bet"'],
    ['{"kind":"toString"}', 'not "toString"'],
    [settled({ extra: 1 }), 'settled.extra is not a known key'],
    [settled({ signal: 'me' }), 'settled.signal must be a random UUID (version 4) in small letters'],
    [settled({ signal: ID.toUpperCase() }), 'settled.signal must be'],
    [settled({ signal: [ID] }), 'settled.signal must be'],
    [settled({ exit: null }), 'settled.exit must be an object'],
    [settled({ exit: 'x' }), 'settled.exit must be an object'],
    [settled({ exit: { ...SETTLED.exit, ask: 1_000_000_001 } }), 'settled.exit.ask must be a price'],
    [settled({ exit: { ...SETTLED.exit, ageMs: -1 } }), 'settled.exit.ageMs must be an age'],
    [settled({ atMs: 8_640_000_000_000_001 }), 'settled.atMs must be an instant'],
    [settled({ atMs: -1 }), 'settled.atMs must be an instant'],
    [settled({ atMs: 1.5 }), 'settled.atMs must be an instant in whole milliseconds since 1970'],
    [settled({ atMs: null }), 'settled.atMs must be an instant'],
    [settled({ exit: { ...SETTLED.exit, bid: 0 } }), 'settled.exit.bid must be a price'],
    [settled({ exit: { bid: 1 } }), 'settled.exit.ask is missing'],
    [settled({ exit: [] }), 'settled.exit must be an object'],
    [settled({ reason: 'bad-luck' }), 'settled.reason must be late, no-entry'],
    [settled({ outcome: undefined }), 'settled.outcome is missing'],
    [` ${settled({})}`, 'the entry is not written as it should be, from byte 0 on'],
    [settled({}).replace('1795132806300', '1795132806300.0'), 'not written as it should be, from byte 38 on'],
    [settled({}).replace('"won"', '"\\u0077on"'), 'the entry is not written as it should be'],
    [`${settled({}).slice(0, -1)},"kind":"settled"}`, 'the entry is not written as it should be'],
    ['{"kind":"settled","é":1}', 'the entry holds a byte that is not ASCII'],
  ])('%s', (text, problem) => {
    expect(() => parseEntry(bytesOf(text))).toThrow(problem);
  });

  test.each([
    [{ confidence: Number.NaN }, 'signal.confidence must be a percentage'],
    [{ confidence: 51.255 }, 'signal.confidence must be a percentage'],
    [{ confidence: 49.99 }, 'signal.confidence must be a percentage'],
    [{ confidence: 65.01 }, 'signal.confidence must be a percentage'],
    [{ confidence: '52' as unknown as number }, 'signal.confidence must be a percentage'],
    [{ reasons: { 'macd-up': 0.001 } }, 'signal.reasons.macd-up must be percentage points'],
    [{ reasons: { 'macd-up': 0 } }, 'signal.reasons.macd-up must be percentage points'],
    [{ reasons: { 'macd-up': Number.NaN } }, 'signal.reasons.macd-up must be percentage points'],
    [
      { reasons: { 'macd-up': '1' as unknown as number } },
      'signal.reasons.macd-up must be percentage points',
    ],
    [{ reasons: ['a'] as unknown as object }, 'signal.reasons must be an object'],
    [{ reasons: { hunch: 1 } as object }, 'signal.reasons.hunch is not a known key'],
    [{ engine: ['a'] as unknown as string }, 'signal.engine must be the name of an engine'],
    [{ kind: 'bet' as 'signal' }, 'kind bet is not a known kind of entry'],
    [{ pair: 'USD/INR' as 'USD/JPY' }, 'signal.pair must be EUR/USD'],
    [{ engine: 'two words' }, 'signal.engine must be the name of an engine'],
  ])('%j is not written either', (more, problem) => {
    expect(() => entryBytes({ ...SIGNAL, ...more })).toThrow(problem);
  });
});
