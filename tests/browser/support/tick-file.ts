import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '../../support/seeded-random.ts';

export interface TickFile {
  readonly path: string;
  readonly pair: string;
}

/**
 * Writes made-up quotes of EUR/USD as a file that can be imported: about one a second, tending back to where they came from,
 * which is what the engine looks for.
 */
export async function writeTickFile(
  folder: string,
  { fromMs, hours, seed }: { readonly fromMs: number; readonly hours: number; readonly seed: number },
): Promise<TickFile> {
  const random = seededRandom(seed);
  const uniform = () => random() / 2 ** 32;
  const lines = ['timestamp_ms_utc,bid,ask'];
  const untilMs = fromMs + hours * 3_600_000;
  let level = 110_000;
  let offset = 0;
  for (let ms = fromMs; ms < untilMs; ms += 500 + Math.floor(uniform() * 1_000)) {
    level += (uniform() - 0.5) * 2;
    offset = 0.97 * offset + (uniform() - 0.5) * 6;
    const bid = Math.round(level + offset);
    lines.push(`${ms},${(bid / 1e5).toFixed(5)},${((bid + 8) / 1e5).toFixed(5)}`);
  }
  const path = join(folder, 'EURUSD_ticks_example.csv');
  await writeFile(path, `${lines.join('\n')}\n`);
  return { path, pair: 'EUR/USD' };
}
