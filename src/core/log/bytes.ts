export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** The bytes of a text of ASCII characters. Throws a RangeError for any other: everything that is hashed or signed is ASCII. */
export function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127) throw new RangeError(`not an ASCII character at ${at}: ${text.charAt(at)}`);
    bytes[at] = code;
  }
  return bytes;
}

/** The bytes of a text in UTF-8. Throws a URIError for half a surrogate pair. */
export function utf8Bytes(text: string): Uint8Array {
  const octets = encodeURIComponent(text).replace(/%(..)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Uint8Array.from(octets, (octet) => octet.charCodeAt(0));
}

const CHUNK = 8_192;

/** The text of ASCII bytes; undefined when a byte is beyond ASCII. Every entry that is verified passes here: it is quick. */
export function asciiText(bytes: Uint8Array): string | undefined {
  let all = 0;
  for (let at = 0; at < bytes.length; at += 1) all |= bytes[at] as number;
  if (all > 127) return undefined;
  let text = '';
  for (let from = 0; from < bytes.length; from += CHUNK)
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(from, from + CHUNK)) as string;
  return text;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...ALPHABET].map((letter, value) => [letter, value]));

/** Bytes as padded base64 (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    const letters = [18, 12, 6, 0].map((shift) => ALPHABET.charAt((bits >> shift) & 63));
    const known = Math.min(bytes.length - at, 3) + 1;
    text += letters.slice(0, known).join('').padEnd(4, '=');
  }
  return text;
}

/** The bytes of padded base64; undefined when the text is not exactly what `toBase64` would write. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let at = 0, place = 0; at < text.length; at += 4, place += 3) {
    const letters = at + 4 === text.length ? text.slice(at, text.length - padding) : text.slice(at, at + 4);
    let bits = 0;
    for (const letter of letters) {
      const value = VALUES.get(letter);
      if (value === undefined) return undefined;
      bits = (bits << 6) | value;
    }
    bits <<= 6 * (4 - letters.length);
    for (let byte = 0; byte < 3 && place + byte < bytes.length; byte += 1)
      bytes[place + byte] = (bits >> (16 - 8 * byte)) & 255;
  }
  return toBase64(bytes) === text ? bytes : undefined;
}
