import { expect, it, vi } from 'vitest';
import { createStore } from './store.ts';

it('tells each listener of a change once, and none of a value that is the same', () => {
  const store = createStore(1);
  const [one, other] = [vi.fn(), vi.fn()];
  store.subscribe(one);
  const stop = store.subscribe(other);
  store.set(2);
  store.set(2);
  stop();
  store.set(3);
  expect([store.getState(), one.mock.calls.length, other.mock.calls.length]).toEqual([3, 2, 1]);
});

it('is watched from its first listener to its last, and again from the next', () => {
  const heard: string[] = [];
  const store = createStore(0, () => {
    heard.push('watched');
    return () => heard.push('left');
  });
  const listener = () => {};
  const stops = [store.subscribe(listener), store.subscribe(listener)];
  stops[0]?.();
  stops[0]?.();
  expect(heard).toEqual(['watched']);
  stops[1]?.();
  expect(heard).toEqual(['watched', 'left']);
  store.subscribe(listener);
  expect(heard).toEqual(['watched', 'left', 'watched']);
});
