import type {
  AdminAccount,
  AdminAccountDetails,
  AdminAccountPage,
  AdminEventPage,
  AdminNewKey,
  AdminSelf,
  AdminSite,
  NewAccount,
} from '../../../core/wire/admin.ts';
import { type ApiClient, ApiError, type ApiRequest, query } from '../../lib/api-client.ts';
import { createLoader } from '../../lib/loader.ts';
import { createStore, type Store } from '../../lib/store.ts';

export interface EventChoice {
  readonly account?: string | undefined;
  readonly what?: string | undefined;
  readonly refused?: boolean;
}

const PATH = '/api/admin';
const NOT_FOUND = 404;

export type AdminApi = ReturnType<typeof createAdminApi>;

/** The requests of the operators' screen. Every method rejects with an ApiError, or when aborted. */
export function createAdminApi(client: ApiClient) {
  const isRefused = createStore(false);

  /** For a session that is no admin's the server answers as for an unknown address. */
  async function ask<T>(path: string, request?: ApiRequest): Promise<T> {
    try {
      return await client.json<T>(PATH + path, request);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== NOT_FOUND) throw error;
      // Renews a token that has expired, and signs out a session that has ended.
      await client.json('/api/me');
      await client.json(`${PATH}/self`).catch((refusal: unknown) => {
        if (refusal instanceof ApiError && refusal.status === NOT_FOUND) isRefused.set(true);
        throw refusal;
      });
      return client.json<T>(PATH + path, request);
    }
  }

  const get = <T>(path: string, signal: AbortSignal) => ask<T>(path, { signal });
  const post = <T>(path: string) => ask<T>(path, { method: 'POST' });
  return {
    self: createLoader((signal) => get<AdminSelf>('/self', signal)),
    /** True once the server has refused the session. */
    isRefused: isRefused as Store<boolean>,
    site: (signal: AbortSignal) => get<AdminSite>('/site', signal),
    accounts: (
      {
        find,
        waiting,
        after,
      }: { readonly find: string; readonly waiting: boolean; readonly after?: string | undefined },
      signal: AbortSignal,
    ) =>
      get<AdminAccountPage>(
        `/accounts${query({ find, waiting: waiting ? 'true' : undefined, after })}`,
        signal,
      ),
    account: (id: string, signal: AbortSignal) =>
      get<AdminAccountDetails>(`/accounts/${encodeURIComponent(id)}`, signal),
    events: ({ account, what, refused }: EventChoice, before: number | undefined, signal: AbortSignal) =>
      get<AdminEventPage>(
        `/events${query({ account, what, refused: refused ? 'true' : undefined, before })}`,
        signal,
      ),
    add: (json: NewAccount) => ask<AdminNewKey>('/accounts', { method: 'POST', json }),
    resetKey: (id: string) => post<AdminNewKey>(`/accounts/${id}/reset-key`),
    disable: (id: string) => post<AdminAccount>(`/accounts/${id}/disable`),
    enable: (id: string) => post<AdminAccount>(`/accounts/${id}/enable`),
    /** One session, or all. */
    endSessions: (id: string, session?: string) =>
      ask<AdminAccount>(`/accounts/${id}/sessions${session === undefined ? '' : `/${session}`}`, {
        method: 'DELETE',
      }),
    confirm: (code: string) => ask<AdminSelf>('/confirm', { method: 'POST', json: { code } }),
  };
}
