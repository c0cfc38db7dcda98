import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { epochMs, SECOND_MS } from '../../core/time/instant.ts';
import { now } from '../lib/now.ts';
import { noteRunningSignal } from '../lib/running-signal.ts';
import { dismissToasts, toasts } from '../ui/toasts.ts';
import { offerNewVersion } from './keep-app.ts';

const reload = vi.fn();
let startMs = Date.parse('2026-11-18T09:32:00Z');

beforeEach(() => {
  vi.useFakeTimers();
  // Each test is later than the signals of the others.
  startMs += 24 * 3_600 * SECOND_MS;
  vi.setSystemTime(startMs);
  reload.mockClear();
  vi.spyOn(location, 'reload').mockImplementation(reload);
});
afterEach(dismissToasts);

it('offers a new version until the reader answers, and loads nothing', () => {
  offerNewVersion();
  vi.advanceTimersByTime(3_600 * SECOND_MS);
  expect(toasts.getState()).toMatchObject([
    { title: 'A new version is ready', kind: 'lasting', action: { label: 'Load it' } },
  ]);
  expect(reload).not.toHaveBeenCalled();
});

it('loads it at a press where no signal is running', () => {
  offerNewVersion();
  toasts.getState()[0]?.action?.press();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
});

it('loads it at the end of the running signal when it is pressed before, and says so', () => {
  noteRunningSignal(epochMs(now() + 60 * SECOND_MS));
  noteRunningSignal(epochMs(now() + 5 * SECOND_MS));
  offerNewVersion();
  toasts.getState()[0]?.action?.press();
  expect(toasts.getState()).toMatchObject([
    { title: 'A new version is ready', text: 'It is loaded once the running signal has ended.' },
  ]);
  expect(toasts.getState()[0]?.action).toBeUndefined();
  vi.advanceTimersByTime(60 * SECOND_MS - 1);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
});
