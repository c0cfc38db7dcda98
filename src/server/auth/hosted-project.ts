import { createHash } from 'node:crypto';
import { type EpochMs, epochMs, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import type { Config } from '../platform/config.ts';
import { TokenBuckets } from '../platform/token-bucket.ts';
import { AuthError, unavailable } from './auth-error.ts';

export type HostedProject = Pick<NonNullable<Config['hosted']>, 'url' | 'anonKey'>;

/** A project's answer on the owner of a token. */
export interface HostedUser {
  readonly id?: unknown;
  readonly email?: unknown;
  readonly role?: unknown;
  readonly is_anonymous?: unknown;
  readonly app_metadata?: unknown;
}

/** The owner of an `Authorization` header; undefined when the project refuses it. Throws a 503 while the project does not answer. */
export type AskProject = (authorization: string) => Promise<HostedUser | undefined>;

const ANSWER_LIMIT_MS = 5 * SECOND_MS;

/** The claim in `app_metadata`, which users of a project cannot write themselves. */
export function isHostedAdmin(appMetadata: unknown): boolean {
  return (
    typeof appMetadata === 'object' &&
    appMetadata !== null &&
    'pipcast_admin' in appMetadata &&
    appMetadata.pipcast_admin === true
  );
}

/** Asks a hosted project for the user of a token, each time: a token alone does not show that its session or a claim has ended since. */
export function createAskProject({
  url,
  anonKey,
  fetch: send = fetch,
}: HostedProject & { readonly fetch?: typeof fetch }): AskProject {
  return async (authorization) => {
    try {
      const answer = await send(`${url}/auth/v1/user`, {
        headers: { apikey: anonKey, authorization },
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      });
      if (answer.ok) return (await answer.json()) as HostedUser;
      await answer.body?.cancel();
      if (answer.status === 401 || answer.status === 403) return undefined;
      throw new Error(`the project answered ${answer.status}`);
    } catch (error) {
      throw unavailable('The hosted project cannot be reached, please retry after a moment.', error);
    }
  };
}

const ANSWER_HOLDS_MS = MINUTE_MS;
/** After a failure the project is not asked about the same token for this time. */
const FAILURE_HOLDS_MS = 2 * SECOND_MS;
const MOST_ANSWERS = 50_000;
/** Most questions under way; more would only wait at the project. */
const MOST_QUESTIONS = 64;
/** Refused tokens per network: 30 at once, then one in 2 s. */
const REFUSALS = { capacity: 30, refillMs: 2 * SECOND_MS };
const MOST_NETWORKS = 10_000;

/** As AskProject, for a request from a network; without one, for this server itself. */
export type AskRemembered = (
  authorization: string,
  network: string | undefined,
) => Promise<HostedUser | undefined>;

/**
 * Remembers the project's answer about a token for a minute, by the token's hash, and asks once where many ask at the same time. A
 * session that ended at the project is so found within a minute. Throws a 503 with `Retry-After` where a network brings token after
 * token that the project refuses, or too many questions are under way.
 */
export function rememberAnswers(ask: AskProject, now: () => EpochMs): AskRemembered {
  const answers = new Map<string, { until: EpochMs; readonly answer: Promise<HostedUser | undefined> }>();
  const refusals = new TokenBuckets(REFUSALS, MOST_NETWORKS);
  let questions = 0;

  return (authorization, network) => {
    const hash = createHash('sha256').update(authorization).digest('base64');
    const known = answers.get(hash);
    const leftMs = known === undefined ? 0 : known.until - now();
    // A clock that was set back does not prolong an answer.
    if (known !== undefined && leftMs > 0 && leftMs <= ANSWER_HOLDS_MS) return known.answer;
    if (questions >= MOST_QUESTIONS) return Promise.reject(busy(SECOND_MS));
    // Counted before the question, so that parallel requests count like sequential ones and leave room for other networks.
    if (network !== undefined && !refusals.take(network, now()))
      return Promise.reject(busy(refusals.waitMs(network, now())));
    const giveBack = () => network !== undefined && refusals.giveBack(network, now(), 1);

    questions += 1;
    const answer = ask(authorization).finally(() => {
      questions -= 1;
    });
    const entry = { until: epochMs(now() + ANSWER_HOLDS_MS), answer };
    answers.delete(hash);
    const [oldest] = answers.keys();
    if (answers.size >= MOST_ANSWERS && oldest !== undefined) answers.delete(oldest);
    answers.set(hash, entry);
    answer.then(
      (user) => user !== undefined && giveBack(),
      () => {
        giveBack();
        entry.until = epochMs(now() + FAILURE_HOLDS_MS);
      },
    );
    return answer;
  };
}

function busy(waitMs: number): AuthError {
  return new AuthError(503, 'unexpected_failure', 'Too many tokens to ask the hosted project about.', {
    retryAfterS: Math.ceil(waitMs / SECOND_MS),
  });
}
