import { fromBase64 } from './base64.ts';
import { HASH_BYTES } from './merkle-tree.ts';

/** A path through the largest tree has no more. */
const MOST_HASHES = 63;

/** The hashes of a proof, one a line in base64, or why they are none. */
export function parseHashLines(lines: readonly string[]): Uint8Array[] | string {
  if (lines.length > MOST_HASHES) return `it has more than ${MOST_HASHES} hashes`;
  const hashes: Uint8Array[] = [];
  for (const line of lines) {
    const hash = fromBase64(line);
    if (hash?.length !== HASH_BYTES) return 'a line of it is not a hash in base64';
    hashes.push(hash);
  }
  return hashes;
}
