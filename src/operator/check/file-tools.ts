import type { FileTools } from '../../core/check/reading/read-file.ts';

/** Texts and packed parts of files, as Node reads them. */
export const FILE_TOOLS: FileTools = {
  decode: (bytes, encoding) => new TextDecoder(encoding).decode(bytes),
  async inflate(bytes, mostBytes) {
    const plain: Uint8Array[] = [];
    let length = 0;
    const packed = new Blob([Uint8Array.from(bytes)]).stream();
    for await (const piece of packed.pipeThrough(new DecompressionStream('deflate-raw'))) {
      plain.push(piece as Uint8Array);
      length += (piece as Uint8Array).length;
      if (length > mostBytes) return undefined;
    }
    return Buffer.concat(plain);
  },
};
