import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { SCORED_PAIRS } from '../../core/market/instruments.ts';
import type { TickColumns } from '../../core/market/tick.ts';
import type { PriceFileKind } from '../../core/price-files/layout.ts';
import type { BarColumns } from '../../core/market/bars.ts';
import { ImportRefusal } from './dataset-refusal.ts';

export type BlockField = 'timeMs' | 'first' | 'second' | 'third' | 'fourth';

/**
 * Files of a kind in the order of the block's fields; numbers are little-endian doubles (times) and 32-bit integers, as every
 * processor has them that Pipcast's libraries are made for.
 */
export const COLUMN_FILES: Readonly<Record<PriceFileKind, readonly (readonly [BlockField, string])[]>> = {
  m1: [
    ['timeMs', 'open-time-ms.f64'],
    ['first', 'open.i32'],
    ['second', 'high.i32'],
    ['third', 'low.i32'],
    ['fourth', 'close.i32'],
  ],
  ticks: [
    ['timeMs', 'time-ms.f64'],
    ['first', 'bid.i32'],
    ['second', 'ask.i32'],
  ],
};

export function historyFolder(dataDir: string): string {
  return join(dataDir, 'history');
}

/** A column file that is missing, short or changed. */
export function damaged(name: string, file: string): ImportRefusal {
  return new ImportRefusal(
    'damaged-dataset',
    `The data set ${name} is damaged: ${file} is not what was stored.`,
    `Remove it (pipcast import --remove ${name}) and import its file again.`,
  );
}

export type Prices =
  | { readonly kind: 'm1'; readonly bars: BarColumns }
  | { readonly kind: 'ticks'; readonly ticks: TickColumns };

/** Reads the column files in a folder, checksums verified; throws an ImportRefusal when one is not what was written. */
export async function readColumns(
  folder: string,
  meta: Pick<DatasetMeta, 'name' | 'kind' | 'rows' | 'columns'>,
): Promise<Prices> {
  const buffers = new Map<BlockField, ArrayBuffer>();
  for (const [field, file] of COLUMN_FILES[meta.kind])
    buffers.set(field, await readColumn(folder, meta, file));
  const { rows: length, kind } = meta;
  const timeMs = new Float64Array(buffers.get('timeMs') ?? new ArrayBuffer());
  const integers = (field: BlockField): Int32Array => new Int32Array(buffers.get(field) ?? new ArrayBuffer());
  if (kind === 'ticks') {
    return {
      kind,
      ticks: { length, timeMs, bid: integers('first'), ask: integers('second') },
    };
  }
  const bars = {
    length,
    openTimeMs: timeMs,
    open: integers('first'),
    high: integers('second'),
    low: integers('third'),
    close: integers('fourth'),
  };
  return { kind, bars };
}

async function readColumn(
  folder: string,
  meta: Pick<DatasetMeta, 'name' | 'columns'>,
  file: string,
): Promise<ArrayBuffer> {
  const expected = meta.columns.find((column) => column.file === file);
  const buffer = new ArrayBuffer(expected?.bytes ?? 0);
  const bytes = new Uint8Array(buffer);
  const handle = await open(join(folder, file)).catch(() => undefined);
  if (handle === undefined || expected === undefined) throw damaged(meta.name, file);
  try {
    for (let done = 0; done < bytes.length; ) {
      const { bytesRead } = await handle.read(bytes, done, bytes.length - done, done);
      if (bytesRead === 0) throw damaged(meta.name, file);
      done += bytesRead;
    }
  } finally {
    await handle.close();
  }
  if (createHash('sha256').update(bytes).digest('hex') !== expected.sha256) throw damaged(meta.name, file);
  return buffer;
}

const columnSchema = z.object({
  file: z.string().regex(/^[a-z-]+\.(f64|i32)$/),
  bytes: z.number().int().nonnegative(),
  sha256: z.string(),
});

const metaSchema = z.object({
  version: z.literal(1),
  name: z.string(),
  pair: z.enum(SCORED_PAIRS),
  kind: z.enum(['m1', 'ticks']),
  source: z.string(),
  layout: z.string(),
  clock: z.string(),
  rows: z.number().int().positive(),
  firstMs: z.number(),
  lastMs: z.number(),
  digits: z.number().int(),
  digitsUsed: z.number().int(),
  sha256: z.string(),
  importedAt: z.string(),
  fileName: z.string(),
  allowed: z.array(z.string()),
  columns: z.array(columnSchema),
});

/** What is known about a stored data set: `meta.json` beside its columns. Times are UTC ms, `importedAt` is ISO 8601. */
export interface DatasetMeta extends Readonly<z.infer<typeof metaSchema>> {
  /** Decimals of the stored whole numbers: those of the pair. */
  readonly digits: number;
  /** Decimals that the prices of the file really used. */
  readonly digitsUsed: number;
  /** Hash of the unpacked input, so that a file is recognised packed or not, under any name. */
  readonly sha256: string;
  /** Findings that the importing user overruled. */
  readonly allowed: string[];
}

/** Identifies the prices themselves, whatever the name of the data set and its file. */
export function editionOf({ columns }: DatasetMeta): string {
  const hash = createHash('sha256');
  for (const { sha256 } of columns) hash.update(sha256);
  return hash.digest('hex').slice(0, 12);
}

/** Reads a `meta.json`; undefined when it is not one that this version wrote. */
export function parseDatasetMeta(text: string): DatasetMeta | undefined {
  try {
    return metaSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
