import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { EpochMs } from '../../core/time/instant.ts';
import { DEMO_EMAIL, isDemoActive } from '../../server/auth/accounts.ts';
import { hashPassword } from '../../server/auth/passwords.ts';
import { openServerSecret, SECRET_FILE } from '../../server/platform/server-secret.ts';
import { type Config, isLocalOnly } from '../../server/platform/config.ts';
import { type CheckResult, note, ok, problem } from './check.ts';

/** In ms. A slower password check delays traders, and a few at once the whole server. */
const SLOW_HASH_MS = 400;

/** Checks sign-in: a signing key that the server's secret opens, and fast enough password checks. */
export async function checkSignIn(
  db: Pool,
  config: Pick<Config, 'dataDir' | 'authSecret'>,
): Promise<CheckResult> {
  const { rows } = await db.query<{ secret_id: string }>('select secret_id from signing_keys');
  return secretProblem(config, rows) ?? checkHashSpeed(rows.length === 0);
}

function secretProblem(
  { dataDir, authSecret }: Pick<Config, 'dataDir' | 'authSecret'>,
  keys: readonly { readonly secret_id: string }[],
): CheckResult | undefined {
  if (keys.length === 0) return undefined;
  const file = join(dataDir, SECRET_FILE);
  if (authSecret === undefined && !existsSync(file)) {
    return problem(
      `the file ${file} is missing`,
      'Restore it from the backup. Without it the next start makes a new one, and all traders have to sign in again.',
    );
  }
  const { id } = openServerSecret(authSecret, dataDir);
  if (keys.some((key) => key.secret_id === id)) return undefined;
  return problem(
    `${authSecret === undefined ? `the file ${file}` : 'PIPCAST_AUTH_SECRET'} belongs to another database`,
    'Restore the one that was used with this database, or all traders have to sign in again.',
  );
}

async function checkHashSpeed(isBeforeFirstStart: boolean): Promise<CheckResult> {
  const began = performance.now();
  await hashPassword('pipcast');
  const hashMs = Math.round(performance.now() - began);
  const speed = `a password check takes ${hashMs} ms`;
  if (hashMs > SLOW_HASH_MS) return note(speed, 'This computer is slow or very busy; sign-ins will be too.');
  return ok(isBeforeFirstStart ? `${speed}; the first start makes the signing key` : speed);
}

/** Checks the accounts: their number, who waits for a key, and whether strangers can reach the demo account. */
export async function checkAccounts(
  db: Pool,
  config: Pick<Config, 'host' | 'publicUrl' | 'trustedProxies'>,
  now: EpochMs,
): Promise<CheckResult> {
  const { rows } = await db.query<Record<'users' | 'disabled' | 'sessions' | 'asked', number>>(
    `select count(*)::int as users,
            count(*) filter (where banned_until > $1)::int as disabled,
            (select count(*)::int from sessions) as sessions,
            count(*) filter (where recovery_requested_at is not null)::int as asked
     from users`,
    [new Date(now)],
  );
  const { users = 0, disabled = 0, sessions = 0, asked = 0 } = rows[0] ?? {};
  if (users === 0) return note('none yet', 'Make the first one: npx pipcast user add EMAIL');
  const found = `${users} (${disabled} disabled), ${sessions} open sessions`;
  if (!isLocalOnly(config) && (await isDemoActive(db, now))) {
    return problem(
      `${found}, the demo account among them`,
      `Remove it: npx pipcast user remove ${DEMO_EMAIL}`,
    );
  }
  if (asked === 0) return ok(found);
  return note(
    `${found}, ${asked} asked for a new key`,
    'See who: npx pipcast user list. Give a new key: npx pipcast user reset-key EMAIL',
  );
}
