import type { Session } from './session.ts';

type Watched = Pick<Session, 'subscribe' | 'getState'>;

/** Until that trader signs out: the next one in this window gets another, and `close` is called with the old one. */
export function perSignIn<S extends Watched, T>(
  make: (session: S) => T,
  close: (made: T) => void = () => {},
): (session: S) => T {
  const made = new WeakMap<S, T>();
  return (session) => {
    const known = made.get(session);
    if (known !== undefined) return known;
    const fresh = make(session);
    made.set(session, fresh);
    const stop = session.subscribe(() => {
      if (session.getState().status === 'signed-in') return;
      made.delete(session);
      stop();
      close(fresh);
    });
    return fresh;
  };
}
