import { describe, expect, test } from 'vitest';
import { epochMs, MINUTE_MS } from '../../core/time/instant.ts';
import { createRateLimits, RATE_LIMITS, type RateLimits } from './rate-limits.ts';

const NOW = epochMs(1_790_000_000_000);
const HOME = '203.0.113.7/32';
const ELSEWHERE = '198.51.100.1/32';
const MARA = 'mara@example.com';
const stranger = async () => false;
const known = async () => true;

async function fail(limits: RateLimits, times: number, network: string, email: string, now = NOW) {
  for (let i = 0; i < times; i++) await limits.startSignIn(network, email, now, stranger);
}
const refused = { status: 429, code: 'over_request_rate_limit', message: 'Request rate limit reached' };
const {
  signInFailuresPerPair: pair,
  signInFailuresPerNetwork: network,
  signInFailuresPerAccount: account,
} = RATE_LIMITS;

describe('sign-in', () => {
  test('is refused to who guesses one account, with the seconds to wait', async () => {
    const limits = createRateLimits();
    await fail(limits, pair.capacity, HOME, MARA);
    const retryAfterS = pair.refillMs / 1000;
    await expect(limits.startSignIn(HOME, MARA, NOW, known)).rejects.toMatchObject({
      ...refused,
      retryAfterS,
    });
    const later = epochMs(NOW + pair.refillMs);
    await limits.startSignIn(HOME, MARA, later, stranger);
    await expect(limits.startSignIn(HOME, MARA, later, stranger)).rejects.toMatchObject(refused);
  });

  test('counts capitals as the same account', async () => {
    const limits = createRateLimits();
    await fail(limits, pair.capacity, HOME, 'MARA@Example.com');
    await expect(limits.startSignIn(HOME, MARA, NOW, stranger)).rejects.toMatchObject(refused);
  });

  test('counts guesses that run in parallel', async () => {
    const limits = createRateLimits();
    const tries = Array.from({ length: 50 }, () => limits.startSignIn(HOME, MARA, NOW, stranger));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(pair.capacity);
  });

  test('from a shared address stays open to others after one of them is locked out', async () => {
    const limits = createRateLimits();
    await fail(limits, pair.capacity, HOME, MARA);
    await expect(limits.startSignIn(HOME, 'ivo@example.com', NOW, stranger)).resolves.toBeDefined();
  });

  test('from an address that tried many accounts is refused for accounts it does not know', async () => {
    const limits = createRateLimits();
    for (let i = 0; i < network.capacity; i++) await fail(limits, 1, HOME, `guess${i}@example.com`);
    await expect(limits.startSignIn(HOME, 'next@example.com', NOW, stranger)).rejects.toMatchObject(refused);
    await expect(limits.startSignIn(HOME, MARA, NOW, known)).resolves.toBeDefined();
  });

  test('from home stays open while the account is guessed from everywhere else', async () => {
    const limits = createRateLimits();
    for (let i = 0; i < account.capacity; i++) await fail(limits, 1, `198.51.100.${i}/32`, MARA);
    await expect(limits.startSignIn('192.0.2.1/32', MARA, NOW, stranger)).rejects.toMatchObject(refused);
    const attempt = await limits.startSignIn(HOME, MARA, NOW, known);
    attempt.succeeded();
    await expect(limits.startSignIn('192.0.2.1/32', MARA, NOW, stranger)).rejects.toMatchObject(refused);
  });

  test('that knows the address is still refused after too many failures of its own', async () => {
    const limits = createRateLimits();
    for (let i = 0; i < pair.capacity; i++) await limits.startSignIn(HOME, MARA, NOW, known);
    await expect(limits.startSignIn(HOME, MARA, NOW, known)).rejects.toMatchObject(refused);
  });

  test('that succeeded is remembered without asking again', async () => {
    const limits = createRateLimits();
    (await limits.startSignIn(HOME, MARA, NOW, stranger)).succeeded();
    for (let i = 0; i < network.capacity; i++) await fail(limits, 1, HOME, `guess${i}@example.com`);
    const attempt = await limits.startSignIn(HOME, MARA, NOW, () => Promise.reject(new Error('asked')));
    expect(attempt).toBeDefined();
  });

  test('that succeeded is forgotten after many others did', async () => {
    const limits = createRateLimits(2);
    for (const name of ['a', 'b', 'c']) {
      (await limits.startSignIn(HOME, `${name}@example.com`, NOW, stranger)).succeeded();
    }
    for (let i = 0; i < network.capacity; i++) await fail(limits, 1, HOME, `guess${i}@example.com`);
    const asked: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      await limits.startSignIn(HOME, `${name}@example.com`, NOW, async () => {
        asked.push(name);
        return true;
      });
    }
    expect(asked).toEqual(['a']);
  });

  test('that succeeds counts no failure, so an office at nine in the morning gets in', async () => {
    const limits = createRateLimits();
    for (let i = 0; i < 1000; i++) {
      (await limits.startSignIn(HOME, `trader${i}@example.com`, NOW, stranger)).succeeded();
    }
    await expect(limits.startSignIn(HOME, MARA, NOW, stranger)).resolves.toBeDefined();
  });

  test('that succeeds again and again is refused too, for each costs a hash and a session', async () => {
    const limits = createRateLimits();
    const { capacity } = RATE_LIMITS.signInsPerPair;
    for (let i = 0; i < capacity; i++) (await limits.startSignIn(HOME, MARA, NOW, stranger)).succeeded();
    await expect(limits.startSignIn(HOME, MARA, NOW, stranger)).rejects.toMatchObject(refused);
  });

  test('whose password was never checked costs nothing', async () => {
    const limits = createRateLimits();
    for (let i = 0; i < 20; i++) (await limits.startSignIn(HOME, MARA, NOW, stranger)).abandoned();
    await expect(limits.startSignIn(HOME, MARA, NOW, stranger)).resolves.toBeDefined();
  });

  test('that is refused for what others did does not count', async () => {
    const limits = createRateLimits();
    for (let i = 0; i < account.capacity; i++) await fail(limits, 1, `198.51.100.${i}/32`, MARA);
    for (let i = 0; i < 20; i++) {
      await expect(limits.startSignIn(HOME, MARA, NOW, stranger)).rejects.toMatchObject(refused);
    }
    await expect(limits.startSignIn(HOME, MARA, NOW, known)).resolves.toBeDefined();
    const others = network.capacity - 1;
    for (let i = 0; i < others; i++) await fail(limits, 1, HOME, `guess${i}@example.com`);
    await expect(limits.startSignIn(HOME, 'next@example.com', NOW, stranger)).rejects.toMatchObject(refused);
  });

  test('that cannot be looked up, while the database is away, does not count', async () => {
    const limits = createRateLimits();
    for (let i = 0; i < network.capacity; i++) await fail(limits, 1, HOME, `guess${i}@example.com`);
    const away = () => Promise.reject(new Error('away'));
    for (let i = 0; i < 20; i++) {
      await expect(limits.startSignIn(HOME, MARA, NOW, away)).rejects.toThrow('away');
    }
    await expect(limits.startSignIn(HOME, MARA, NOW, known)).resolves.toBeDefined();
  });

  test('successes while a generous bucket is empty do not fill it', async () => {
    const limits = createRateLimits();
    for (let i = 0; i < network.capacity; i++) await fail(limits, 1, HOME, `guess${i}@example.com`);
    for (let i = 0; i < 10; i++) (await limits.startSignIn(HOME, MARA, NOW, known)).succeeded();
    await expect(limits.startSignIn(HOME, 'next@example.com', NOW, stranger)).rejects.toMatchObject(refused);
  });
});

