import { expect, it } from 'vitest';
import { epochMs } from '../../../core/time/instant.ts';
import { DeskClockEstimate } from './market-state.ts';
import { deskNow, pageInstant } from './desk-time.ts';

const PAGE = 1_000_000;

it('takes the message that came fastest of the last few, and keeps its answer while nothing is nearer', () => {
  const clock = new DeskClockEstimate();
  // The server is 5 s ahead; messages take 300, 40 and 900 ms.
  clock.add(PAGE + 5_000, epochMs(PAGE + 300), 1);
  const best = clock.add(PAGE + 6_000, epochMs(PAGE + 1_040), 1);
  expect(clock.add(PAGE + 7_000, epochMs(PAGE + 2_900), 1)).toBe(best);
  expect(deskNow(best, epochMs(PAGE + 10_040))).toBe(PAGE + 15_000);
});

it('believes after eight messages that the clock of this computer was set', () => {
  const clock = new DeskClockEstimate();
  const message = (second: number, setMs: number) =>
    clock.add(PAGE + second * 1_000, epochMs(PAGE + second * 1_000 + setMs), 1);
  message(0, 0);
  for (let second = 1; second < 8; second += 1) message(second, 3_600_000);
  const after = message(8, 3_600_000);
  expect(deskNow(after, epochMs(PAGE + 3_600_000))).toBe(PAGE);
});

it('knows at once when the clock of this computer was set back', () => {
  const clock = new DeskClockEstimate();
  clock.add(PAGE, epochMs(PAGE), 1);
  const after = clock.add(PAGE + 1_000, epochMs(PAGE + 1_000 - 3_600_000), 1);
  expect(deskNow(after, epochMs(PAGE - 3_600_000))).toBe(PAGE);
});

it("follows a replay's faster clock at another date, and starts over when its speed changes", () => {
  const clock = new DeskClockEstimate();
  const replay = clock.add(5_000, epochMs(PAGE), 60);
  expect(deskNow(replay, epochMs(PAGE + 1_000))).toBe(65_000);
  expect(pageInstant(replay, 65_000)).toBe(PAGE + 1_000);
  const slower = clock.add(7_000, epochMs(PAGE + 1_000), 1);
  expect(deskNow(slower, epochMs(PAGE + 2_000))).toBe(8_000);
});
