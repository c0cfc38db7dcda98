/** Smaller parts of a size are what adding and taking off leave of it. */
const ROUNDING = 1e-6;
/** An end is compared with so many openings before it. */
const MOST_COMPARED = 200;

/** What was opened of one thing on one side and is not closed. */
export class Lots<Opening> {
  readonly #all: { readonly opening: Opening; readonly size: number; left: number }[] = [];
  #closed = 0;

  get #first() {
    for (let lot = this.#all[this.#closed]; lot !== undefined; lot = this.#all[(this.#closed += 1)])
      if (lot.left > lot.size * ROUNDING) return lot;
    return undefined;
  }

  get areOpen(): boolean {
    return this.#first !== undefined;
  }

  add(opening: Opening, size: number): void {
    this.#all.push({ opening, size, left: size });
  }

  /** Closes one that is just as large, where there is one and `isAlikeFirst`, else the oldest ones: these, and how much of each. */
  take(size: number, isAlikeFirst = false): readonly (readonly [Opening, taken: number])[] {
    const recent = isAlikeFirst
      ? this.#all.slice(Math.max(this.#closed, this.#all.length - MOST_COMPARED))
      : [];
    const alike = recent.find(({ left }) => Math.abs(left - size) < size * ROUNDING);
    const parts: [Opening, number][] = [];
    let rest = size;
    for (let lot = alike ?? this.#first; lot !== undefined && rest > size * ROUNDING; lot = this.#first) {
      const taken = Math.min(lot.left, rest);
      parts.push([lot.opening, taken]);
      lot.left -= taken;
      rest -= taken;
    }
    return parts;
  }
}
