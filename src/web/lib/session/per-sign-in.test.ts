import { expect, test } from 'vitest';
import type { SessionState } from './session.ts';
import { perSignIn } from './per-sign-in.ts';

function fakeSession() {
  const listeners = new Set<() => void>();
  let state: SessionState = { status: 'signed-in', email: 'trader@example.com' };
  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(next: SessionState) {
      state = next;
      for (const listener of listeners) listener();
    },
    listeners,
  };
}

test('what one trader asked for is kept while signed in, and is nothing to the next', () => {
  let count = 0;
  const closed: number[] = [];
  const of = perSignIn(
    () => {
      count += 1;
      return { count };
    },
    (made) => closed.push(made.count),
  );
  const session = fakeSession();
  const first = of(session);
  session.change({ status: 'signed-in', email: 'renamed@example.com' });
  expect(of(session)).toBe(first);
  session.change({ status: 'signed-out', why: 'chosen' });
  expect([session.listeners.size, closed]).toEqual([0, [1]]);
  session.change({ status: 'signed-in', email: 'other@example.com' });
  expect(of(session)).not.toBe(first);
});
