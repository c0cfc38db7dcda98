import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setPageHidden } from '../../../tests/support/page-visibility.ts';
import { epochMs } from '../../core/time/instant.ts';
import { onSecond, setAlarm, useMinute, useSecond } from './clock.ts';

const START = Date.parse('2026-11-18T09:32:00.400Z');

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(START);
});

describe('onSecond', () => {
  it('calls at each turn of the wall second', () => {
    const times: number[] = [];
    const stop = onSecond(0, () => times.push(Date.now() - START));
    vi.advanceTimersByTime(2_700);
    stop();
    expect(times).toEqual([600, 1_600, 2_600]);
  });

  it('turns a listener with a phase at its own instant', () => {
    const times: number[] = [];
    const stop = onSecond(150, () => times.push(Date.now() - START));
    vi.advanceTimersByTime(2_000);
    stop();
    expect(times).toEqual([750, 1_750]);
  });

  it('serves any number of listeners with one timer, and has none without a listener', () => {
    const stops = [onSecond(0, () => {}), onSecond(0, () => {}), onSecond(500, () => {})];
    expect(vi.getTimerCount()).toBe(1);
    for (const stop of stops) stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('costs nothing while the page is hidden and calls at once when it is back', () => {
    const listener = vi.fn();
    const stop = onSecond(0, listener);
    setPageHidden(true);
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(30_000);
    expect(listener).not.toHaveBeenCalled();
    setPageHidden(false);
    expect(listener).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(600);
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
  });

  it.each(['focus', 'pageshow'])('looks at the clock again on %s, without a tick too many', (name) => {
    const listener = vi.fn();
    const stop = onSecond(0, listener);
    dispatchEvent(new Event(name));
    expect(listener).not.toHaveBeenCalled();
    vi.setSystemTime(START + 68_000);
    dispatchEvent(new Event(name));
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
  });

  it('is on the wall second again after the clock was set back', () => {
    const times: string[] = [];
    const stop = onSecond(0, () => times.push(new Date().toISOString().slice(11, 23)));
    vi.advanceTimersByTime(600);
    vi.setSystemTime(START - 3_600_000);
    vi.advanceTimersByTime(2_000);
    stop();
    expect(times).toEqual(['09:32:01.000', '08:32:01.400', '08:32:02.000']);
  });
});

describe('setAlarm', () => {
  it('rings once, at its instant', () => {
    const ring = vi.fn();
    setAlarm(epochMs(START + 1_234), ring);
    vi.advanceTimersByTime(1_233);
    expect(ring).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(ring).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10_000);
    expect(ring).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rings on the way back when its instant passed while the page was hidden', () => {
    const ring = vi.fn();
    setAlarm(epochMs(START + 1_000), ring);
    setPageHidden(true);
    vi.advanceTimersByTime(60_000);
    expect(ring).not.toHaveBeenCalled();
    setPageHidden(false);
    expect(ring).toHaveBeenCalledTimes(1);
  });

  it('rings every alarm once the clock was set back, and not again', () => {
    const rings = [vi.fn(), vi.fn()];
    setAlarm(epochMs(START + 1_000), () => rings[0]?.());
    setAlarm(epochMs(START + 5_000), () => rings[1]?.());
    vi.setSystemTime(START - 3_600_000);
    vi.advanceTimersByTime(1_000);
    for (const ring of rings) expect(ring).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('notices at once, when it is set, that the clock was set back since the last look', () => {
    const early = vi.fn();
    setAlarm(epochMs(START + 50_000), early);
    vi.setSystemTime(START - 3_600_000);
    const stop = setAlarm(epochMs(START + 50_000), () => {});
    vi.advanceTimersByTime(0);
    expect(early).toHaveBeenCalledTimes(1);
    stop();
  });

  it('does not ring for a clock that was set back while nothing was waited for', () => {
    setAlarm(epochMs(START), () => {});
    vi.advanceTimersByTime(0);
    vi.setSystemTime(START - 3_600_000);
    const ring = vi.fn();
    setAlarm(epochMs(START), ring)();
    vi.advanceTimersByTime(10);
    expect(ring).not.toHaveBeenCalled();
  });

  it('waits longer than a timer can', () => {
    const days = 60 * 86_400_000;
    const ring = vi.fn();
    setAlarm(epochMs(START + days), ring);
    vi.advanceTimersByTime(days - 1);
    expect(ring).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(ring).toHaveBeenCalledTimes(1);
  });

  it('may be set again while it rings', () => {
    const rings: number[] = [];
    const ring = () => {
      rings.push(Date.now() - START);
      if (rings.length < 3) setAlarm(epochMs(Date.now() + 100), ring);
    };
    setAlarm(epochMs(START + 100), ring);
    vi.advanceTimersByTime(1_000);
    expect(rings).toEqual([100, 200, 300]);
  });

  it('does not ring once it is called off', () => {
    const ring = vi.fn();
    setAlarm(epochMs(START + 100), ring)();
    vi.advanceTimersByTime(1_000);
    expect(ring).not.toHaveBeenCalled();
  });
});

describe('useSecond', () => {
  it('shows the second and renders once for each', () => {
    let renders = 0;
    const { result } = renderHook(() => {
      renders += 1;
      return useSecond();
    });
    expect(result.current).toBe(Date.parse('2026-11-18T09:32:00Z'));
    for (let second = 0; second < 10; second += 1) act(() => vi.advanceTimersByTime(1_000));
    expect(result.current).toBe(Date.parse('2026-11-18T09:32:10Z'));
    expect(renders).toBe(11);
  });

  it('shows the right second at once after a sleep', () => {
    const { result } = renderHook(() => useSecond(400));
    setPageHidden(true);
    vi.setSystemTime(START + 30_050);
    act(() => setPageHidden(false));
    expect(result.current).toBe(START + 30_000);
  });
});

describe('useMinute', () => {
  it('renders once a minute', () => {
    let renders = 0;
    const { result } = renderHook(() => {
      renders += 1;
      return useMinute();
    });
    for (let second = 0; second < 59; second += 1) act(() => vi.advanceTimersByTime(1_000));
    expect(renders).toBe(1);
    for (let second = 0; second < 61; second += 1) act(() => vi.advanceTimersByTime(1_000));
    expect(result.current).toBe(Date.parse('2026-11-18T09:34:00Z'));
    expect(renders).toBe(3);
  });
});
