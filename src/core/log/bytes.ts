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
