/** Things counted by whose they are; who has the most is known at once, however many there are. */
export class Shares<Thing> {
  readonly #byOwner = new Map<string, Set<Thing>>();
  /** By how many things they have. */
  readonly #ownersBySize = new Map<number, Set<string>>();
  #largest = 0;

  add(owner: string, thing: Thing): void {
    const own = this.#byOwner.get(owner) ?? new Set();
    if (own.has(thing)) return;
    this.#byOwner.set(owner, own.add(thing));
    this.#move(owner, own.size - 1, own.size);
    this.#largest = Math.max(this.#largest, own.size);
  }

  remove(owner: string, thing: Thing): void {
    const own = this.#byOwner.get(owner);
    if (own?.delete(thing) !== true) return;
    this.#move(owner, own.size + 1, own.size);
    // Who alone had the most has one less now, and still as many as anybody.
    if (!this.#ownersBySize.has(this.#largest)) this.#largest = own.size;
    if (own.size === 0) this.#byOwner.delete(owner);
  }

  /** What an owner has, the oldest first. */
  of(owner: string): ReadonlySet<Thing> {
    return this.#byOwner.get(owner) ?? new Set();
  }

  /** All of one who has as many as anybody, the oldest first; empty when nobody has any. */
  largest(): ReadonlySet<Thing> {
    const [owner] = this.#ownersBySize.get(this.#largest) ?? [];
    return owner === undefined ? new Set() : this.of(owner);
  }

  #move(owner: string, from: number, to: number): void {
    const left = this.#ownersBySize.get(from);
    left?.delete(owner);
    if (left?.size === 0) this.#ownersBySize.delete(from);
    if (to === 0) return;
    const joined = this.#ownersBySize.get(to) ?? new Set();
    this.#ownersBySize.set(to, joined.add(owner));
  }
}
