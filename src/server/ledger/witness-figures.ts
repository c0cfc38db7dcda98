import { Counter, Gauge } from 'prom-client';
import type { RefusalKind } from './ask-witness.ts';

/** What came of asking a witness; `failed`: it could not be asked, or what it said not be stored. */
export type WitnessResult = 'cosigned' | 'failed' | RefusalKind;

const RESULTS: readonly WitnessResult[] = ['cosigned', 'failed', 'away', 'refused', 'wrong', 'ahead'];

/** What came of asking the witnesses of a policy since this server started. */
export type WitnessFigures = ReturnType<typeof createWitnessFigures>;

export function createWitnessFigures(names: readonly string[]) {
  const requests = new Counter({
    name: 'pipcast_witness_requests_total',
    help: 'Checkpoints that a witness was asked to cosign, by what came of it.',
    labelNames: ['witness', 'result'],
    registers: [],
  });
  for (const witness of names) for (const result of RESULTS) requests.inc({ witness, result }, 0);
  const quorum = new Gauge({
    name: 'pipcast_witness_quorum_timestamp_seconds',
    help: 'When a checkpoint last got its quorum of witnesses, in seconds since 1970; 0 while none has.',
    registers: [],
  });
  return { requests, quorum };
}
