import { SECOND_MS } from '../../core/time/instant.ts';
import { unavailable } from './auth-error.ts';

/** Whether a user of a hosted project is an admin now, and the session of the token still stands. Throws a 503 while the project does not answer. */
export type AskProject = (authorization: string | undefined, userId: string) => Promise<boolean>;

/** The claim in `app_metadata`, which users of a project cannot write themselves. */
export function isHostedAdmin(appMetadata: unknown): boolean {
  return (
    typeof appMetadata === 'object' &&
    appMetadata !== null &&
    'pipcast_admin' in appMetadata &&
    appMetadata.pipcast_admin === true
  );
}

const ANSWER_LIMIT_MS = 5 * SECOND_MS;

/** Asks a hosted project for the user of a token: a token alone does not tell of a sign-out or a lost claim since. */
export function createAskProject({
  url,
  anonKey,
  fetch: send = fetch,
}: {
  readonly url: string;
  readonly anonKey: string;
  readonly fetch?: typeof fetch;
}): AskProject {
  return async (authorization = '', userId) => {
    let user: { id?: unknown; app_metadata?: unknown };
    try {
      const answer = await send(`${url}/auth/v1/user`, {
        headers: { apikey: anonKey, authorization },
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      });
      if (answer.status === 401 || answer.status === 403) return false;
      if (!answer.ok) throw new Error(`the project answered ${answer.status}`);
      user = (await answer.json()) as typeof user;
    } catch (error) {
      throw unavailable('The hosted project cannot be reached, please retry after a moment.', error);
    }
    return user.id === userId && isHostedAdmin(user.app_metadata);
  };
}
