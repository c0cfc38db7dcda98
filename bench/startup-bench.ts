import { removeData, residentBytes, startApp } from './app-process.ts';
import { bounded, type Figure, median } from './figure.ts';

const WARM_STARTS = 5;

/** Start-up on new data and on existing data, and the memory of the server at rest. */
export async function* startupBench(): AsyncGenerator<Figure> {
  const cold = await startApp();
  const coldMs = cold.readyMs;
  await cold.stop();
  const warmMs: number[] = [];
  let restBytes = 0;
  for (let round = 0; round < WARM_STARTS; round += 1) {
    const warm = await startApp({ dataDir: cold.dataDir });
    warmMs.push(warm.readyMs);
    if (round === WARM_STARTS - 1) {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      restBytes = await residentBytes(warm.pid);
    }
    await warm.stop();
  }
  await removeData(cold);
  yield* [
    bounded('start-up, new data, to the first 200 of /healthz', coldMs, 'ms'),
    bounded('start-up, existing data, to the first 200 of /healthz', median(warmMs), 'ms', { atMost: 2000 }),
    bounded('memory at rest, server process', restBytes / 1e6, 'MB'),
  ];
}
