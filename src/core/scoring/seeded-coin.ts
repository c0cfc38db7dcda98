import { seededUint32 } from '../random/seeded.ts';

/** A coin whose throws depend on a text alone, so that a report can be repeated (FNV-1a seed). */
export function seededCoin(seed: string): () => boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1)
    hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193) >>> 0;
  const draw = seededUint32(hash);
  return () => (draw() & 1) === 1;
}
