import { fromBase64, toBase64 } from './bytes.ts';
import { HASH_BYTES } from './merkle-tree.ts';

/** That an entry is in a log, for verification without the log (C2SP tlog-proof). */
export interface TlogProof {
  /** The part without a signature; here what is needed to know the entry. */
  readonly extra: Uint8Array | undefined;
  readonly index: number;
  /** The sibling hashes from the leaf up. */
  readonly path: readonly Uint8Array[];
  /** A signed note. */
  readonly checkpoint: string;
}

const HEADER = 'c2sp.org/tlog-proof@v1';

export function tlogProofText({ extra, index, path, checkpoint }: TlogProof): string {
  const lines = [
    HEADER,
    ...(extra === undefined ? [] : [`extra ${toBase64(extra)}`]),
    `index ${index}`,
    ...path.map(toBase64),
    '',
    checkpoint,
  ];
  return lines.join('\n');
}

/** The proof that a file holds, none of it verified, or why it holds none. */
export function parseTlogProof(text: string): TlogProof | string {
  const end = text.indexOf('\n\n');
  if (end < 0) return 'it has no empty line in front of a checkpoint';
  const [header, ...lines] = text.slice(0, end).split('\n');
  if (header !== HEADER) return `its first line is not ${HEADER}`;
  let extra: Uint8Array | undefined;
  if (lines[0]?.startsWith('extra ')) {
    extra = fromBase64(lines.shift()?.slice('extra '.length) ?? '');
    if (extra === undefined) return 'its extra line is not base64';
  }
  const [, digits = ''] = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? '') ?? [];
  const index = Number(digits);
  if (digits === '' || !Number.isSafeInteger(index)) return 'it has no index line';
  const path = parseHashLines(lines);
  if (typeof path === 'string') return path;
  return { extra, index, path, checkpoint: text.slice(end + 2) };
}

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
