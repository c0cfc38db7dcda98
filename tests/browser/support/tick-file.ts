import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { madeUpQuotes } from '../../../scripts/made-up-market.mjs';

export interface TickFile {
  readonly path: string;
  readonly pair: string;
}

/** Writes made-up quotes of EUR/USD as a file that can be imported. */
export async function writeTickFile(
  folder: string,
  options: { readonly fromMs: number; readonly hours: number; readonly seed: number },
): Promise<TickFile> {
  const path = join(folder, 'EURUSD_ticks_example.csv');
  await writeFile(path, madeUpQuotes(options));
  return { path, pair: 'EUR/USD' };
}
