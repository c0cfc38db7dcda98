/**
 * Unpacks a whole file of the LZMA format (`.lzma`, "LZMA alone"). Node has none of it, and the packages that were tried run on without
 * end where a file is cut off. After the public specification: I. Pavlov, "LZMA specification (draft version)", 2015,
 * https://www.7-zip.org/sdk.html.
 *
 * Throws a RangeError where the file is cut off, damaged or longer than `mostBytes`.
 */
export function decodeLzma(file: Uint8Array, mostBytes: number): Uint8Array {
  const header = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 13) throw cutOff();
  const properties = header.getUint8(0);
  if (properties >= 9 * 5 * 5) throw damaged();
  const size = header.getBigUint64(5, true);
  const isOpenEnded = size === 0xffff_ffff_ffff_ffffn;
  if (!isOpenEnded && size > BigInt(mostBytes)) throw damaged();
  return new LzmaDecoder(
    file.subarray(13),
    properties,
    isOpenEnded ? undefined : Number(size),
    mostBytes,
  ).decode();
}

function cutOff(): RangeError {
  return new RangeError('the packed file is cut off');
}

function damaged(): RangeError {
  return new RangeError('the packed file is damaged');
}

/** Chances of 11 bits that the next bit is 0, each at one half at first. */
const chances = (count: number): Uint16Array => new Uint16Array(count).fill(1024);

/** States from here on follow a match; there are 12. */
const FIRST_MATCH_STATE = 7;
const STATES = 12;
/** Most values of the position's low bits, which select among chances. */
const POSITIONS = 16;
const SHORTEST_MATCH = 2;
const END_MARKER = 0xffff_ffff;

class LzmaDecoder {
  readonly #packed: Uint8Array;
  #at = 0;
  #range = 0xffff_ffff;
  #code = 0;
  readonly #literalContextBits: number;
  readonly #literalPositionMask: number;
  readonly #positionMask: number;
  readonly #size: number | undefined;
  readonly #most: number;
  #out: Uint8Array;
  #length = 0;
  readonly #literals: Uint16Array;
  readonly #isMatch = chances(STATES * POSITIONS);
  readonly #isRepeat = chances(STATES);
  readonly #isRepeat0 = chances(STATES);
  readonly #isRepeat0Long = chances(STATES * POSITIONS);
  readonly #isRepeat1 = chances(STATES);
  readonly #isRepeat2 = chances(STATES);
  readonly #distanceSlots = [chances(64), chances(64), chances(64), chances(64)] as const;
  readonly #distances = chances(1 + 128 - 14);
  readonly #alignment = chances(16);
  readonly #matchLength = new LengthChances();
  readonly #repeatLength = new LengthChances();

  constructor(packed: Uint8Array, properties: number, size: number | undefined, most: number) {
    this.#packed = packed;
    this.#literalContextBits = properties % 9;
    const rest = Math.floor(properties / 9);
    this.#literalPositionMask = (1 << (rest % 5)) - 1;
    this.#positionMask = (1 << Math.floor(rest / 5)) - 1;
    this.#literals = chances(0x300 << (this.#literalContextBits + (rest % 5)));
    this.#size = size;
    this.#most = most;
    this.#out = new Uint8Array(size ?? Math.min(most, 65_536));
  }

