/** The part of WebAssembly that is used here; `lib` of this project has none of it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { readonly exports: object };
};

interface Code {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** Writes so many words of a comparison's plane, a bit a bar. What is no number is not larger. */
  readonly compare: (comparison: number, words: number) => void;
  /**
   * Counts the signals of a rule in the first bytes of its planes, which 8 divides. `answers` gets two planes one after the other, each of
   * so many bytes: where signals were decided, and where they were right.
   */
  readonly count: (rule: number, bytes: number, answers: number) => void;
}

/**
 * Places of a comparison: the addresses of two series and of the plane that says where the first is larger; -1 where only those bars count
 * at which it begins to be, else 0; 1 where it was larger at the bar before, else 0.
 */
export const COMPARISON = { more: 0, less: 1, plane: 2, mask: 3, was: 4 } as const;

/** Where three planes of CALL, three of PUT and those of how signals end stand in a rule, and what was counted of it. */
export const RECORD = {
  calls: 0,
  puts: 3,
  moved: 6,
  reached: 7,
  up: 8,
  both: 9,
  said: 10,
  decided: 11,
  right: 12,
  ties: 13,
  words: 14,
} as const;

const PAGE_BYTES = 65_536;

/**
 * The two loops in which a sweep spends its time, and the memory that they work on, as WebAssembly: it compares two numbers at once and
 * counts 64 bits at once. Its code is made below of the bytes of its instructions, so that no tool has to make it.
 */
export class BitMachine {
  readonly compare: Code['compare'];
  readonly count: Code['count'];
  /** The memory; other arrays after each `take`. */
  floats = new Float64Array();
  words = new Int32Array();
  readonly #memory: Code['memory'];
  #used = 0;

  constructor() {
    compiled ??= new WebAssembly.Module(moduleBytes());
    const { memory, compare, count } = new WebAssembly.Instance(compiled).exports as Code;
    this.#memory = memory;
    this.compare = compare;
    this.count = count;
  }

