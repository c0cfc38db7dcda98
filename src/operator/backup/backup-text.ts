/** The line after the rows of a table. */
export const END_OF_ROWS = Buffer.from('\\.\n');
const END_AFTER_ROW = Buffer.from('\n\\.\n');

/** The longest line. Rows have some kilobytes, tiles of the ledger the most of them. */
export const MOST_LINE_BYTES = 16 * 1024 ** 2;

/** The unpacked text of a backup, read once from its begin to its end. Rejects when it ends too early, a line is too long or no JSON. */
export class BackupText {
  readonly #chunks: AsyncIterator<Buffer>;
  /** Text that was read and not used yet; begins at the begin of a line. */
  #text: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async json(): Promise<unknown> {
    let end: number;
    while ((end = this.#text.indexOf(0x0a)) < 0) await this.#readMore();
    return JSON.parse(this.#take(end + 1).toString('utf8'));
  }

  /** Whole rows, many at once, up to the end of a table. COPY writes a backslash of the data as two, and a newline as `\n`. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#text.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) {
        this.#take(END_OF_ROWS.length);
        return;
      }
      const end = this.#text.indexOf(END_AFTER_ROW);
      const whole = end < 0 ? this.#text.lastIndexOf(0x0a) : end;
      if (whole >= 0) yield this.#take(whole + 1);
      else await this.#readMore();
    }
  }

  #take(bytes: number): Buffer {
    const taken = this.#text.subarray(0, bytes);
    this.#text = this.#text.subarray(bytes);
    return taken;
  }

  async #readMore(): Promise<void> {
    if (this.#text.length > MOST_LINE_BYTES) throw new Error('The backup has a line that is too long.');
    const next = await this.#chunks.next();
    if (next.done === true) throw new Error('The backup ends too early.');
    this.#text = Buffer.concat([this.#text, next.value]);
  }
}
