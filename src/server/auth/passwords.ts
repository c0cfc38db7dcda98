import { hash as argon2Hash, type Options, parseOptions, verify as argon2Verify } from '@node-rs/argon2';
import { verify as bcryptVerify } from '@node-rs/bcrypt';
import { canonicalAccountKey } from './account-key.ts';
import type { WorkGate } from './work-gate.ts';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. 2 is Algorithm.Argon2id, a const enum. */
export const ARGON2ID = {
  algorithm: 2,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  outputLen: 32,
} as const satisfies Options;

/** Longest password that is looked at, in UTF-8 bytes. Longer ones are refused when set, so none can match. */
export const LONGEST_PASSWORD_BYTES = 1024;

/** bcrypt reads this many bytes and ignores the rest. */
const BCRYPT_BYTES = 72;

/** What an account has to check a password against. */
interface StoredPassword {
  readonly hash: string;
  /** The password is a generated key, which may be typed in several ways. */
  readonly isKey: boolean;
}

export type PasswordVerdict =
  | { readonly matches: false }
  /** `upgradedHash`: the same password under today's algorithm, when the stored hash is of another. */
  | { readonly matches: true; readonly upgradedHash: string | undefined };

export interface Passwords {
  /** `whom`: who waits for it; see WorkGate. */
  hash(password: string, whom: string): Promise<string>;
  /** Does the work of one check whatever is stored, so that time does not tell whether an account exists. */
  verify(password: string, stored: StoredPassword | undefined, whom: string): Promise<PasswordVerdict>;
}

/** Hashes and verifies off the event loop, as many at once as the gate lets through. */
export function createPasswords(gate: WorkGate): Passwords {
  return {
    hash: (password, whom) => gate.run(whom, () => hashPassword(password)),
    verify: (password, stored, whom) => gate.run(whom, () => verifyPassword(password, stored)),
  };
}

/** The argon2id hash of a password, computed off the event loop and without waiting for a turn. */
export function hashPassword(password: string): Promise<string> {
  return argon2Hash(password, ARGON2ID);
}

async function verifyPassword(
  password: string,
  stored: StoredPassword | undefined,
): Promise<PasswordVerdict> {
  const bytes = Buffer.byteLength(password);
  if (stored === undefined || bytes > LONGEST_PASSWORD_BYTES || !isUsableHash(stored.hash)) {
    await argon2Verify(await unmatchableHash(), password.slice(0, BCRYPT_BYTES));
    return { matches: false };
  }
  if (isBcrypt(stored.hash)) {
    // Past 72 bytes bcrypt stops reading, and a NUL ends the password, which it then reads again: there, more than the right one matches.
    const isWhole = bytes <= BCRYPT_BYTES && !password.includes('\0');
    const matches = (await bcryptVerify(password.slice(0, BCRYPT_BYTES), stored.hash)) && isWhole;
    return matches ? { matches, upgradedHash: await hashPassword(password) } : { matches };
  }
  const typed = stored.isKey ? canonicalAccountKey(password) : password;
  if (!(await argon2Verify(stored.hash, typed))) return { matches: false };
  return {
    matches: true,
    upgradedHash: isCurrent(stored.hash) ? undefined : await hashPassword(typed),
  };
}

/** Whether an imported hash is of a kind that this server verifies, at a cost that it can bear. */
export function isUsableHash(hash: string): boolean {
  if (isBcrypt(hash)) {
    const cost = Number(hash.slice(4, 6));
    return cost >= 4 && cost <= 14;
  }
  if (!/^\$argon2(i|id)\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/.test(hash)) return false;
  try {
    const { memoryCost, timeCost, parallelism, outputLen } = parseOptions(hash);
    return memoryCost <= 262_144 && timeCost <= 10 && parallelism <= 16 && outputLen >= 16;
  } catch {
    return false;
  }
}

function isBcrypt(hash: string): boolean {
  return /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash);
}

function isCurrent(hash: string): boolean {
  const { algorithm, memoryCost, timeCost, parallelism, outputLen } = parseOptions(hash);
  return (
    algorithm === ARGON2ID.algorithm &&
    memoryCost === ARGON2ID.memoryCost &&
    timeCost === ARGON2ID.timeCost &&
    parallelism === ARGON2ID.parallelism &&
    outputLen === ARGON2ID.outputLen
  );
}

let unmatchable: Promise<string> | undefined;

/** A hash of nothing that anybody knows, of the same cost as a real one. */
function unmatchableHash(): Promise<string> {
  unmatchable ??= argon2Hash(crypto.getRandomValues(new Uint8Array(32)), ARGON2ID);
  return unmatchable;
}
