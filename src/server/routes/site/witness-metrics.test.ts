import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createWitnessFigures } from '../../ledger/witness-figures.ts';
import { measureWitnesses } from './witness-metrics.ts';

test('what witnesses answered and the time of the last quorum show, each time they are asked for', async () => {
  const registry = new Registry();
  const figures = createWitnessFigures(['alice', 'bob']);
  measureWitnesses(registry, figures);
  const atFirst = await registry.metrics();
  // What has never happened is 0 and not absent, so that its first time is an increase.
  expect(atFirst).toContain('pipcast_witness_requests_total{witness="bob",result="ahead"} 0');
  expect(atFirst).toContain('pipcast_witness_quorum_timestamp_seconds 0');

  figures.count('alice', 'cosigned');
  figures.count('bob', 'away');
  figures.count('bob', 'away');
  figures.count('nobody', 'away');
  figures.quorum(1_700_000_000_000);
  for (let times = 0; times < 2; times += 1) {
    const text = await registry.metrics();
    expect(text).toContain('pipcast_witness_requests_total{witness="alice",result="cosigned"} 1');
    expect(text).toContain('pipcast_witness_requests_total{witness="bob",result="away"} 2');
    expect(text).toContain('pipcast_witness_quorum_timestamp_seconds 1700000000');
    expect(text).not.toContain('nobody');
  }
});
