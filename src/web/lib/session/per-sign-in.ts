import type { Session } from './session.ts';

type Watched = Pick<Session, 'subscribe' | 'getState'>;

/**
 * Makes one for each session and keeps it until that trader signs out: the next one in this window gets another. `close` is
 * called with what was made when the trader signs out.
 */
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
