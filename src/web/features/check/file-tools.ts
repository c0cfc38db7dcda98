import type { FileTools } from '../../../core/check/reading/read-file.ts';
import { concatBytes } from '../../../core/log/bytes.ts';

/** Texts and packed parts of files, as a browser reads them. */
export const FILE_TOOLS: FileTools = {
  decode: (bytes, encoding) => new TextDecoder(encoding).decode(bytes),
  async inflate(bytes, mostBytes) {
    const plain: Uint8Array[] = [];
    let length = 0;
    const unpacked = new Blob([Uint8Array.from(bytes)])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'));
    const reader = unpacked.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return concatBytes(plain);
      plain.push(value);
      length += value.length;
      if (length > mostBytes) {
        await reader.cancel();
        return undefined;
      }
    }
  },
};