  decode(): Uint8Array {
    if (this.#byte() !== 0) throw damaged();
    for (let byte = 0; byte < 4; byte += 1) this.#code = ((this.#code << 8) | this.#byte()) >>> 0;
    let state = 0;
    let [last, second, third, fourth] = [0, 0, 0, 0];
    while (this.#length !== this.#size) {
      const position = this.#length & this.#positionMask;
      const place = state * POSITIONS + position;
      if (this.#bit(this.#isMatch, place) === 0) {
        this.#literal(state, last);
        state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
        continue;
      }
      let length: number;
      if (this.#bit(this.#isRepeat, state) === 0) {
        [second, third, fourth] = [last, second, third];
        length = this.#lengthOf(this.#matchLength, position);
        state = state < FIRST_MATCH_STATE ? 7 : 10;
        last = this.#distance(length);
        if (last === END_MARKER) {
          if (this.#size !== undefined) throw damaged();
          break;
        }
      } else {
        if (this.#length === 0) throw damaged();
        if (this.#bit(this.#isRepeat0, state) === 0) {
          if (this.#bit(this.#isRepeat0Long, place) === 0) {
            state = state < FIRST_MATCH_STATE ? 9 : 11;
            this.#copy(last, 1);
            continue;
          }
        } else if (this.#bit(this.#isRepeat1, state) === 0) {
          [last, second] = [second, last];
        } else if (this.#bit(this.#isRepeat2, state) === 0) {
          [last, second, third] = [third, last, second];
        } else {
          [last, second, third, fourth] = [fourth, last, second, third];
        }
        length = this.#lengthOf(this.#repeatLength, position);
        state = state < FIRST_MATCH_STATE ? 8 : 11;
      }
      this.#copy(last, length + SHORTEST_MATCH);
    }
    return this.#out.subarray(0, this.#length);
  }

  #byte(): number {
    const byte = this.#packed[this.#at];
    if (byte === undefined) throw cutOff();
    this.#at += 1;
    return byte;
  }

  #bit(table: Uint16Array, place: number): 0 | 1 {
    const chance = table[place] as number;
    const bound = (this.#range >>> 11) * chance;
    let bit: 0 | 1;
    if (this.#code < bound) {
      this.#range = bound;
      table[place] = chance + ((2048 - chance) >> 5);
      bit = 0;
    } else {
      this.#range -= bound;
      this.#code -= bound;
      table[place] = chance - (chance >> 5);
      bit = 1;
    }
    this.#normalize();
    return bit;
  }

  #normalize(): void {
    if (this.#range >= 0x100_0000) return;
    this.#range = (this.#range << 8) >>> 0;
    this.#code = ((this.#code << 8) | this.#byte()) >>> 0;
  }

  /** So many bits that are 0 or 1 by the same chance. */
  #plainBits(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1) {
      this.#range >>>= 1;
      const isSet = this.#code >= this.#range;
      if (isSet) this.#code -= this.#range;
      value = value * 2 + (isSet ? 1 : 0);
      this.#normalize();
    }
    return value;
  }

  /** Bits from the highest down, the chances of each selected by those before it. */
  #tree(table: Uint16Array, bits: number, from = 0): number {
    let node = 1;
    for (let bit = 0; bit < bits; bit += 1) node = (node << 1) | this.#bit(table, from + node);
    return node - (1 << bits);
  }

  /** The same from the lowest bit up. */
  #reverseTree(table: Uint16Array, bits: number, from: number): number {
    let node = 1;
    let value = 0;
    for (let bit = 0; bit < bits; bit += 1) {
      const next = this.#bit(table, from + node);
      node = (node << 1) | next;
      value |= next << bit;
    }
    return value;
  }

  #literal(state: number, distance: number): void {
    const before = this.#length === 0 ? 0 : (this.#out[this.#length - 1] as number);
    const context =
      ((this.#length & this.#literalPositionMask) << this.#literalContextBits) +
      (before >> (8 - this.#literalContextBits));
    const from = 0x300 * context;
    let symbol = 1;
    if (state >= FIRST_MATCH_STATE) {
      // After a match: as long as the bits are those of the byte that it would go on with, that byte selects the chances.
      let expected = this.#out[this.#length - distance - 1] as number;
      while (symbol < 0x100) {
        const bit = (expected >> 7) & 1;
        expected <<= 1;
        const next = this.#bit(this.#literals, from + ((1 + bit) << 8) + symbol);
        symbol = (symbol << 1) | next;
        if (bit !== next) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | this.#bit(this.#literals, from + symbol);
    this.#put(symbol & 0xff);
  }

  #lengthOf({ choice, low, middle, high }: LengthChances, position: number): number {
    if (this.#bit(choice, 0) === 0) return this.#tree(low, 3, position * 8);
    if (this.#bit(choice, 1) === 0) return 8 + this.#tree(middle, 3, position * 8);
    return 16 + this.#tree(high, 8);
  }

  #distance(length: number): number {
    const slots = this.#distanceSlots[Math.min(length, 3)] as Uint16Array;
    const slot = this.#tree(slots, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return base + this.#reverseTree(this.#distances, bits, base - slot);
    return base + this.#plainBits(bits - 4) * 16 + this.#reverseTree(this.#alignment, 4, 0);
  }

  #copy(distance: number, count: number): void {
    if (distance >= this.#length) throw damaged();
    for (let byte = 0; byte < count; byte += 1) this.#put(this.#out[this.#length - distance - 1] as number);
  }

  #put(byte: number): void {
    if (this.#length === (this.#size ?? this.#most)) throw damaged();
    if (this.#length === this.#out.length) {
      const larger = new Uint8Array(Math.min(this.#most, this.#out.length * 2));
      larger.set(this.#out);
      this.#out = larger;
    }
    this.#out[this.#length] = byte;
    this.#length += 1;
  }
}

class LengthChances {
  readonly choice = chances(2);
  readonly low = chances(POSITIONS * 8);
  readonly middle = chances(POSITIONS * 8);
  readonly high = chances(256);
}
