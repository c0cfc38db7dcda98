import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { epochMs, HOUR_MS } from '../../core/time/instant.ts';
import { createLiveClock, type LiveClock } from './desk-clock.ts';

const WALL_MS = Date.UTC(2026, 10, 18, 9, 32);
let steadyMs = 0;
let setByMs = 0;
let clock: LiveClock;
let sets: [number, number][];
let failures: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  steadyMs = 5000.25;
  setByMs = 0;
  sets = [];
  failures = [];
  clock = createLiveClock({
    wallMs: () => WALL_MS + (steadyMs - 5000.25) + setByMs,
    steadyMs: () => steadyMs,
    onSet: (before, after) => void sets.push([before, after]),
    onFailure: (error) => void failures.push(error),
  });
});
afterEach(() => {
  clock.stop();
  vi.useRealTimers();
});

/** Lets real time go by, of which the computer's clock knows. */
function pass(ms: number): void {
  for (let left = ms; left > 0; left -= 10) {
    steadyMs += Math.min(10, left);
    vi.advanceTimersByTime(Math.min(10, left));
  }
}
const after = (ms: number) => epochMs(WALL_MS + ms);

describe('the clock of live prices', () => {
  test('shows the time of the computer in whole milliseconds', () => {
    pass(1234);
    expect(clock.now()).toBe(after(1234));
    expect(clock.speed).toBe(1);
  });

  test('rings alarms at their instants, in order, those for the past at once', () => {
    const rung: [string, number][] = [];
    for (const [name, ms] of [
      ['late', 90_000],
      ['soon', 500],
      ['past', -1],
    ] as const)
      clock.setAlarm(after(ms), () => void rung.push([name, clock.now() - WALL_MS]));
    const cancel = clock.setAlarm(after(600), () => expect.unreachable());
    cancel();
    pass(100_000);
    expect(rung.map(([name]) => name)).toEqual(['past', 'soon', 'late']);
    expect(failures).toEqual([]);
    // The test's own time goes in steps of ten.
    for (const [index, ms] of [0, 500, 90_000].entries()) {
      expect(rung[index]?.[1]).toBeGreaterThanOrEqual(ms);
      expect(rung[index]?.[1]).toBeLessThanOrEqual(ms + 10);
    }
  });

  test('does not ring before its instant although the timer of the platform does', () => {
    const rung: number[] = [];
    clock.setAlarm(after(500), () => void rung.push(clock.now()));
    steadyMs += 480;
    vi.advanceTimersByTime(500);
    expect(rung).toEqual([]);
    pass(30);
    expect(rung).toEqual([after(500)]);
  });

  test('an alarm that fails is reported, and the next one rings', async () => {
    clock.setAlarm(after(100), () => {
      throw new Error('one');
    });
    clock.setAlarm(after(100), () => Promise.reject(new Error('two')));
    let rung = false;
    clock.setAlarm(after(100), () => void (rung = true));
    pass(100);
    await Promise.resolve();
    expect(rung).toBe(true);
    expect(failures).toEqual([new Error('one'), new Error('two')]);
  });

  test('follows small differences so slowly that no instant comes twice', () => {
    setByMs = -100;
    let last = clock.now();
    for (let step = 0; step < 40; step += 1) {
      pass(1000);
      expect(clock.now()).toBeGreaterThan(last + 990);
      last = clock.now();
    }
    expect(sets).toEqual([]);
    expect(clock.now()).toBe(after(40_000 - 100));
  });

  test.each([HOUR_MS, -HOUR_MS])('says that it was set by %d ms, and shows the new time', (ms) => {
    pass(10_000);
    setByMs = ms;
    pass(1000);
    expect(sets).toEqual([[after(11_000), after(11_000 + ms)]]);
    expect(clock.now()).toBe(after(11_000 + ms));
    pass(5000);
    expect(sets).toHaveLength(1);
  });

  test.each([2_000, -2_000])('takes a difference of %d ms for drift still', (ms) => {
    setByMs = ms;
    pass(1000);
    expect([sets, clock.now()]).toEqual([[], after(1000 + Math.sign(ms) * 5)]);
  });

  test.each([2_001, -2_001])('takes a difference of %d ms for a clock that was set', (ms) => {
    setByMs = ms;
    pass(1000);
    expect(sets).toHaveLength(1);
  });

  test('rings what the new time has passed as soon as it notices that the clock was set', () => {
    const rung: string[] = [];
    clock.setAlarm(after(600_000), () => void rung.push('ten minutes'));
    setByMs = HOUR_MS;
    pass(1010);
    expect(rung).toEqual(['ten minutes']);
  });

  test('notices before an alarm rings that the clock was set meanwhile', () => {
    const heard: string[] = [];
    pass(200);
    setByMs = -HOUR_MS;
    clock.setAlarm(after(400), () => void heard.push('rung'));
    pass(500);
    expect(heard).toEqual([]);
    expect(sets).toHaveLength(1);
  });

  test('is silent once it is stopped', () => {
    clock.setAlarm(after(100), () => expect.unreachable());
    clock.stop();
    pass(1000);
    expect(vi.getTimerCount()).toBe(0);
    clock.setAlarm(after(50), () => expect.unreachable());
    expect(vi.getTimerCount()).toBe(0);
    expect(failures).toEqual([]);
  });

  test('rings nothing more when an alarm stops it', () => {
    clock.setAlarm(after(100), () => void clock.stop());
    clock.setAlarm(after(100), () => expect.unreachable());
    pass(200);
    expect(vi.getTimerCount()).toBe(0);
    expect(failures).toEqual([]);
  });
});
