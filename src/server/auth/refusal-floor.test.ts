import { expect, it } from 'vitest';
import { createRefusalFloor, type MeasureCheck } from './refusal-floor.ts';

/** A machine on which bcrypt of cost 6 takes 4 ms and argon2 10 ms. */
function machine() {
  const measured: string[] = [];
  const measure: MeasureCheck = async (algorithm) => {
    measured.push(algorithm);
    return algorithm === 'bcrypt' ? 4 : 10;
  };
  return { measured, measure };
}
const TAIL = 'c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaA';

it.each([
  ['of our own kind', `$argon2id$v=19$m=19456,t=2,p=1$${TAIL}`, 200],
  ['that is none', 'nonsense', 200],
  ['whose check takes less', `$2b$10$${'x'.repeat(53)}`, 200],
  ['of bcrypt at cost 12', `$2y$12$${'x'.repeat(53)}`, 1.5 * 4 * 64],
  ['of bcrypt at cost 13, which is never checked,', `$2a$13$${'x'.repeat(53)}`, 200],
  ['of argon2 with more memory and passes', `$argon2i$v=19$m=77824,t=2,p=2$${TAIL}`, 200],
  ['of argon2 that costs too much', `$argon2i$v=19$m=194560,t=4,p=2$${TAIL}`, 200],
])('a hash %s makes it %s: %d ms', async (_kind, hash, ms) => {
  const floor = createRefusalFloor(200, machine().measure);
  await floor.include(hash);
  expect(floor.ms).toBe(ms);
});

it('the dearest counts, and each kind is reckoned once', async () => {
  const { measured, measure } = machine();
  const floor = createRefusalFloor(200, measure);
  const dear = `$2b$12$${'x'.repeat(53)}`;
  await Promise.all([floor.include(dear), floor.include(dear), floor.include(`$2b$11$${'y'.repeat(53)}`)]);
  await floor.include(`$2b$12$${'z'.repeat(53)}`);
  expect([floor.ms, measured]).toEqual([1.5 * 4 * 64, ['bcrypt', 'bcrypt']]);
});

it('of two at once the second waits until the kind is reckoned as well', async () => {
  let reckoned = (_ms: number) => {};
  const floor = createRefusalFloor(200, () => new Promise((resolve) => (reckoned = resolve)));
  const dear = `$2b$12$${'x'.repeat(53)}`;
  void floor.include(dear);
  let isIncluded = false;
  const second = floor.include(dear).then(() => (isIncluded = true));
  await Promise.resolve();
  expect(isIncluded).toBe(false);
  reckoned(4);
  await second;
  expect(floor.ms).toBe(384);
});

it('is measured on the machine where nothing else is said', async () => {
  const floor = createRefusalFloor(0);
  await floor.include(`$2b$06$${'x'.repeat(53)}`);
  expect(floor.ms).toBeGreaterThan(0.1);
});

it('is waited for to its end, also where the timer of the platform rings early', async () => {
  for (let part = 0; part < 40; part += 1) {
    const floor = createRefusalFloor(2 + part / 40);
    const startedAt = performance.now();
    await floor.wait(startedAt);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(floor.ms);
  }
});
