import type { FileTools } from '../../core/check/reading/read-file.ts';
import { readAtMost } from '../../server/platform/read-at-most.ts';

/** Texts and packed parts of files, as Node reads them. */
export const FILE_TOOLS: FileTools = {
  decode: (bytes, encoding) => new TextDecoder(encoding).decode(bytes),
  inflate(bytes, mostBytes) {
    const packed = new Blob([Uint8Array.from(bytes)]).stream();
    return readAtMost(packed.pipeThrough(new DecompressionStream('deflate-raw')), mostBytes);
  },
};
