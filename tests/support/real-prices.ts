import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * The folder of real vendor prices, which are not part of this project and may not be: `PIPCAST_TEST_DATA`, or
 * `../shared/data` beside the project. Undefined where there is none; tests that need it then say that they are skipped.
 */
export function realPricesFolder(): string | undefined {
  const folder = process.env['PIPCAST_TEST_DATA'] ?? resolve('..', 'shared', 'data');
  return existsSync(join(folder, 'm1')) ? folder : undefined;
}

/** Added to the title of what is skipped without them. */
export const WITHOUT_REAL_PRICES =
  realPricesFolder() === undefined ? ' (SKIPPED: no real prices in ../shared/data or PIPCAST_TEST_DATA)' : '';
