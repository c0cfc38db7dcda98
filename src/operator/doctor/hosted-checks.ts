import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { isObject } from '../../core/json/loose.ts';
import type { Config } from '../../server/platform/config.ts';
import { counted } from '../output.ts';
import { type CheckResult, note, ok, problem, skipped } from './check.ts';

type Hosted = NonNullable<Config['hosted']>;

const ANSWER_LIMIT_MS = 8_000;
/** In s. Tokens are refused before they are valid; beyond this difference sign-in breaks. */
const CLOCK_LIMIT_S = 60;

export type HostedAnswers = Awaited<ReturnType<typeof askHosted>>;

/** Asks the hosted project for its settings and its signing keys. */
export async function askHosted(hosted: Hosted) {
  const [settings, keys] = await Promise.all([
    ask(hosted, '/settings'),
    ask(hosted, '/.well-known/jwks.json'),
  ]);
  return { settings, keys };
}

/** Checks that the project answers and accepts our public key. */
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

/**
 * How this server comes to trust the project's tokens: by keys that it publishes, by its shared secret, or by asking it. A secret of
 * the settings is tried on the public key, which such a project signs with it.
 */
export async function checkHostedKeys(hosted: Hosted, { keys }: HostedAnswers): Promise<CheckResult> {
  if (hosted.jwtSecret !== undefined && isSharedSecretToken(hosted.anonKey)) {
    const isRight = await jwtVerify(hosted.anonKey, Buffer.from(hosted.jwtSecret)).then(
      () => true,
      (error: unknown) => error instanceof errors.JWTExpired,
    );
    if (!isRight)
      return problem(
        'SUPABASE_JWT_SECRET is not the secret of this project: all its tokens would be refused',
        "Copy the JWT secret again from the project's settings, or leave it out: the project is asked then.",
      );
  }
  if (keys.status !== 200)
    return skipped(`${hosted.url} does not show its keys (${keys.error ?? keys.status})`);
  const listed = Array.isArray(keys.body?.['keys']) ? (keys.body['keys'] as { alg?: unknown }[]) : [];
  const readable = listed.filter(({ alg }) => alg === 'ES256' || alg === 'RS256');
  const shared =
    hosted.jwtSecret === undefined
      ? 'the project is asked about each token, at most once a minute'
      : 'verified with SUPABASE_JWT_SECRET';
  if (readable.length > 0) {
    const published = `${counted(readable.length, 'key')} published`;
    return ok(`${published}; tokens of a shared secret (HS256): ${shared}`);
  }
  return note(
    `the project signs with a shared secret (HS256): ${shared}`,
    'Asymmetric signing keys (ES256), a setting of the project, need neither.',
  );
}

function isSharedSecretToken(key: string): boolean {
  try {
    return decodeProtectedHeader(key).alg === 'HS256';
  } catch {
    return false;
  }
}

export function checkHostedClock({ settings, keys }: HostedAnswers): CheckResult {
  const aheadS = settings.clockAheadS ?? keys.clockAheadS;
  if (aheadS === undefined) return skipped('the hosted project does not tell its time');
  if (Math.abs(aheadS) <= CLOCK_LIMIT_S) return ok('agrees with the hosted project');
  return problem(
    `${Math.abs(Math.round(aheadS))} s ${aheadS > 0 ? 'behind' : 'ahead of'} the hosted project`,
    'Set the clock of this computer; let it follow a time server (NTP).',
  );
}

async function ask(hosted: Hosted, path: string) {
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
      body: isObject(body) ? body : undefined,
      /** Its clock minus ours, in seconds; undefined without a Date header. */
      clockAheadS: Number.isNaN(date) ? undefined : (date - Date.now()) / 1000,
    };
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    const why = cause?.code ?? (error as Error).message;
    return { status: 0, error: why, body: undefined, clockAheadS: undefined };
  }
}