test('a request without a readable address is limited with all such requests', async () => {
  const limits = createRateLimits();
  for (let i = 0; i < pair.capacity; i++) await limits.startSignIn(undefined, MARA, NOW, stranger);
  await expect(limits.startSignIn(undefined, MARA, NOW, stranger)).rejects.toMatchObject(refused);
});

describe('other requests', () => {
  test('sign-ups are refused after too many from one network', () => {
    const limits = createRateLimits();
    for (let i = 0; i < RATE_LIMITS.signUpsPerNetwork.capacity; i++)
      limits.countSignUp(HOME, `t${i}@example.com`, NOW);
    expect(() => limits.countSignUp(HOME, MARA, NOW)).toThrow('Request rate limit reached');
    limits.countSignUp(ELSEWHERE, MARA, NOW);
  });

  test('sign-ups of one address are refused after too many, from wherever', () => {
    const limits = createRateLimits();
    for (let i = 0; i < RATE_LIMITS.signUpsPerAccount.capacity; i++)
      limits.countSignUp(`198.51.100.${i}/32`, i % 2 === 0 ? MARA : 'Mara@Example.com', NOW);
    expect(() => limits.countSignUp(HOME, MARA, NOW)).toThrow('Request rate limit reached');
    limits.countSignUp(HOME, 'ivo@example.com', NOW);
  });

  test('a second request for a new key says how long to wait', () => {
    const limits = createRateLimits();
    limits.countRecovery(HOME, MARA, NOW);
    const soon = epochMs(NOW + 12_400);
    expect(() => limits.countRecovery(HOME, 'Mara@example.com', soon)).toThrow(
      'For security purposes, you can only request this after 48 seconds.',
    );
    limits.countRecovery(ELSEWHERE, MARA, soon);
    limits.countRecovery(HOME, MARA, epochMs(NOW + MINUTE_MS));
  });

  test('changes of an account are refused after too many', () => {
    const limits = createRateLimits();
    for (let i = 0; i < RATE_LIMITS.accountChangesPerUser.capacity; i++) limits.countAccountChange('id', NOW);
    expect(() => limits.countAccountChange('id', NOW)).toThrow('Request rate limit reached');
    limits.countAccountChange('another id', NOW);
  });
});
