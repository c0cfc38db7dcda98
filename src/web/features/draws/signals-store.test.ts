import { describe, expect, it } from 'vitest';
import { epochMs } from '../../../core/time/instant.ts';
import { seededRandom } from '../../../../tests/support/seeded-random.ts';
import { createSignalsStore, type Mode } from './signals-store.ts';

const OPEN = Date.parse('2026-11-18T09:32:00.400Z');
const CLOSES = Date.parse('2026-11-18T17:00:00Z');
const OPENS = Date.parse('2026-11-18T23:00:00Z');
const CHOICE = { pair: 'USD/BRL', timeframe: '15s' } as const;

/** A store on a clock that the test moves; it rings the alarms that are due on the way. */
function storeAt(start: number) {
  let at = start;
  const alarms = new Map<number, () => void>();
  let count = 0;
  const store = createSignalsStore({
    now: () => epochMs(at),
    random: seededRandom(7),
    setAlarm(due, ring) {
      const id = ++count;
      const call = () => {
        alarms.delete(id);
        ring();
      };
      alarms.set(id, Object.assign(call, { due }));
      return () => alarms.delete(id);
    },
  });
  const due = (ring: () => void) => (ring as unknown as { due: number }).due;
  return {
    store,
    alarms,
    /** Lets time pass, ringing each alarm at its instant. */
    moveTo(instant: number) {
      for (;;) {
        const next = [...alarms.values()].toSorted((a, b) => due(a) - due(b))[0];
        if (next === undefined || due(next) > instant) break;
        at = Math.max(at, due(next));
        next();
      }
      at = instant;
    },
    /** Time passes while the page sleeps: one look at the clock at the end. */
    sleepUntil(instant: number) {
      at = instant;
      for (const ring of alarms.values()) if (due(ring) <= at) ring();
    },
  };
}

describe('P-Special', () => {
  it('draws at once and then every 60 s of the visit, whether it is shown or not', () => {
    const { store, moveTo } = storeAt(OPEN);
    expect(store.getState().auto?.timestamp).toBe(OPEN);
    moveTo(OPEN + 200_000);
    expect(store.getState().auto?.timestamp).toBe(OPEN + 180_000);
  });

  it('draws the next signal at the very expiry of the last', () => {
    const { store, moveTo } = storeAt(OPEN);
    const drawnAt: number[] = [];
    store.subscribe(() => drawnAt.push(store.getState().auto?.timestamp ?? 0));
    moveTo(OPEN + 59_999);
    expect(drawnAt).toEqual([]);
    moveTo(OPEN + 180_000);
    expect(drawnAt).toEqual([OPEN + 60_000, OPEN + 120_000, OPEN + 180_000]);
  });

  it('draws exactly one signal after a sleep of any length', () => {
    const { store, sleepUntil } = storeAt(OPEN);
    let changes = 0;
    store.subscribe(() => {
      changes += 1;
    });
    sleepUntil(OPEN + 3_600_000);
    expect(changes).toBe(1);
    expect(store.getState().auto?.timestamp).toBe(OPEN + 3_600_000);
  });

  it('follows the closing and the opening of the market by itself', () => {
    const { store, moveTo } = storeAt(CLOSES - 10_000);
    store.subscribe(() => {});
    moveTo(CLOSES - 1);
    expect(store.getState()).toMatchObject({ isMarketOpen: true, auto: { timestamp: CLOSES - 10_000 } });
    moveTo(CLOSES);
    expect(store.getState()).toMatchObject({ isMarketOpen: false, auto: undefined });
    moveTo(OPENS - 1);
    expect(store.getState().auto).toBeUndefined();
    moveTo(OPENS);
    expect(store.getState()).toMatchObject({ isMarketOpen: true, auto: { timestamp: OPENS } });
  });

  it('has the running signal back when P-BOT was shown meanwhile', () => {
    const { store, moveTo } = storeAt(OPEN);
    const drawn = store.getState().auto;
    store.show('bot');
    moveTo(OPEN + 59_999);
    store.show('special');
    expect(store.getState().auto).toBe(drawn);
  });

  it('draws none while P-BOT is shown, and one at once on the way back', () => {
    const { store, moveTo } = storeAt(OPEN);
    store.subscribe(() => {});
    store.show('bot');
    moveTo(OPEN + 60_000);
    expect(store.getState().auto).toBeUndefined();
    moveTo(OPEN + 300_000);
    expect(store.getState()).toMatchObject({ auto: undefined, latest: undefined });
    store.show('special');
    expect(store.getState().auto?.timestamp).toBe(OPEN + 300_000);
  });
});

describe('P-BOT', () => {
  it.each<Mode>(['bot', 'special'])('delivers what was asked for while %s is in view', (inView) => {
    const { store, moveTo } = storeAt(OPEN);
    store.subscribe(() => {});
    store.show('bot');
    store.requestBotSignal(CHOICE);
    store.show(inView);
    moveTo(OPEN + 1_999);
    expect(store.getState().bot).toMatchObject({ analyzing: { choice: CHOICE }, signal: undefined });
    moveTo(OPEN + 2_000);
    expect(store.getState().bot).toMatchObject({ analyzing: undefined, signal: CHOICE });
    expect(store.getState().latest).toBe(store.getState().bot.signal);
    moveTo(OPEN + 17_000);
    expect(store.getState()).toMatchObject({ bot: { signal: undefined }, expired: CHOICE });
    expect(store.getState().latest).toBeUndefined();
  });

  it('does nothing when it is asked while busy', () => {
    const { store, moveTo } = storeAt(OPEN);
    store.subscribe(() => {});
    store.requestBotSignal(CHOICE);
    moveTo(OPEN + 1_500);
    const before = store.getState();
    store.requestBotSignal({ pair: 'USD/INR', timeframe: '5s' });
    expect(store.getState()).toBe(before);
  });

  it('keeps the signal that runs until the new one comes', () => {
    const { store, moveTo } = storeAt(OPEN);
    store.requestBotSignal(CHOICE);
    moveTo(OPEN + 5_000);
    const { signal } = store.getState().bot;
    store.requestBotSignal(CHOICE);
    moveTo(OPEN + 6_999);
    expect(store.getState().bot.signal).toBe(signal);
    moveTo(OPEN + 7_000);
    expect(store.getState().bot).toMatchObject({ analyzing: undefined, signal: { timestamp: OPEN + 7_000 } });
  });

  it('forgets the expired signal when the next is asked for', () => {
    const { store, moveTo } = storeAt(OPEN);
    store.subscribe(() => {});
    store.requestBotSignal(CHOICE);
    moveTo(OPEN + 30_000);
    store.requestBotSignal(CHOICE);
    expect(store.getState().expired).toBeUndefined();
  });
});

it('holds one alarm, and none once it is stopped', () => {
  const { store, alarms, moveTo } = storeAt(OPEN);
  store.requestBotSignal(CHOICE);
  moveTo(OPEN + 70_000);
  expect(alarms.size).toBe(1);
  store.stop();
  expect(alarms.size).toBe(0);
});
