import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeMarketStore } from '../../../../tests/support/fake-market-store.ts';
import { createMoments, isSame } from './market-context.ts';

const MINUTE = Date.parse('2026-11-18T09:32:00Z');

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(MINUTE);
});

let stop = () => {};
afterEach(() => stop());

function watched(deskMs = MINUTE) {
  const store = createFakeMarketStore(MINUTE);
  store.set({ deskTime: { deskMs, pageMs: MINUTE, speed: 1 } });
  const moments = createMoments(store);
  const seen: (number | undefined)[] = [];
  stop = moments.subscribe(() => seen.push(moments.getState().atMs));
  seen.length = 0;
  return { store, moments, seen };
}

test('a moment comes at each turn of a second of the desk’s clock', () => {
  const { seen } = watched(MINUTE + 300);
  vi.advanceTimersByTime(1_700);
  expect(seen).toEqual([MINUTE + 1_000, MINUTE + 2_000]);
});

test('the seconds turn again where the desk’s clock is known better', () => {
  const { store, seen } = watched(MINUTE + 300);
  store.set({ deskTime: { deskMs: MINUTE + 500, pageMs: MINUTE, speed: 1 } });
  vi.advanceTimersByTime(500);
  expect(seen).toEqual([MINUTE + 500, MINUTE + 1_000]);
});

test('a moment comes with all that changes, at its instant', () => {
  const { store, moments, seen } = watched();
  vi.advanceTimersByTime(400);
  store.set({ status: 'reconnecting' });
  expect([moments.getState().state.status, seen]).toEqual(['reconnecting', [MINUTE + 400]]);
});

test('before the desk’s clock is known there is no instant', () => {
  const store = createFakeMarketStore(MINUTE);
  store.set({ deskTime: null });
  expect(createMoments(store).getState().atMs).toBeUndefined();
});

test('without a listener nothing runs', () => {
  watched();
  expect(vi.getTimerCount()).toBe(1);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('values, and plain objects and arrays of equal parts, are the same', () => {
  for (const make of [
    () => 1,
    () => Number.NaN,
    () => undefined,
    () => null,
    () => 'a',
    () => [1, { a: [2] }],
    () => ({ a: { b: undefined }, c: [] }),
  ])
    expect(isSame(make(), make())).toBe(true);
});

test('another value, another length, a missing or a further key are not', () => {
  for (const [one, other] of [
    [1, 2],
    [null, {}],
    [{ a: 1 }, { a: 2 }],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [[1], [1, 2]],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
  ])
    expect(isSame(one, other)).toBe(false);
});
