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

/** A text with a character for each octet. */
export function octetText(octets: Uint8Array): string {
  let text = '';
  for (let from = 0; from < octets.length; from += CHUNK)
    text += Reflect.apply(String.fromCharCode, undefined, octets.subarray(from, from + CHUNK)) as string;
  return text;
}

/** The text of ASCII bytes; undefined when a byte is beyond ASCII. Every entry that is verified passes here: it is quick. */
export function asciiText(bytes: Uint8Array): string | undefined {
  let all = 0;
  for (let at = 0; at < bytes.length; at += 1) all |= bytes[at] as number;
  return all > 127 ? undefined : octetText(bytes);
}

// Browsers and Node have both; the library of core names neither.
declare function btoa(octets: string): string;
declare function atob(text: string): string;

/** Bytes as padded base64 (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  return btoa(octetText(bytes));
}

/** The bytes of padded base64; undefined when the text is not exactly what `toBase64` would write. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (octet) => octet.charCodeAt(0));
    return toBase64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
