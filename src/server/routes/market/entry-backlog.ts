/** The last entries as they stand on the wire, for clients that missed some. */
export class EntryBacklog {
  readonly #most: number;
  readonly #messages = new Map<number, Buffer>();
  #next: number;

  /** Keeps at most `most` entries; the first to be added has the place `next`. */
  constructor(most: number, next: number) {
    this.#most = most;
    this.#next = next;
  }

  /** The place of the next entry. */
  get next(): number {
    return this.#next;
  }

  /** Adds the entry of the place `next`. */
  add(message: Buffer): void {
    this.#messages.set(this.#next, message);
    this.#messages.delete(this.#next - this.#most);
    this.#next += 1;
  }

  /** Whether all entries from a place on are here. */
  reaches(place: number): boolean {
    return place <= this.#next && place >= this.#next - this.#messages.size;
  }

  /** The entries from a place on, as many whole ones as fit into `maxBytes` but at least one, and the place after them. */
  take(place: number, maxBytes: number): { readonly bytes: Buffer; readonly next: number } {
    const taken: Buffer[] = [];
    let size = 0;
    for (
      let message = this.#messages.get(place);
      message;
      message = this.#messages.get(place + taken.length)
    ) {
      if (taken.length > 0 && size + message.length > maxBytes) break;
      taken.push(message);
      size += message.length;
    }
    return { bytes: Buffer.concat(taken, size), next: place + taken.length };
  }
}
