import type { Message } from './files/messages.ts';
import { chatMessages, tradesTextReader, withQuestions } from './read-trades.ts';
import type { Reading, ReadingOptions } from './reading.ts';
import { isSpreadsheetPart, spreadsheetTables } from './files/spreadsheet.ts';
import { tablesReader } from './tables/several-tables.ts';
import { requireReadableSize, Unreadable } from './unreadable.ts';
import { zipEntries } from './files/zip.ts';

/** What reading a file needs of the machine it runs on. */
export interface FileTools {
  decode(bytes: Uint8Array, encoding: Encoding): string;
  /** What deflated bytes unpack to; undefined where that is more than `mostBytes`. Throws where they are damaged. */
  inflate(bytes: Uint8Array, mostBytes: number): Promise<Uint8Array | undefined>;
}

/** An XLSX file may unpack to so much; a sheet of 225,000 trades stays below. */
const MOST_UNPACKED_BYTES = 300_000_000;

/** First bytes of files that are often tried and hold no table. */
const OTHER_FILES: readonly (readonly [first: string, code: 'old-excel' | 'pdf' | 'gzip' | 'picture'])[] = [
  ['d0cf11e0', 'old-excel'],
  ['25504446', 'pdf'],
  ['1f8b', 'gzip'],
  ['89504e47', 'picture'],
  ['ffd8ff', 'picture'],
];

/**
 * Takes a file of any kind apart once, to be read with any options, as `tradesTextReader` does. A table in which no trade was found is a reading without trades. Both throw
 * an Unreadable where there is neither a table nor the end of a signal.
 */
export async function tradesFileReader(
  bytes: Uint8Array,
  tools: FileTools,
): Promise<(options: ReadingOptions) => Reading> {
  requireReadableSize(bytes.length);
  const first = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const other = OTHER_FILES.find(([start]) => first.startsWith(start));
  if (other !== undefined) throw new Unreadable({ code: other[1] });
  // What waits for the text holds its bytes no more.
  if (first !== '504b0304') return Promise.resolve(decode(bytes, tools)).then(tradesTextReader);
  const tables = spreadsheetTables(await unpack(bytes, tools));
  const isEmpty = tables.every(({ rows }) => rows.length === 0);
  const readTables = tablesReader(tables);
  return (options) =>
    withQuestions(options, (chosen) => {
      const reading = readTables(chosen);
      if (reading !== undefined) return reading;
      throw new Unreadable(isEmpty ? { code: 'empty' } : { code: 'no-outcomes', part: 'table' });
    });
}

/** The messages of a chat's export; undefined where a file is none. Throws an Unreadable where it is too large or damaged. */
export function fileMessages(bytes: Uint8Array, tools: FileTools): readonly Message[] | undefined {
  requireReadableSize(bytes.length);
  return chatMessages(decode(bytes, tools));
}

/** The text of a file in any of the encodings that exports have. */
export function decode(bytes: Uint8Array, tools: FileTools): string {
  const encoding = encodingOf(bytes);
  if (encoding !== 'windows-1252') return tools.decode(bytes, encoding);
  if (!hasRuns(bytes.subarray(0, LARGE_SAMPLE))) return decodeWindows1252(bytes);
  // No letter is cut in two at the end of a line.
  const start = bytes.subarray(0, LARGE_SAMPLE);
  const lines = start.subarray(0, start.lastIndexOf(0x0a) + 1 || start.length);
  const [found] = SCRIPTS.find(([name, script]) => script.test(tools.decode(lines, name))) ?? [];
  if (found === undefined) return decodeWindows1252(bytes);
  const text = tools.decode(bytes, found);
  // In Japanese text the byte of the backslash is shown as a yen sign.
  return found === 'shift_jis' ? text.replace(/\\(?=\d)/g, '¥') : text;
}

/** The XML texts of an XLSX file by name. */
async function unpack(bytes: Uint8Array, tools: FileTools): Promise<ReadonlyMap<string, string>> {
  const parts = new Map<string, string>();
  let left = MOST_UNPACKED_BYTES;
  for (const entry of zipEntries(bytes, isSpreadsheetPart)) {
    const plain = entry.isDeflated ? await inflated(entry.bytes, left, tools) : entry.bytes;
    left -= plain.length;
    if (left < 0) throw new Unreadable({ code: 'swells', most: MOST_UNPACKED_BYTES / 1e6 });
    parts.set(entry.name, tools.decode(plain, 'utf-8'));
  }
  return parts;
}

async function inflated(bytes: Uint8Array, mostBytes: number, tools: FileTools): Promise<Uint8Array> {
  let plain: Uint8Array | undefined;
  try {
    plain = await tools.inflate(bytes, mostBytes);
  } catch {
    throw new Unreadable({ code: 'damaged' });
  }
  if (plain === undefined) throw new Unreadable({ code: 'swells', most: MOST_UNPACKED_BYTES / 1e6 });
  return plain;
}

/** The encodings that are left to the platform; what they cannot decode becomes U+FFFD. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis' | 'euc-kr' | 'gbk' | 'windows-1251';

/** What Windows-1252 has at the bytes 0x80 to 0x9f. Some platforms decode these as control characters. */
const FROM_0X80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const CHUNK = 8_192;

const SAMPLE = 4_096;
const LARGE_SAMPLE = 65_536;

/** What letters a text has that is in one of these encodings, and no others but Latin ones. */
const SCRIPTS: readonly (readonly [Encoding, RegExp])[] = [
  ['shift_jis', /^(?=[^]*[\u3040-\u30ff])[^\ufffd\uff61-\uff9f\u0400-\u04ff]*$/],
  ['euc-kr', /^(?=[^]*[\uac00-\ud7af])[^\ufffd\u4e00-\u9fff]*$/],
  ['gbk', /^(?=[^]*[\u4e00-\u9fff])[^\ufffd]*$/],
  ['windows-1251', /^(?![^]*[а-яё][А-ЯЁ])[^]*[а-яё]/],
];

/** Whether the bytes above ASCII mostly stand beside each other: in Western texts accented letters stand alone, or two in a word, as in `ação`. */
function hasRuns(bytes: Uint8Array): boolean {
  let [high, beside] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    let end = at;
    while ((bytes[end] ?? 0) >= 0x80) end += 1;
    const length = end - at;
    high += length;
    const isInWord = length === 2 && isLetter(bytes[at - 1]) && isLetter(bytes[end]);
    if (length > 1 && !isInWord) beside += length;
    at = end;
  }
  return beside * 2 > high;
}

const isLetter = (byte = 0): boolean => /[a-z]/i.test(String.fromCharCode(byte));

/** How a text file is encoded: by its byte order mark, by the zero bytes of UTF-16, by whether it is UTF-8, else Windows-1252. */
export function encodingOf(bytes: Uint8Array): Encoding | 'windows-1252' {
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
  // The Turkish code page has other letters where Icelandic ones stand.
  return /[þÞðÐ]/.test(text)
    ? text.replace(/[ðþýÐÞÝ]/g, (letter) => 'ğşıĞŞİ'['ðþýÐÞÝ'.indexOf(letter)] as string)
    : text;
}
