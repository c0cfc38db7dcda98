import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HistoryChecker } from '../../../src/core/signals/check-history.ts';
import { LapseFinder, lapseText } from '../../../src/core/signals/lapses.ts';
import type { LedgerEntry, SettledEntry, SignalEntry } from '../../../src/core/signals/ledger-entry.ts';
import { type Absence, memoryLedger } from '../../support/memory-ledger.ts';
import { epochMs } from '../../../src/core/time/instant.ts';
import { type ScriptedMarket, scriptedMarket, scriptedSignal } from '../../support/scripted-market.ts';
import { type DeskStory, MONDAY_MS, startDesk } from './desk-story.ts';
import { runs } from '../../support/rounds.ts';

/** What can happen in the half second between two looks at the market. */
type Event =
  | { readonly kind: 'quote'; readonly bid: number; readonly lateMs: number }
  | { readonly kind: 'silence' }
  /** The process is killed, or stops in order, and another starts so much later. */
  | { readonly kind: 'kill' | 'stop'; readonly downMs: number }
  | { readonly kind: 'away'; readonly how: Absence }
  | { readonly kind: 'back' }
  /** The computer's clock is set. */
  | { readonly kind: 'set'; readonly byMs: number };

/** A desk on a clock that can be set. */
interface Life extends DeskStory {
  readonly clock: ScriptedMarket['clock'];
  setClock(byMs: number): Promise<void>;
}

interface Quote {
  readonly timeMs: number;
  readonly atMs: number;
  readonly mid: number;
  /** Of the process that heard it. */
  readonly life: number;
}

const STEP_MS = 500;
const quote = fc.record({
  kind: fc.constant('quote' as const),
  bid: fc.integer({ min: 110_000, max: 110_003 }),
  // Mostly on its way for up to two seconds, or dated ahead; feeds like these are in order, so some are passed over.
  lateMs: fc.constantFrom(0, 0, 0, 100, 400, 400, 2000, 9000, -1500),
});
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 40, arbitrary: quote },
  { weight: 8, arbitrary: fc.constant({ kind: 'silence' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('kill' as const, 'stop' as const),
      downMs: fc.constantFrom(1, 800, 20_000, 90_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('away' as const),
      how: fc.constantFrom<Absence>('unreachable', 'answer-lost'),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'back' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      byMs: fc.constantFrom(-90_000, -20_500, -2500, 2500, 20_500, 90_000),
    }),
  },
);
/** Half seconds, each repeated a while: silences and streams of quotes have some length. */
const day = fc
  .array(fc.tuple(event, fc.integer({ min: 1, max: 20 })), { minLength: 20, maxLength: 60 })
  .map((parts) =>
    parts.flatMap(([one, times]) => (isOnce(one) ? [one] : Array.from({ length: times }, () => one))),
  );

/** Ten minutes of quotes up and down: a day with many outcomes, whatever the drawn ones are. */
const TRADED = Array.from(
  { length: 1_200 },
  (_, at): Event => ({ kind: 'quote', bid: 110_000 + (at % 4), lateMs: 0 }),
);

function isOnce({ kind }: Event): boolean {
  return kind !== 'quote' && kind !== 'silence';
}

test('whatever happens, what was shown is recorded, each signal ends once and in time (S10), no minute is silent (S11), no entry contradicts another (L1 to L6), and its outcome is what the quotes say', async () => {
  let outcomes = 0;
  await fc.assert(
    fc.asyncProperty(day, async (events) => {
      const { entries, shown, quotes } = await live(events);
      expect(shown).toEqual(entries.slice(0, shown.length));
      const finder = new LapseFinder();
      expect(entries.flatMap((entry, index) => finder.add(entry, index)).map(lapseText)).toEqual([]);
      expect(contradictions(entries)).toEqual([]);
      const settled = entries.filter((entry): entry is SettledEntry => entry.kind === 'settled');
      // What the ledger refuses would contradict what it holds: a desk that is honest never says it.
      expect(settled.filter(({ reason }) => reason === 'refused')).toEqual([]);
      expect(new Set(settled.map(({ signal }) => signal)).size).toBe(settled.length);
      for (const entry of entries) {
        if (entry.kind !== 'signal') continue;
        const end = settled.find(({ signal }) => signal === entry.id);
        expect(end, 'every signal has an end').toBeDefined();
        // Instants that come twice have two histories of quotes.
        if (end === undefined || end.outcome === 'void' || events.some(({ kind }) => kind === 'set'))
          continue;
        outcomes += 1;
        const entered = entries.find((other) => other.kind === 'entered' && other.signal === entry.id);
        expect(end.outcome).toBe(afterwards(entry, quotes, entered?.atMs ?? Number.NaN, end.atMs));
      }
    }),
    { numRuns: runs(12, 60), examples: [[TRADED]] },
  );
  expect(outcomes).toBeGreaterThan(100);
});

