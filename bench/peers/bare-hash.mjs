// The ceiling for sign-ins: the same argon2id verification and nothing else, as many at once as there are cores. One more
// would only slow it down: nothing here comes between two hashes.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

const forMs = Number(process.argv[2]);
const stored =
  process.argv[3] ??
  (await hash('a key of the usual kind', { memoryCost: 19_456, timeCost: 2, parallelism: 1 }));
let done = 0;
const startMs = performance.now();
const worker = async () => {
  while (performance.now() - startMs < forMs) {
    await verify(stored, 'a key of the usual kind');
    done += 1;
  }
};
await Promise.all(Array.from({ length: availableParallelism() }, worker));
process.stdout.write(JSON.stringify({ perSecond: (done * 1000) / (performance.now() - startMs) }));
