import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { signalAt } from '../../../tests/support/entries.ts';
import { sha256 } from '../../../tests/support/log-crypto.ts';
import { controlOf, controlProblem } from './signal-rules.ts';

const T = Date.UTC(2026, 10, 20, 10);

test('S3: the control is the lowest bit of the first byte of a hash over five lines', () => {
  for (let minute = 0; minute < 50; minute += 1) {
    const signal = signalAt(T + minute * 60_000);
    const lines = ['pipcast control', 'engine-1', signal.decidedMs, '1min', 'EUR/USD', ''].join('\n');
    const bit = (createHash('sha256').update(lines).digest()[0] ?? 0) % 2;
    expect(controlOf(sha256, signal)).toBe(bit === 0 ? 'CALL' : 'PUT');
  }
});

test('it is a coin: of 10,000 minutes half are CALL', () => {
  let calls = 0;
  for (let minute = 0; minute < 10_000; minute += 1)
    if (controlOf(sha256, signalAt(T + minute * 60_000)) === 'CALL') calls += 1;
  expect(Math.abs(calls - 5_000)).toBeLessThan(200);
});

test('any other control is named', () => {
  const signal = signalAt(T);
  const drawn = controlOf(sha256, signal);
  const other = drawn === 'CALL' ? 'PUT' : 'CALL';
  expect(controlProblem(sha256, { ...signal, control: drawn })).toBeUndefined();
  expect(controlProblem(sha256, { ...signal, control: other })).toBe(
    `its control is ${other}, but ${drawn} is drawn (S3)`,
  );
});
