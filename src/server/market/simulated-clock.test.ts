import { describe, expect, test } from 'vitest';
import { epochMs } from '../../core/time/instant.ts';
import { createSimulatedClock } from './desk-clock.ts';

const START_MS = Date.UTC(2018, 1, 5, 9);
const at = (ms: number) => epochMs(START_MS + ms);

describe('a clock that is moved', () => {
  test('rings alarms in the order of their instants, each at its own instant', async () => {
    const clock = createSimulatedClock(START_MS);
    const rung: [string, number][] = [];
    for (const [name, ms] of [
      ['third', 300],
      ['first', 100],
      ['second', 200],
      ['also first', 100],
    ] as const)
      clock.setAlarm(at(ms), () => void rung.push([name, clock.now() - START_MS]));
    await clock.advanceTo(at(250));
    expect(rung).toEqual([
      ['first', 100],
      ['also first', 100],
      ['second', 200],
    ]);
    expect(clock.now()).toBe(at(250));
    expect(clock.nextAlarmAt).toBe(at(300));
  });

  test('waits for an alarm before it goes on, and rings what that alarm sets', async () => {
    const clock = createSimulatedClock(START_MS);
    const rung: string[] = [];
    clock.setAlarm(at(100), async () => {
      await Promise.resolve();
      clock.setAlarm(at(150), () => void rung.push('set meanwhile'));
      rung.push('slow');
    });
    clock.setAlarm(at(120), () => void rung.push('next'));
    await clock.advanceTo(at(200));
    expect(rung).toEqual(['slow', 'next', 'set meanwhile']);
  });

  test('rings an alarm at the very instant when it advances to it, not when it only reaches it', async () => {
    const clock = createSimulatedClock(START_MS);
    let rung = 0;
    clock.setAlarm(at(100), () => void (rung += 1));
    await clock.reach(at(100));
    expect([rung, clock.now()]).toEqual([0, at(100)]);
    await clock.advanceTo(at(100));
    expect(rung).toBe(1);
  });

  test('rings an alarm for the past at once when it moves next, without going back', async () => {
    const clock = createSimulatedClock(START_MS);
    const rung: number[] = [];
    clock.setAlarm(at(-5000), () => void rung.push(clock.now()));
    await clock.advanceTo(at(0));
    expect(rung).toEqual([at(0)]);
  });

  test('does not ring an alarm that was cancelled', async () => {
    const clock = createSimulatedClock(START_MS);
    const cancel = clock.setAlarm(at(100), () => expect.unreachable());
    cancel();
    cancel();
    await clock.advanceTo(at(200));
    expect(clock.nextAlarmAt).toBeUndefined();
  });

  test('refuses to go back, and to be moved while it moves', async () => {
    const clock = createSimulatedClock(START_MS);
    await expect(clock.advanceTo(at(-1))).rejects.toThrow(RangeError);
    clock.setAlarm(at(1), () => clock.advanceTo(at(2)));
    await expect(clock.advanceTo(at(3))).rejects.toThrow('moving already');
    await clock.advanceTo(at(3));
    expect(clock.now()).toBe(at(3));
  });
});