  /** The address of so many bytes, which are 0: the beginning of a line of the cache. */
  take(bytes: number): number {
    const memory = this.#memory;
    const at = this.#used;
    this.#used += Math.ceil(bytes / 64) * 64;
    if (this.#used > memory.buffer.byteLength)
      memory.grow(Math.ceil((this.#used - memory.buffer.byteLength) / PAGE_BYTES));
    this.floats = new Float64Array(memory.buffer);
    this.words = new Int32Array(memory.buffer);
    return at;
  }

  /** The address of numbers of 32 bits, with room for what is counted. */
  record(...numbers: readonly number[]): number {
    const at = this.take(4 * RECORD.words);
    this.words.set(numbers, at / 4);
    return at;
  }
}

let compiled: object | undefined;

type Bytes = readonly number[];

// Instructions, each with what it works on: https://webassembly.github.io/spec/core/binary/instructions.html.
const of =
  (...instruction: Bytes) =>
  (...operands: readonly Bytes[]): Bytes => [...operands.flat(), ...instruction];
const local = (index: number): Bytes => [0x20, index];
const set = (index: number, value: Bytes): Bytes => [...value, 0x21, index];
const number = (value: number): Bytes => [0x41, ...signed(value)];
const add = of(0x6a);
const not = (value: Bytes): Bytes => xor(value, number(-1));
const and = of(0x71);
const or = of(0x72);
const xor = of(0x73);
const shiftLeft = of(0x74);
const shiftRight = of(0x76);
const load = (address: Bytes, place: number): Bytes => [...address, 0x28, 2, ...unsigned(place * 4)];
const store = (address: Bytes, place: number, value: Bytes): Bytes => [
  ...address,
  ...value,
  0x36,
  2,
  place * 4,
];
const load64 = (address: Bytes): Bytes => [...address, 0x29, 3, 0];
const store64 = (address: Bytes, value: Bytes): Bytes => [...address, ...value, 0x37, 3, 0];
const and64 = of(0x83);
const or64 = of(0x84);
const xor64 = of(0x85);
const bits = of(0x7b, 0xa7);
/** Of pairs of numbers: where the first is larger. */
const greater = of(0xfd, 0x4a);
/** The lower halves of the four numbers of two pairs. */
const halves = of(0xfd, 0x0d, ...[0, 8, 16, 24].flatMap((first) => [first, first + 1, first + 2, first + 3]));
const narrow32 = of(0xfd, 0x85, 0x01);
const narrow16 = of(0xfd, 0x65);
const bitmask = of(0xfd, 0x64);
const pair = (address: Bytes, place: number): Bytes => [...address, 0xfd, 0x00, 3, ...unsigned(place * 16)];
/** Does it once, and again while `index` is less than `end`. */
const loop = (index: number, end: number, ...body: readonly Bytes[]): Bytes =>
  [[0x03, 0x40], ...body, local(index), local(end), [0x49, 0x0d, 0x00, 0x0b]].flat();

function compareCode(): Bytes {
  const [comparison, words, more, less, plane, mask, was, end, word] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
  /** So many pairs from a place on, as narrow numbers in a vector, all bits set where the first is larger. */
  const compared = (place: number, pairs: number): Bytes => {
    if (pairs === 1) return greater(pair(local(more), place), pair(local(less), place));
    const both = [compared(place, pairs / 2), compared(place + pairs / 2, pairs / 2)];
    return (pairs === 2 ? halves : pairs === 4 ? narrow32 : narrow16)(...both);
  };
  const before = or(shiftLeft(local(word), number(1)), local(was));
  return [
    ...[more, less, plane, mask, was].flatMap((to, place) => set(to, load(local(comparison), place))),
    ...set(end, add(local(plane), shiftLeft(local(words), number(2)))),
    ...loop(
      plane,
      end,
      set(word, or(bitmask(compared(0, 8)), shiftLeft(bitmask(compared(8, 8)), number(16)))),
      store(local(plane), 0, and(local(word), not(and(before, local(mask))))),
      set(was, shiftRight(local(word), number(31))),
      set(more, add(local(more), number(256))),
      set(less, add(local(less), number(256))),
      set(plane, add(local(plane), number(4))),
    ),
  ];
}

function countCode(): Bytes {
  const [rule, end, answers, at] = [0, 1, 2, 3] as const;
  const [both, said, decided, right, ties] = [4, 5, 6, 7, 8] as const;
  const [call, put, some] = [9, 10, 11] as const;
  const plane = (place: number): Bytes => load64(add(load(local(rule), place), local(at)));
  const all = (place: number): Bytes => and64(and64(plane(place), plane(place + 1)), plane(place + 2));
  const answer = add(local(answers), local(at));
  const more = (sum: number, value: Bytes): Bytes => set(sum, add(local(sum), bits(value)));
  return [
    ...loop(
      at,
      end,
      set(call, all(RECORD.calls)),
      set(put, all(RECORD.puts)),
      set(some, and64(local(call), local(put))),
      more(both, local(some)),
      set(call, xor64(local(call), local(some))),
      set(put, xor64(local(put), local(some))),
      set(put, or64(local(call), local(put))),
      more(said, local(put)),
      set(some, and64(local(put), plane(RECORD.moved))),
      more(decided, local(some)),
      store64(answer, local(some)),
      more(ties, and64(xor64(local(put), local(some)), plane(RECORD.reached))),
      // A CALL is right where the exit is higher, a PUT where it is not: where one of them is not.
      set(some, and64(local(some), xor64(xor64(local(call), plane(RECORD.up)), [0x42, 0x7f]))),
      more(right, local(some)),
      store64(add(answer, local(end)), local(some)),
      set(at, add(local(at), number(8))),
    ),
    ...[RECORD.both, RECORD.said, RECORD.decided, RECORD.right, RECORD.ties].flatMap((place, sum) =>
      store(local(rule), place, local(both + sum)),
    ),
  ];
}

function moduleBytes(): Uint8Array {
  const [I32, I64] = [0x7f, 0x7e] as const;
  const counted = (bytes: Bytes): Bytes => [...unsigned(bytes.length), ...bytes];
  const list = (...items: readonly Bytes[]): Bytes => [items.length, ...items.flat()];
  const section = (id: number, content: Bytes): Bytes => [id, ...counted(content)];
  const text = (name: string): Bytes => counted([...name].map((letter) => letter.charCodeAt(0)));
  const type = (parameters: number): Bytes => [0x60, parameters, ...Array<number>(parameters).fill(I32), 0];
  const code = (locals: Bytes, body: Bytes): Bytes => counted([locals.length / 2, ...locals, ...body, 0x0b]);
  const format = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  return Uint8Array.from([
    ...format,
    ...section(1, list(type(2), type(3))),
    ...section(3, list([0], [1])),
    ...section(5, list([0, 1])),
    ...section(7, list([...text('memory'), 2, 0], [...text('compare'), 0, 0], [...text('count'), 0, 1])),
    ...section(10, list(code([7, I32], compareCode()), code([6, I32, 3, I64], countCode()))),
  ]);
}

/** Numbers in the variable length of LEB128. */
function unsigned(value: number): Bytes {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): Bytes {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}
