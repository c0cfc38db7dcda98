import { createHash, timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Pool } from 'pg';
import { type EpochMs, HOUR_MS, SECOND_MS } from '../../core/time/instant.ts';
import { msOf, inTransaction } from '../db/database-pool.ts';
import { seal, type ServerSecret, unseal } from '../platform/server-secret.ts';
import { canonicalAccountKey, generateAccountKey } from './account-rules.ts';
import { execute, executeOne, queryRow, sql } from '../platform/sql.ts';

/**
 * The second factor of an admin: codes of an authenticator app (TOTP, RFC 6238), asked for at each step-up. Only the command line
 * makes one, so a stolen session cannot bring its own.
 */
export interface NewSecondFactor {
  /** For a QR code. */
  readonly uri: string;
  /** The same in base 32, for typing. */
  readonly secret: string;
  /** Each stands for one code, once. Only their hashes are stored. */
  readonly recoveryCodes: readonly string[];
}

/** What a step-up of an admin is checked against. */
export interface StepUp {
  readonly hasSecondFactor: boolean;
  /** When a code was last given in this session. */
  readonly confirmedMs: number | null;
}

export type CodeVerdict = 'ok' | 'code_invalid' | 'too_many_codes' | 'second_factor_missing';

const RECOVERY_CODES = 8;
/** Three of the 1,000,000 codes are valid at any time: at this rate guessing finds one in about 8 years. */
const MOST_WRONG_CODES = 5;
const WRONG_CODES_COUNT_MS = HOUR_MS;
/** The clocks of a phone and a server may differ by a step of 30 s. */
const WINDOW_STEPS = 1;

export async function setSecondFactor(
  db: Pool,
  { id, email, brand }: { readonly id: string; readonly email: string; readonly brand: string },
  server: ServerSecret,
  now: EpochMs,
): Promise<NewSecondFactor> {
  const totp = new TOTP({ issuer: brand, label: email, secret: new Secret() });
  const { base32: secret } = totp.secret;
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () => generateAccountKey());
  // A code of the old one counts in no session any more.
  await execute(db)`with unconfirmed as (update sessions set confirmed_at = null where user_id = ${id})
    insert into second_factors (user_id, secret_id, sealed_secret, recovery_hashes, created_at)
    values (${id}, ${server.id}, ${seal(secret, server.sealingKey, id)}, ${recoveryCodes.map(hashOf)},
      ${new Date(now)})
    on conflict (user_id) do update set secret_id = excluded.secret_id, sealed_secret = excluded.sealed_secret,
      recovery_hashes = excluded.recovery_hashes, used_step = 0, wrong_codes = 0, wrong_since = null,
      created_at = excluded.created_at`;
  return { uri: totp.toString(), secret, recoveryCodes };
}

/** Takes the second factor away; false where there was none. */
export async function removeSecondFactor(db: Pool, userId: string): Promise<boolean> {
  return executeOne(db)`delete from second_factors where user_id = ${userId}`;
}

export async function readStepUp(db: Pool, userId: string, sessionId: string): Promise<StepUp> {
  const row = await queryRow<StepUp>(db)`
    select exists (select from second_factors where user_id = ${userId}) as "hasSecondFactor",
      (select ${msOf('confirmed_at')} from sessions where id = ${sessionId} and user_id = ${userId}) as "confirmedMs"`;
  return row as StepUp;
}

/**
 * Holds a code of the app, or a recovery code, against an account's second factor, and notes in the session that it was right. A
 * code counts once; after five wrong ones in an hour only a recovery code counts. The row is locked: two at once are one after the other.
 */
export function confirmSession(
  db: Pool,
  { userId, sessionId, code }: { readonly userId: string; readonly sessionId: string; readonly code: string },
  server: ServerSecret,
  now: EpochMs,
): Promise<CodeVerdict> {
  return inTransaction(db, async (client) => {
    const row = await queryRow<{
      secret_id: string;
      sealed_secret: Buffer;
      recovery_hashes: Buffer[];
      used_step: number;
      wrong_codes: number;
      wrong_since: Date | null;
    }>(client)`
      select secret_id, sealed_secret, recovery_hashes, used_step, wrong_codes, wrong_since
      from second_factors where user_id = ${userId} for update`;
    if (row === undefined) return 'second_factor_missing';
    const confirm = async (change: ReturnType<typeof sql>): Promise<CodeVerdict> => {
      await execute(client)`update second_factors set ${change}, wrong_codes = 0, wrong_since = null
        where user_id = ${userId}`;
      await execute(client)`update sessions set confirmed_at = ${new Date(now)} where id = ${sessionId}`;
      return 'ok';
    };

    const recovery = hashOf(canonicalAccountKey(code));
    if (row.recovery_hashes.some((one) => timingSafeEqual(one, recovery)))
      return confirm(sql`recovery_hashes = array_remove(recovery_hashes, ${recovery})`);

    const since = row.wrong_since?.getTime() ?? now;
    const isCounting = row.wrong_since !== null && now - since < WRONG_CODES_COUNT_MS;
    if (isCounting && row.wrong_codes >= MOST_WRONG_CODES) return 'too_many_codes';
    // Sealed with a secret that this server does not have: only a new factor helps.
    if (row.secret_id !== server.id) return 'second_factor_missing';
    const totp = new TOTP({
      secret: Secret.fromBase32(unseal(row.sealed_secret, server.sealingKey, userId)),
    });
    const token = code.replace(/\s/g, '');
    // The library throws for texts of six characters with more bytes.
    const delta = /^\d{6}$/.test(token)
      ? totp.validate({ token, timestamp: now, window: WINDOW_STEPS })
      : null;
    const step = delta === null ? 0 : Math.floor(now / SECOND_MS / totp.period) + delta;
    if (step > row.used_step) return confirm(sql`used_step = ${step}`);
    await execute(client)`update second_factors set wrong_codes = ${isCounting ? row.wrong_codes + 1 : 1},
        wrong_since = ${new Date(isCounting ? since : now)} where user_id = ${userId}`;
    return 'code_invalid';
  });
}

/** A recovery code has 100 random bits: a plain hash is enough. */
function hashOf(recoveryCode: string): Buffer {
  return createHash('sha256').update(recoveryCode).digest();
}
