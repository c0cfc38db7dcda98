import { epochMs } from '../../core/time/instant.ts';
import { scaledPrice } from '../../core/market/scaled-price.ts';
import type { Tick } from '../../core/market/tick.ts';
import { type DatasetMeta, streamDataset } from './dataset-store.ts';

/**
 * The quotes of data sets, put together in the order of time: exactly the rows that an evaluation plays. Read block by
 * block, so that memory does not grow with the history. Throws an ImportRefusal when a data set is damaged.
 */
export async function* replayTicks(dataDir: string, metas: readonly DatasetMeta[]): AsyncGenerator<Tick> {
  const readers = metas.map((meta) => ticksOf(dataDir, meta));
  try {
    const heads = await Promise.all(readers.map((reader) => reader.next()));
    for (;;) {
      let first = -1;
      for (const [index, head] of heads.entries()) {
        if (head.done === true) continue;
        const best = heads[first];
        if (best === undefined || best.done === true || timeOf(head.value) < timeOf(best.value))
          first = index;
      }
      const head = heads[first];
      const reader = readers[first];
      if (head === undefined || head.done === true || reader === undefined) return;
      yield head.value;
      heads[first] = await reader.next();
    }
  } finally {
    await Promise.all(readers.map((reader) => reader.return(undefined)));
  }
}

async function* ticksOf(dataDir: string, { name, pair }: DatasetMeta): AsyncGenerator<Tick, undefined> {
  for await (const { length, timeMs, first, second } of streamDataset(dataDir, name)) {
    for (let row = 0; row < length; row += 1) {
      const time = epochMs(timeMs[row] as number);
      const bid = scaledPrice(first[row] as number);
      const ask = scaledPrice(second[row] as number);
      yield { source: 'replay', pair, bid, ask, sourceTime: time, receivedTime: time };
    }
  }
  return undefined;
}

function timeOf({ receivedTime }: Tick): number {
  return receivedTime;
}
