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
import { createLoader, type Loader } from '../../lib/loader.ts';
import { createStore, type Store } from '../../lib/store.ts';

export interface EventChoice {
  readonly account?: string | undefined;
  readonly what?: string | undefined;
  readonly refused?: boolean;
}

/** What the screen of operators asks the server for. Every method rejects with an ApiError, or when aborted. */
export interface AdminApi {
  readonly self: Loader<AdminSelf>;
  /** True once the server has answered that the session is no admin's. */
  readonly isRefused: Store<boolean>;
  site(signal: AbortSignal): Promise<AdminSite>;
  accounts(
    choice: { readonly find: string; readonly waiting: boolean; readonly after?: string | undefined },
    signal?: AbortSignal,
  ): Promise<AdminAccountPage>;
  account(id: string, signal: AbortSignal): Promise<AdminAccountDetails>;
  events(choice: EventChoice, before: number | undefined, signal?: AbortSignal): Promise<AdminEventPage>;
  add(account: NewAccount): Promise<AdminNewKey>;
  resetKey(id: string): Promise<AdminNewKey>;
  disable(id: string): Promise<AdminAccount>;
  enable(id: string): Promise<AdminAccount>;
  /** One session, or all. */
  endSessions(id: string, session?: string): Promise<AdminAccount>;
  /** Confirms the session with a code of the second factor. */
  confirm(code: string): Promise<AdminSelf>;
}

const PATH = '/api/admin';
const NOT_FOUND = 404;

export function createAdminApi(client: ApiClient): AdminApi {
  const isRefused = createStore(false);

  /** The server says of a session that is no admin's what it says of anything that is not there. */
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

  const get = <T>(path: string, signal?: AbortSignal) => ask<T>(path, { signal });
  const post = <T>(path: string) => ask<T>(path, { method: 'POST' });
  return {
    self: createLoader((signal) => get<AdminSelf>('/self', signal)),
    isRefused,
    site: (signal) => get('/site', signal),
    accounts: ({ find, waiting, after }, signal) =>
      get(`/accounts${query({ find, waiting: waiting ? 'true' : undefined, after })}`, signal),
    account: (id, signal) => get(`/accounts/${encodeURIComponent(id)}`, signal),
    events: ({ account, what, refused }, before, signal) =>
      get(`/events${query({ account, what, refused: refused ? 'true' : undefined, before })}`, signal),
    add: ({ email, traderId, name }) => ask('/accounts', { method: 'POST', json: { email, traderId, name } }),
    resetKey: (id) => post(`/accounts/${id}/reset-key`),
    disable: (id) => post(`/accounts/${id}/disable`),
    enable: (id) => post(`/accounts/${id}/enable`),
    endSessions: (id, session) =>
      ask(`/accounts/${id}/sessions${session === undefined ? '' : `/${session}`}`, { method: 'DELETE' }),
    confirm: (code) => ask('/confirm', { method: 'POST', json: { code } }),
  };
}
