import type { Config } from '../../server/platform/config.ts';
import { type CheckResult, note, ok, problem, skipped } from './check.ts';

type Hosted = NonNullable<Config['hosted']>;

/** How long the hosted project may take for one answer. */
const ANSWER_LIMIT_MS = 8_000;
/** Tokens are refused before they are valid; beyond this difference sign-in breaks. */
const CLOCK_LIMIT_S = 60;

/** What the hosted project answered, or why it did not. */
export interface HostedAnswers {
  readonly settings: Answer;
  readonly keys: Answer;
}

interface Answer {
  /** 0 when there was no answer at all; `error` says why. */
  readonly status: number;
  readonly error: string | undefined;
  readonly body: Record<string, unknown> | undefined;
  /** Its clock minus ours, in seconds; undefined when it did not tell. */
  readonly clockAheadS: number | undefined;
}

/** Asks the hosted project what it is and which keys it signs with, both at once. */
export async function askHosted(hosted: Hosted): Promise<HostedAnswers> {
  const [settings, keys] = await Promise.all([
    ask(hosted, '/settings'),
    ask(hosted, '/.well-known/jwks.json'),
  ]);
  return { settings, keys };
}

/** Whether the project answers and takes our public key. */
export function checkHostedProject(hosted: Hosted, { settings }: HostedAnswers): CheckResult {
  if (settings.status === 0) {
    return problem(
      `${hosted.url} does not answer (${settings.error})`,
      'Check SUPABASE_URL and the network connection.',
    );
  }
  if (settings.status === 401 || settings.status === 403) {
    return problem(
      `${hosted.url} refuses the public key`,
      'Copy the anon or publishable key again to SUPABASE_ANON_KEY.',
    );
  }
  if (settings.status !== 200 || settings.body === undefined) {
    return problem(
      `${hosted.url} answers ${settings.status}`,
      'Check SUPABASE_URL: the address of the project, without a path.',
    );
  }
  const signUp = settings.body['disable_signup'] === true ? 'sign-up closed' : 'sign-up open';
  const external = settings.body['external'] as Record<string, unknown> | undefined;
  if (external?.['email'] === false) {
    return problem(
      `${hosted.url} has e-mail sign-in switched off`,
      "Switch the e-mail provider on in the project's settings.",
    );
  }
  return ok(`${hosted.url} answers, ${signUp}`);
}

/** Whether this server can verify the project's tokens, which market signals need: it publishes a key of a kind that we read. */
export function checkHostedKeys(
  hosted: Hosted,
  { keys }: HostedAnswers,
  feed: Pick<Config['feed'], 'kind'>,
): CheckResult {
  if (keys.status !== 200)
    return skipped(`${hosted.url} does not show its keys (${keys.error ?? keys.status})`);
  const published = Array.isArray(keys.body?.['keys']) ? (keys.body['keys'] as { alg?: unknown }[]) : [];
  const readable = published.filter(({ alg }) => alg === 'ES256' || alg === 'RS256');
  if (readable.length > 0) return ok(`${readable.length} key${readable.length === 1 ? '' : 's'} published`);
  const found = 'the project signs with a shared secret (HS256), so this server cannot verify its tokens';
  const advice = 'Change the project to asymmetric signing keys (ES256) in its settings.';
  if (feed.kind === 'off') return note(found, advice);
  return problem(`${found}: all requests for market signals would be refused`, advice);
}

/** Our clock against the project's. */
export function checkHostedClock({ settings, keys }: HostedAnswers): CheckResult {
  const aheadS = settings.clockAheadS ?? keys.clockAheadS;
  if (aheadS === undefined) return skipped('the hosted project does not tell its time');
  if (Math.abs(aheadS) <= CLOCK_LIMIT_S) return ok('agrees with the hosted project');
  return problem(
    `${Math.abs(Math.round(aheadS))} s ${aheadS > 0 ? 'behind' : 'ahead of'} the hosted project`,
    'Set the clock of this computer; let it follow a time server (NTP).',
  );
}

async function ask(hosted: Hosted, path: string): Promise<Answer> {
  try {
    const answer = await fetch(`${hosted.url}/auth/v1${path}`, {
      headers: { apikey: hosted.anonKey },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const date = Date.parse(answer.headers.get('date') ?? '');
    const body: unknown = await answer.json().catch(() => undefined);
    return {
      status: answer.status,
      error: undefined,
      body: typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined,
      clockAheadS: Number.isNaN(date) ? undefined : (date - Date.now()) / 1000,
    };
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    return {
      status: 0,
      error: cause?.code ?? (error as Error).message,
      body: undefined,
      clockAheadS: undefined,
    };
  }
}
