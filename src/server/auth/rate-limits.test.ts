import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type DatabaseClock, stopDatabaseClock } from '../../../tests/support/database-clock.ts';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../../tests/support/test-database.ts';
import { epochMs, MINUTE_MS } from '../../core/time/instant.ts';
import {
  createRateLimits,
  RATE_LIMITS,
  type RateLimits,
  removeFullBuckets,
  waitForFloor,
} from './rate-limits.ts';

const HOME = '203.0.113.7/32';
const ELSEWHERE = '198.51.100.1/32';
const NOW = epochMs(Date.UTC(2026, 10, 23));
const MARA = 'mara@example.com';
const stranger = async () => false;
const known = async () => true;

let database: TestDatabase;
let clock: DatabaseClock;
let limits: RateLimits;
beforeAll(async () => {
  database = await createTestDatabase();
  clock = await stopDatabaseClock(database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.query('truncate token_buckets');
  limits = createRateLimits(database.db, () => NOW);
});

async function fail(times: number, network: string, email: string) {
  for (let i = 0; i < times; i++) await limits.startSignIn(network, email, stranger);
}
const bucketCount = async () =>
  (await database.db.query<{ count: number }>('select count(*)::int from token_buckets')).rows[0]?.count;
const refused = { status: 429, code: 'over_request_rate_limit', message: 'Request rate limit reached' };
const {
  signInFailuresPerPair: pair,
  signInFailuresPerNetwork: network,
  signInFailuresPerAccount: account,
} = RATE_LIMITS;

describe('sign-in', () => {
  test('is refused to who guesses one account, with the seconds to wait', async () => {
    await fail(pair.capacity, HOME, MARA);
    const retryAfterS = pair.refillMs / 1000;
    await expect(limits.startSignIn(HOME, MARA, known)).rejects.toMatchObject({
      ...refused,
      details: { retryAfterS },
    });
    await clock.advance(pair.refillMs);
    await limits.startSignIn(HOME, MARA, stranger);
    await expect(limits.startSignIn(HOME, MARA, stranger)).rejects.toMatchObject(refused);
  });

  test('counts capitals as the same account', async () => {
    await fail(pair.capacity, HOME, 'MARA@Example.com');
    await expect(limits.startSignIn(HOME, MARA, stranger)).rejects.toMatchObject(refused);
  });

  test('counts guesses that run in parallel', async () => {
    const tries = Array.from({ length: 50 }, () => limits.startSignIn(HOME, MARA, stranger));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(pair.capacity);
  });

  test('from a shared address stays open to others after one of them is locked out', async () => {
    await fail(pair.capacity, HOME, MARA);
    await expect(limits.startSignIn(HOME, 'ivo@example.com', stranger)).resolves.toBeDefined();
  });

  test('from an address that tried many accounts is refused for accounts it does not know', async () => {
    for (let i = 0; i < network.capacity; i++) await fail(1, HOME, `guess${i}@example.com`);
    await expect(limits.startSignIn(HOME, 'next@example.com', stranger)).rejects.toMatchObject(refused);
    await expect(limits.startSignIn(HOME, MARA, known)).resolves.toBeDefined();
  });

  test('from home stays open while the account is guessed from everywhere else', async () => {
    for (let i = 0; i < account.capacity; i++) await fail(1, `198.51.100.${i}/32`, MARA);
    await expect(limits.startSignIn('192.0.2.1/32', MARA, stranger)).rejects.toMatchObject(refused);
    const attempt = await limits.startSignIn(HOME, MARA, known);
    await attempt.takeBack();
    await expect(limits.startSignIn('192.0.2.1/32', MARA, stranger)).rejects.toMatchObject(refused);
  });

  test('that knows the address is still refused after too many failures of its own', async () => {
    for (let i = 0; i < pair.capacity; i++) await limits.startSignIn(HOME, MARA, known);
    await expect(limits.startSignIn(HOME, MARA, known)).rejects.toMatchObject(refused);
  });

  test('that succeeds counts no failure, so an office at nine in the morning gets in', async () => {
    for (let i = 0; i < 200; i++) {
      await (await limits.startSignIn(HOME, `trader${i}@example.com`, stranger)).takeBack();
    }
    await expect(limits.startSignIn(HOME, MARA, stranger)).resolves.toBeDefined();
  });

  test('that succeeds again and again is refused too, for each costs a hash and a session', async () => {
    const { capacity } = RATE_LIMITS.signInsPerPair;
    for (let i = 0; i < capacity; i++) await (await limits.startSignIn(HOME, MARA, stranger)).takeBack();
    await expect(limits.startSignIn(HOME, MARA, stranger)).rejects.toMatchObject(refused);
  });

  test('of a client that goes on after its refusals asks the database no more', async () => {
    const { capacity } = RATE_LIMITS.signInsPerPair;
    const query = vi.spyOn(database.db, 'query');
    for (let i = 0; i < capacity + 100; i++) await limits.startSignIn(HOME, MARA, stranger).catch(() => {});
    expect(query).toHaveBeenCalledTimes(capacity);
    query.mockRestore();
    await expect(limits.startSignIn(HOME, 'ivo@example.com', stranger)).resolves.toBeDefined();
  });

  test('whose password was never checked costs nothing', async () => {
    for (let i = 0; i < 20; i++) await (await limits.startSignIn(HOME, MARA, stranger)).takeBack();
    await expect(limits.startSignIn(HOME, MARA, stranger)).resolves.toBeDefined();
  });

  test('that is refused for what others did does not count', async () => {
    for (let i = 0; i < account.capacity; i++) await fail(1, `198.51.100.${i}/32`, MARA);
    for (let i = 0; i < 20; i++) {
      await expect(limits.startSignIn(HOME, MARA, stranger)).rejects.toMatchObject(refused);
    }
    await expect(limits.startSignIn(HOME, MARA, known)).resolves.toBeDefined();
    const others = network.capacity - 1;
    for (let i = 0; i < others; i++) await fail(1, HOME, `guess${i}@example.com`);
    await expect(limits.startSignIn(HOME, 'next@example.com', stranger)).rejects.toMatchObject(refused);
  });

  test('successes while a generous bucket is empty do not fill it', async () => {
    for (let i = 0; i < network.capacity; i++) await fail(1, HOME, `guess${i}@example.com`);
    for (let i = 0; i < 10; i++) await (await limits.startSignIn(HOME, MARA, known)).takeBack();
    await expect(limits.startSignIn(HOME, 'next@example.com', stranger)).rejects.toMatchObject(refused);
  });
});

test('a request without a readable address is limited with all such requests', async () => {
  for (let i = 0; i < pair.capacity; i++) await limits.startSignIn(undefined, MARA, stranger);
  await expect(limits.startSignIn(undefined, MARA, stranger)).rejects.toMatchObject(refused);
});

describe('other requests', () => {
  test('sign-ups are refused after too many from one network', async () => {
    for (let i = 0; i < RATE_LIMITS.signUpsPerNetwork.capacity; i++)
      await limits.countSignUp(HOME, `t${i}@example.com`);
    await expect(limits.countSignUp(HOME, MARA)).rejects.toMatchObject(refused);
    await limits.countSignUp(ELSEWHERE, MARA);
  });

  test('sign-ups of one address are refused after too many, from wherever', async () => {
    for (let i = 0; i < RATE_LIMITS.signUpsPerAccount.capacity; i++)
      await limits.countSignUp(`198.51.100.${i}/32`, i % 2 === 0 ? MARA : 'Mara@Example.com');
    await expect(limits.countSignUp(HOME, MARA)).rejects.toMatchObject(refused);
    await limits.countSignUp(HOME, 'ivo@example.com');
  });

  test('a second request for a new key says how long to wait', async () => {
    await limits.countRecovery(HOME, MARA);
    await clock.advance(12_400);
    await expect(limits.countRecovery(HOME, 'Mara@example.com')).rejects.toThrow(
      'For security purposes, you can only request this after 48 seconds.',
    );
    await limits.countRecovery(ELSEWHERE, MARA);
    await clock.advance(MINUTE_MS - 12_400);
    await limits.countRecovery(HOME, MARA);
  });

  test('changes of an account are refused after too many', async () => {
    for (let i = 0; i < RATE_LIMITS.accountChangesPerUser.capacity; i++)
      await limits.countAccountChange('id');
    await expect(limits.countAccountChange('id')).rejects.toMatchObject(refused);
    await limits.countAccountChange('another id');
  });
});

describe('over several nodes', () => {
  test('one budget of guesses counts, however they are spread', async () => {
    const pools = Array.from({ length: 3 }, () => openTestPool({ connectionString: database.url, max: 4 }));
    const nodes = pools.map((db) => createRateLimits(db, () => NOW));
    const tries = Array.from({ length: 60 }, (_, i) => nodes[i % 3]?.startSignIn(HOME, MARA, stranger));
    const outcomes = await Promise.allSettled(tries);
    await Promise.all(pools.map((pool) => pool.end()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(pair.capacity);
  });

  test('guesses at many accounts from many networks at once never wait for each other', async () => {
    const names = Array.from({ length: 200 }, (_, i) => [`198.51.100.${i % 7}/32`, `t${i % 5}@example.com`]);
    const tries = names.map(async ([from, email]) => {
      await (await limits.startSignIn(from, email as string, known)).takeBack();
    });
    const swept = Array.from({ length: 5 }, () => removeFullBuckets(database.db));
    const outcomes = await Promise.allSettled([...tries, ...swept]);
    const failed = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(failed.map(({ reason }) => reason.code).filter((code) => code !== refused.code)).toEqual([]);
  });
});

test('what a limit counted is removed once it is over', async () => {
  await fail(3, HOME, MARA);
  await removeFullBuckets(database.db);
  expect(await bucketCount()).toBe(4);
  await clock.advance(pair.refillMs * 3);
  await removeFullBuckets(database.db);
  expect(await bucketCount()).toBe(0);
});

test('a clock that was set back makes no wait longer than a full bucket takes', async () => {
  await fail(pair.capacity, HOME, MARA);
  await clock.advance(-24 * 60 * MINUTE_MS);
  await clock.advance(pair.refillMs);
  await expect(limits.startSignIn(HOME, MARA, stranger)).rejects.toMatchObject({
    details: { retryAfterS: pair.refillMs / 1000 },
  });
});

test('the floor of refusals is waited for to its end, also where the timer of the platform rings early', async () => {
  for (let part = 0; part < 40; part += 1) {
    const floorMs = 2 + part / 40;
    const startedMs = performance.now();
    await waitForFloor(startedMs, floorMs);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(floorMs);
  }
});
