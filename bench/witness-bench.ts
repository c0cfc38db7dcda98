import { makeTemporaryFolder, removeTemporaryFolder } from '../tests/support/temporary-folder.ts';
import { post, startWitness, TestLog } from '../tests/server/witness/witness-support.ts';
import { bounded, type Figure, median } from './figure.ts';

const COSIGNATURES = 100;
const WITNESSED_FROM = 5_000;
const WITNESSED_AT_ONCE = 7;

/** What a cosignature costs a witness whose log grows by some entries at a time, as a ledger does in a second. */
export async function* witnessBench(): AsyncGenerator<Figure> {
  const folder = makeTemporaryFolder();
  const log = new TestLog('bench.example.com/ledger/live').grow(WITNESSED_FROM);
  const witness = await startWitness(folder, [log.key]);
  const answers = [(await post(witness.url, await log.request(0))).status];
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < COSIGNATURES; round += 1) {
    const size = WITNESSED_FROM + round * WITNESSED_AT_ONCE;
    const request = await log.grow(WITNESSED_AT_ONCE).request(size);
    bytes = Math.max(bytes, request.length);
    const from = performance.now();
    answers.push((await post(witness.url, request)).status);
    times.push(performance.now() - from);
  }
  await witness.stop();
  await removeTemporaryFolder(folder);
  if (answers.some((status) => status !== 200)) throw new Error(`the witness answered ${answers.join(' ')}`);
  yield bounded('cosignature by a witness, durable', median(times), 'ms');
  yield bounded('what a witness is sent for it', bytes, 'bytes');
}
