import { compareBars } from '../../core/price-files/compare-bars.ts';
import type { Finding } from '../../core/price-files/judge-history.ts';
import { MINUTE_MS } from '../../core/time/instant.ts';
import { barsFromTicks } from '../../core/market/bar-builder.ts';
import type { BarColumns } from '../../core/market/bars.ts';
import type { Prices } from '../../core/price-files/row-block.ts';
import { type DatasetMeta, listDatasets, readDataset } from '../../server/market/dataset-store.ts';

/** Sets are read whole for the comparison; larger ones are skipped. */
const MOST_ROWS = 4_000_000;
const MOST_SETS = 3;
/** Two vendors differ by hundredths of a percent at worst; half a percent is another instrument. */
const OTHER_INSTRUMENT = 0.005;
/** About a pip: below it, vendors differ by chance. */
const SAME_PRICE = 0.0001;

/** Compares new prices with data sets of the pair that share time with them: another instrument or clock shows at once. */
export async function compareWithDatasets(
  dataDir: string,
  fresh: Pick<DatasetMeta, 'pair' | 'rows' | 'firstMs' | 'lastMs'>,
  readFresh: () => Promise<Prices>,
): Promise<readonly Finding[]> {
  const others = overlapping(await listDatasets(dataDir), fresh).filter(({ rows }) => rows <= MOST_ROWS);
  if (others.length === 0 || fresh.rows > MOST_ROWS) return [];
  const bars = barsOf(await readFresh());
  const findings: Finding[] = [];
  for (const { name } of others.slice(0, MOST_SETS)) {
    const finding = judge(name, bars, barsOf(await readDataset(dataDir, name)));
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

export function overlapping<Meta extends Pick<DatasetMeta, 'pair' | 'firstMs' | 'lastMs'>>(
  metas: readonly Meta[],
  { pair, firstMs, lastMs }: Pick<DatasetMeta, 'pair' | 'firstMs' | 'lastMs'>,
): readonly Meta[] {
  return metas.filter((other) => other.pair === pair && other.firstMs <= lastMs && other.lastMs >= firstMs);
}

function barsOf(prices: Prices): BarColumns {
  return prices.kind === 'm1' ? prices.bars : barsFromTicks(prices.ticks, Number.POSITIVE_INFINITY);
}

function judge(name: string, bars: BarColumns, other: BarColumns): Finding | undefined {
  const compared = compareBars(bars, other);
  if (compared === undefined) return undefined;
  const { minutes, apart, closestShiftMs, closestApart } = compared;
  if (apart > OTHER_INSTRUMENT) {
    return {
      code: 'differs',
      level: 'refuse',
      message: `Over ${minutes} common minutes the prices lie ${(apart * 100).toFixed(1)} % from those of ${name}: one of the two is another instrument, or not real.`,
      hint: `Check --pair; if ${name} is the wrong one, remove it (--remove ${name}), or give --allow differs.`,
      row: -1,
    };
  }
  if (closestShiftMs === 0 || apart < SAME_PRICE || closestApart * 3 > apart) return undefined;
  const direction = closestShiftMs > 0 ? 'later' : 'earlier';
  return {
    code: 'clock',
    level: 'refuse',
    message: `The prices fit those of ${name} when they are moved ${Math.abs(closestShiftMs) / MINUTE_MS} minutes ${direction}: one of the two was imported on a wrong clock.`,
    hint: 'Check --zone, or give --allow clock to import nevertheless.',
    row: -1,
  };
}
