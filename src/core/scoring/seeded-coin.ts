/** A coin whose throws depend on a text alone, so that a report can be repeated (FNV-1a seed, then splitmix32). */
export function seededCoin(seed: string): () => boolean {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1)
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) & 1) === 1;
  };
}
