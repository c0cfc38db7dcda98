import { z } from 'zod';
import { SCORED_PAIRS } from '../../core/market/instruments.ts';

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

/** Reads a `meta.json`; undefined when it is not one that this version wrote. */
export function parseDatasetMeta(text: string): DatasetMeta | undefined {
  try {
    return metaSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
