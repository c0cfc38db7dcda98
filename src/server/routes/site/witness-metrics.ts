import { Counter, Gauge, type Registry } from 'prom-client';
import type { WitnessFigures } from '../../ledger/witness-figures.ts';

/** Shows what came of asking witnesses since this server started, and when a checkpoint last got its quorum. */
export function measureWitnesses(registry: Registry, figures: WitnessFigures): void {
  const requests: Counter = new Counter({
    name: 'pipcast_witness_requests_total',
    help: 'Checkpoints that a witness was asked to cosign, by what came of it.',
    labelNames: ['witness', 'result'],
    registers: [registry],
    collect() {
      requests.reset();
      for (const [witness, results] of figures.results)
        for (const [result, count] of Object.entries(results)) requests.inc({ witness, result }, count);
    },
  });
  const quorum: Gauge = new Gauge({
    name: 'pipcast_witness_quorum_timestamp_seconds',
    help: 'When a checkpoint last got its quorum of witnesses, in seconds since 1970; 0 while none has.',
    registers: [registry],
    collect: () => quorum.set((figures.quorumAtMs ?? 0) / 1000),
  });
}
