import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createWitnessFigures } from './follow-witnesses.ts';

test('what a witness has never answered is 0 and not absent, so that its first time is an increase', async () => {
  const registry = new Registry();
  for (const metric of Object.values(createWitnessFigures(['alice', 'bob'])))
    registry.registerMetric(metric as never);
  const text = await registry.metrics();
  expect(text).toContain('pipcast_witness_requests_total{witness="bob",result="ahead"} 0');
  expect(text).toContain('pipcast_witness_quorum_timestamp_seconds 0');
});
