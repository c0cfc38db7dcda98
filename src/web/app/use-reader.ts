import { type ApiClient, apiOf, publicApi } from '../lib/api-client.ts';
import { useSession, useSessionState } from '../lib/session/session-context.ts';

/** The reader of a page that is for everybody: the address of a signed-in trader, and the client for either. */
export function useReader(): { readonly email: string | undefined; readonly api: ApiClient } {
  const session = useSession();
  const state = useSessionState();
  return state.status === 'signed-in'
    ? { email: state.email, api: apiOf(session) }
    : { email: undefined, api: publicApi };
}
