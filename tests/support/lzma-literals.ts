/** Packs bytes into the LZMA format without looking for repeats: what a test needs to play a vendor's files. */
export function packLiterals(data: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt8(0x5d, 0);
  header.writeUInt32LE(1 << 16, 1);
  header.writeBigUInt64LE(BigInt(data.length), 5);
  const out: number[] = [];
  let low = 0;
  let range = 0xffff_ffff;
  // A byte may still be raised by a carry, and with it a row of 255 after it.
  const shiftLow = (): void => {
    out.push(Math.floor(low / 2 ** 24) & 0xff);
    if (low > 0xffff_ffff)
      for (let at = out.length - 2; at >= 0; at -= 1) {
        out[at] = ((out[at] as number) + 1) & 0xff;
        if (out[at] !== 0) break;
      }
    low = (low % 2 ** 24) * 256;
  };
  const encode = (chances: Uint16Array, place: number, bit: number): void => {
    const chance = chances[place] as number;
    const bound = (range >>> 11) * chance;
    if (bit === 0) {
      range = bound;
      chances[place] = chance + ((2048 - chance) >> 5);
    } else {
      low += bound;
      range -= bound;
      chances[place] = chance - (chance >> 5);
    }
    while (range < 0x100_0000) {
      range = (range << 8) >>> 0;
      shiftLow();
    }
  };
  const isMatch = new Uint16Array(4).fill(1024);
  const literals = new Uint16Array(0x300 * 8).fill(1024);
  for (const [at, byte] of data.entries()) {
    encode(isMatch, at & 3, 0);
    const from = 0x300 * ((data[at - 1] ?? 0) >> 5);
    for (let node = 1, bit = 7; bit >= 0; bit -= 1) {
      const next = (byte >> bit) & 1;
      encode(literals, from + node, next);
      node = (node << 1) | next;
    }
  }
  for (let byte = 0; byte < 5; byte += 1) shiftLow();
  return Buffer.concat([header, Buffer.from([0, ...out])]);
}
