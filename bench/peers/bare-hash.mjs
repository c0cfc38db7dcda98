// The ceiling for sign-ins: the same argon2id verification and nothing else, in a thread for each core, each doing one after the
// other. More of them than cores, or the same by way of libuv's thread pool, is slower.
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

const PASSWORD = 'a key of the usual kind';

if (isMainThread) {
  const forMs = Number(process.argv[2]);
  const stored = hashSync(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const rates = await Promise.all(
    Array.from({ length: availableParallelism() }, () => {
      const thread = new Worker(new URL(import.meta.url), { workerData: { forMs, stored } });
      return new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
    }),
  );
  process.stdout.write(JSON.stringify({ perSecond: rates.reduce((sum, rate) => sum + rate, 0) }));
} else {
  const { forMs, stored } = workerData;
  const startMs = performance.now();
  let done = 0;
  while (performance.now() - startMs < forMs) {
    verifySync(stored, PASSWORD);
    done += 1;
  }
  parentPort?.postMessage((done * 1000) / (performance.now() - startMs));
}
