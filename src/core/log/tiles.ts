import { concatBytes } from './bytes.ts';
import { TILE_WIDTH } from './merkle-tree.ts';

/** One resource of a tiled log: hashes of a level, or a bundle of entries; `width` below 256 is a partial one. */
export interface TileRef {
  readonly level: number | 'entries';
  readonly index: number;
  readonly width: number;
}

const HIGHEST_LEVEL = 63;

/** The path of a tile below a log's address, as C2SP tlog-tiles writes it: `tile/0/x001/234`, `tile/entries/007.p/12`. */
export function tilePath({ level, index, width }: TileRef): string {
  let digits = String(index);
  digits = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const groups = digits.match(/\d{3}/g) ?? [];
  const place = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${place}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

/** The tile that a path names; undefined when the path is not exactly what `tilePath` writes. */
export function parseTilePath(path: string): TileRef | undefined {
  const [, level = '', place = '', partial] =
    /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? [];
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  if (level === '' || width < 1 || (partial !== undefined && width >= TILE_WIDTH)) return undefined;
  if (level !== 'entries' && Number(level) > HIGHEST_LEVEL) return undefined;
  const index = Number(place.replaceAll(/[x/]/g, ''));
  const tile: TileRef = { level: level === 'entries' ? level : Number(level), index, width };
  return tilePath(tile) === path ? tile : undefined;
}

/** Whether a tree of this size has the tile, with this width. */
export function isInTree({ level, index, width }: TileRef, size: number): boolean {
  const span = TILE_WIDTH ** (level === 'entries' ? 0 : level);
  return (index * TILE_WIDTH + width) * span <= size;
}

/** How wide a tile of a level is in a tree of this size: 256 when it is full, 0 when there is none. */
export function tileWidth(level: number, index: number, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}

/** A bundle of entries: each with its length in front, in 16 bits. Throws a RangeError for an entry that is too long. */
export function bundleEntries(entries: readonly Uint8Array[]): Uint8Array {
  return concatBytes(
    entries.flatMap((entry) => {
      if (entry.length > 0xffff) throw new RangeError(`an entry of ${entry.length} bytes fits no bundle`);
      return [new Uint8Array([entry.length >> 8, entry.length & 255]), entry];
    }),
  );
}

/** The entries of a bundle; undefined when its lengths do not add up. */
export function unbundleEntries(bundle: Uint8Array): Uint8Array[] | undefined {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bundle.length) {
    const [high, low] = [bundle[at], bundle[at + 1]];
    if (high === undefined || low === undefined) return undefined;
    const end = at + 2 + (high << 8) + low;
    if (end > bundle.length) return undefined;
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
