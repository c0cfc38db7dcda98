import { createContext, use } from 'react';
import { useStore } from '../store.ts';
import type { Connection } from './reachability.ts';
import type { Session, SessionState } from './session.ts';

export const SessionContext = createContext<Session | undefined>(undefined);

/** The page's session, to sign in and out with. Throws outside a SessionContext. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('useSession needs a SessionContext above it');
  return session;
}

/** The session's state; the component renders again when it changes. */
export function useSessionState(): SessionState {
  return useStore(useSession());
}

/** Whether the auth service answers; the component renders again when that changes. */
export function useConnection(): Connection {
  return useStore(useSession().connection);
}
