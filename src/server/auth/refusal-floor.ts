import { setTimeout as delay } from 'node:timers/promises';
import { hash as bcryptHash } from '@node-rs/bcrypt';
import type { Pool } from 'pg';
import { ARGON2ID, type HashCost, hashCost, hashPassword, isAffordable } from './passwords.ts';

/** The least time that a refused sign-in takes, so that the time tells nothing about the account. */
export interface RefusalFloor {
  /** In ms; never falls. */
  readonly ms: number;
  /** Takes a stored hash into account: no refusal may come sooner than a check of the dearest one takes. */
  include(hash: string): Promise<void>;
  /** Resolves no sooner than the floor after `startedAt`, on the clock of `performance.now`. */
  wait(startedAt: number): Promise<void>;
}

export type MeasureCheck = (algorithm: 'bcrypt' | 'argon2') => Promise<number>;

/** For the work beside the check, and for a busy machine. */
const MARGIN = 1.5;

/** Each step of bcrypt's cost doubles the time. */
const MEASURED_COST = 6;
const MEASUREMENTS = 5;

/** The start of a stored hash, which gives the cost of its check; PostgreSQL reads this expression as well. */
const KIND = String.raw`^\$(?:2[aby]\$\d\d|argon2id?\$v=19\$m=\d+,t=\d+,p=\d+)\$`;
const KIND_START = new RegExp(KIND);
const OWN_KIND = `$argon2id$v=19$m=${ARGON2ID.memoryCost},t=${ARGON2ID.timeCost},p=${ARGON2ID.parallelism}$`;

/** A floor of at least `leastMs`, raised by each hash that `include` is given. */
export function createRefusalFloor(leastMs: number, measure: MeasureCheck = measureCheck): RefusalFloor {
  let floorMs = leastMs;
  const included = new Map<string, Promise<void>>();

  const raise = async (cost: HashCost) => {
    const neededMs = MARGIN * (await checkMs(cost, measure));
    floorMs = Math.max(floorMs, neededMs);
  };

  return {
    get ms() {
      return floorMs;
    },
    async include(hash) {
      if (hash.startsWith(OWN_KIND)) return;
      const kind = KIND_START.exec(hash)?.[0];
      const cost = hashCost(hash);
      // A hash that costs more is never checked.
      if (kind === undefined || cost === undefined || !isAffordable(cost)) return;
      const raised = included.get(kind) ?? raise(cost);
      included.set(kind, raised);
      await raised;
    },
    async wait(startedAt) {
      const restMs = () => startedAt + floorMs - performance.now();
      // A platform timer counts whole milliseconds of a coarser clock: it may fire up to two of them early.
      while (restMs() > 0) await delay(Math.ceil(restMs()));
    },
  };
}

export async function includeStoredHashes(floor: RefusalFloor, db: Pool): Promise<void> {
  const { rows } = await db.query<{ kind: string | null }>(
    'select distinct substring(password_hash from $1) as kind from users',
    [KIND],
  );
  for (const { kind } of rows) if (kind !== null) await floor.include(kind);
}

/** The time of a check of this cost, in ms, computed from that of a cheap one. */
async function checkMs(cost: HashCost, measure: MeasureCheck): Promise<number> {
  if ('bcrypt' in cost) return (await measure('bcrypt')) * 2 ** (cost.bcrypt - MEASURED_COST);
  const ours = ARGON2ID.memoryCost * ARGON2ID.timeCost;
  return ((await measure('argon2')) * cost.memory * cost.passes) / ours;
}

/** The quickest of a few runs: other work of the machine only makes them slower. */
async function measureCheck(algorithm: 'bcrypt' | 'argon2'): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < MEASUREMENTS; count += 1) {
    const startedAt = performance.now();
    // Hashing takes as long as checking.
    await (algorithm === 'bcrypt' ? bcryptHash('', MEASURED_COST) : hashPassword(''));
    least = Math.min(least, performance.now() - startedAt);
  }
  return least;
}