/** What a reader finds who knows nothing but the entries. */
function contradictions(entries: readonly LedgerEntry[]): string[] {
  const checker = new HistoryChecker('live');
  return entries.flatMap((entry, index) => {
    const problem = checker.problemWith(entry);
    checker.add(entry, index);
    return problem === undefined ? [] : [`${index} ${entry.kind}: ${problem}`];
  });
}

/** Lives through a day with as many desks as it takes, and ends with one that is left in peace. */
async function live(events: readonly Event[]) {
  let life = 0;
  const quotes: Quote[] = [];
  const shown: LedgerEntry[] = [];
  let story = await born(MONDAY_MS - 1000, undefined, shown);
  let decidedMs = 0;
  for (const one of [...events, { kind: 'back' } as const, { kind: 'kill', downMs: 3_600_000 } as const]) {
    const { market, ledger, clock } = story;
    if (one.kind === 'set') {
      life += 1;
      decidedMs = 0;
      await story.setClock(one.byMs);
      continue;
    }
    const realMs = market.clock.now() + STEP_MS;
    const atMs = clock.now() + STEP_MS;
    if (one.kind === 'kill' || one.kind === 'stop') {
      if (one.kind === 'stop') await story.desk.stop();
      life += 1;
      story = await born(clock.now() + one.downMs, story, shown);
      continue;
    }
    if (one.kind === 'away') ledger.away(one.how);
    if (one.kind === 'back') ledger.away(undefined);
    await market.clock.advanceTo(realMs);
    if (one.kind === 'quote') {
      const timeMs = atMs - one.lateMs;
      quotes.push({ timeMs, atMs, mid: 2 * one.bid + 2, life });
      await market.tick({ bid: one.bid, atMs: timeMs });
    }
    const instantMs = Math.floor(atMs / 5000) * 5000;
    if (instantMs > decidedMs && instantMs === atMs) {
      decidedMs = instantMs;
      await decide(story, instantMs);
    }
  }
  return { entries: story.ledger.entries.map(({ entry }) => entry), shown, quotes };
}

/** The process before it is gone: nothing of it is heard of again but what it had recorded. */
async function born(startMs: number, killed: DeskStory | undefined, shown: LedgerEntry[]): Promise<Life> {
  const ledger = memoryLedger(killed?.ledger.entries);
  // What was recorded and not announced any more shows with the next server's snapshot.
  shown.splice(0, shown.length, ...ledger.entries.map(({ entry }) => entry));
  ledger.onAppended((placed) => shown.push(...placed.map(({ entry }) => entry)));
  const market = scriptedMarket({ startMs });
  let offsetMs = 0;
  const clock: ScriptedMarket['clock'] = {
    ...market.clock,
    now: () => epochMs(market.clock.now() + offsetMs),
    setAlarm: (at, ring) => market.clock.setAlarm(epochMs(at - offsetMs), ring),
  };
  const story = await startDesk({ startMs, ledger, market: { ...market, clock }, seed: startMs });
  const setClock = async (byMs: number) => {
    const beforeMs = clock.now();
    offsetMs += byMs;
    await market.clockSet(beforeMs, beforeMs + byMs);
  };
  return { ...story, market, clock, setClock };
}

async function decide({ market, requests }: DeskStory, decidedMs: number): Promise<void> {
  const direction = decidedMs % 10_000 === 0 ? 'CALL' : 'PUT';
  const signalled = (timeframe: '5s' | '1min') =>
    market.round({ timeframe, decidedMs, decisions: [scriptedSignal(decidedMs, timeframe, { direction })] });
  await signalled('5s');
  if (decidedMs % 60_000 === 0) await signalled('1min');
  await requests.ask({ userId: 'ann', key: `${decidedMs}`, pair: 'EUR/USD', timeframe: '5s' });
}

/**
 * From all quotes there ever were: the last ones at or before start and expiry, as far as they had been heard when the price
 * was recorded. A server that starts later may still hear of older ones.
 */
function afterwards(
  signal: SignalEntry,
  quotes: readonly Quote[],
  enteredAtMs: number,
  settledAtMs: number,
): string {
  const newest = new Map<number, number>();
  const inOrder = quotes.filter(({ life, timeMs }) => {
    const isInOrder = timeMs >= (newest.get(life) ?? 0);
    if (isInOrder) newest.set(life, timeMs);
    return isInOrder;
  });
  const at = (instantMs: number, heardByMs: number) =>
    inOrder.findLast(({ timeMs, atMs }) => timeMs <= instantMs && atMs <= heardByMs)?.mid ?? Number.NaN;
  const move = Math.sign(at(signal.expiryMs, settledAtMs) - at(signal.startMs, enteredAtMs));
  if (move === 0) return 'unchanged';
  return move > 0 === (signal.direction === 'CALL') ? 'won' : 'lost';
}
