import { expect, test } from 'vitest';
import { epochMs } from '../../core/time/instant.ts';
import { AlarmQueue, createRoundTimer, createSimulatedClock } from './desk-clock.ts';

const START_MS = Date.UTC(2018, 1, 5, 9);

test('rounds come every five seconds, each once, until they are stopped', async () => {
  const clock = createSimulatedClock(START_MS);
  const instants: number[] = [];
  const timer = createRoundTimer(clock, (at) => void instants.push(at - START_MS));
  timer.restart();
  await clock.advanceTo(START_MS + 12_000);
  timer.restart();
  await clock.advanceTo(START_MS + 20_000);
  timer.stop();
  await clock.advanceTo(START_MS + 60_000);
  expect(instants).toEqual([5000, 10_000, 15_000, 20_000]);
});

test('instants that a busy server missed are made up for, those of the last minute', () => {
  const alarms = new AlarmQueue();
  let nowMs = START_MS + 1;
  const instants: number[] = [];
  const clock = {
    speed: 1,
    now: () => epochMs(nowMs),
    setAlarm: alarms.set.bind(alarms),
  };
  createRoundTimer(clock, (at) => void instants.push(at - START_MS)).restart();
  const ringDue = () => {
    while ((alarms.nextAt ?? Number.POSITIVE_INFINITY) <= nowMs) void alarms.take()?.ring();
  };
  nowMs = START_MS + 16_000;
  ringDue();
  expect(instants.splice(0)).toEqual([5000, 10_000, 15_000]);
  nowMs = START_MS + 616_000;
  ringDue();
  expect(instants).toEqual([20_000, ...Array.from({ length: 12 }, (_, index) => 560_000 + index * 5000)]);
});
