/** The encodings that are left to the platform. */
export type Unicode = 'utf-8' | 'utf-16le' | 'utf-16be';

/** What Windows-1252 has at the bytes 0x80 to 0x9f. Some platforms decode these as control characters. */
const FROM_0X80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const CHUNK = 8_192;

const SAMPLE = 4_096;

/** How a text file is encoded: by its byte order mark, by the zero bytes of UTF-16, by whether it is UTF-8, else Windows-1252. */
export function encodingOf(bytes: Uint8Array): Unicode | 'windows-1252' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  let evenZeros = 0;
  let oddZeros = 0;
  const sampled = Math.min(bytes.length, SAMPLE);
  for (let at = 0; at < sampled; at += 1)
    if (bytes[at] === 0 && at % 2 === 0) evenZeros += 1;
    else if (bytes[at] === 0) oddZeros += 1;
  if (oddZeros > sampled / 4 && evenZeros < sampled / 16) return 'utf-16le';
  if (evenZeros > sampled / 4 && oddZeros < sampled / 16) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] as number;
    const length =
      first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length === 0 || at + length > bytes.length) return false;
    for (let next = at + 1; next < at + length; next += 1)
      if (((bytes[next] as number) & 0xc0) !== 0x80) return false;
    at += length;
  }
  return true;
}

/** The text of bytes in Windows-1252. */
export function decodeWindows1252(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += CHUNK) {
    const codes = Array.from(bytes.subarray(from, from + CHUNK), (byte) =>
      byte >= 0x80 && byte < 0xa0 ? FROM_0X80.charCodeAt(byte - 0x80) : byte,
    );
    text += String.fromCharCode(...codes);
  }
  return text;
}
