import { hash as argon2Hash, type Options, parseOptions, verify as argon2Verify } from '@node-rs/argon2';
import { verify as bcryptVerify } from '@node-rs/bcrypt';
import { canonicalAccountKey } from './account-rules.ts';
import { AuthError, validationFailed } from './auth-error.ts';
import type { User } from './user.ts';
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

type StoredPassword = Pick<User, 'passwordHash' | 'passwordIsKey'>;

export type PasswordVerdict =
  | { readonly matches: false }
  /** `upgradedHash`: the same password under today's algorithm, when the stored hash is of another. */
  | { readonly matches: true; readonly upgradedHash: string | undefined };

/** Hashes and verifies off the event loop, as many at once as the gate lets through; `client` is the line in which the work waits. */
export function createPasswords(gate: WorkGate) {
  return {
    hash: (password: string, client: string) => gate.run(client, () => hashPassword(password)),
    /** Does the work of one check whatever is stored, so that time does not show whether an account exists. */
    verify: (password: string, stored: StoredPassword | undefined, client: string) =>
      gate.run(client, () => verifyPassword(password, stored)),
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
  const hash = stored?.passwordHash ?? '';
  if (bytes > LONGEST_PASSWORD_BYTES || hashProblem(hash) !== undefined) {
    await argon2Verify(await unmatchableHash(), password.slice(0, BCRYPT_BYTES));
    return { matches: false };
  }
  if (BCRYPT.test(hash)) {
    // bcrypt stops reading after 72 bytes, and a NUL ends the password, which it then repeats: there, other passwords match too.
    const isWhole = bytes <= BCRYPT_BYTES && !password.includes('\0');
    const matches = (await bcryptVerify(password.slice(0, BCRYPT_BYTES), hash)) && isWhole;
    return matches ? { matches, upgradedHash: await hashPassword(password) } : { matches };
  }
  const typed = stored?.passwordIsKey ? canonicalAccountKey(password) : password;
  if (!(await argon2Verify(hash, typed))) return { matches: false };
  return {
    matches: true,
    upgradedHash: isCurrent(hash) ? undefined : await hashPassword(typed),
  };
}

/** An imported hash may cost this many times what our own does, in memory and in time. A refused sign-in costs as much. */
const MOST_TIMES_OURS = 4;
const LARGEST_BCRYPT_COST = 12;

const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const ARGON2 = /^\$argon2id?\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;

/** Why a stored hash cannot be used here, in a few words; undefined when it can. */
export function hashProblem(hash: string): string | undefined {
  const bcryptCost = BCRYPT.exec(hash)?.[1];
  const [memory = 0, passes = 0, lanes = 0] =
    (isArgon2(hash) ? ARGON2.exec(hash) : null)?.slice(1).map(Number) ?? [];
  if (bcryptCost === undefined && memory === 0) return 'the password hash is of a kind that is not supported';
  const isAffordable =
    bcryptCost === undefined
      ? memory <= MOST_TIMES_OURS * ARGON2ID.memoryCost &&
        memory * passes <= MOST_TIMES_OURS * ARGON2ID.memoryCost * ARGON2ID.timeCost &&
        lanes <= MOST_TIMES_OURS * ARGON2ID.parallelism
      : Number(bcryptCost) >= 4 && Number(bcryptCost) <= LARGEST_BCRYPT_COST;
  if (isAffordable) return undefined;
  return `the password hash costs too much to check (bcrypt above ${LARGEST_BCRYPT_COST}, or argon2 above ${MOST_TIMES_OURS} times this server's)`;
}

function isArgon2(hash: string): boolean {
  try {
    return ARGON2.test(hash) && parseOptions(hash).outputLen >= 16;
  } catch {
    return false;
  }
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

/** A hash of random bytes that were thrown away, of the same cost as a real one. */
function unmatchableHash(): Promise<string> {
  unmatchable ??= argon2Hash(crypto.getRandomValues(new Uint8Array(32)), ARGON2ID);
  return unmatchable;
}

const SHORTEST_PASSWORD = 8;

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** The most common passwords of leaks, those that are long enough: some 18,000, in lower case. Loaded when first needed. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST_PASSWORD)),
  );
  return commonPasswords;
}

/** Why a password is too weak to be chosen; undefined when it is not. */
export async function passwordWeakness(password: string) {
  if (Array.from(password).length < SHORTEST_PASSWORD) {
    return {
      message: `Password should be at least ${SHORTEST_PASSWORD} characters.`,
      reasons: ['length'],
    };
  }
  if (!(await loadCommonPasswords()).has(password.toLowerCase())) return undefined;
  return {
    message: 'Password is known to be weak and easy to guess, please choose a different one.',
    reasons: ['pwned'],
  };
}

/** Throws `validation_failed` for a password that is too long and `weak_password` for one that is too short or too common. */
export async function requireStrongPassword(password: string): Promise<void> {
  if (Buffer.byteLength(password) > LONGEST_PASSWORD_BYTES) {
    throw validationFailed(`Password cannot be longer than ${LONGEST_PASSWORD_BYTES} characters`);
  }
  const weakness = await passwordWeakness(password);
  if (weakness) {
    throw new AuthError(422, 'weak_password', weakness.message, { weakPasswordReasons: weakness.reasons });
  }
}
