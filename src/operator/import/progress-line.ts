import type { InputBytes } from './input-bytes.ts';

const REDRAW_MS = 100;
const WIDTH = 30;

/** The part of a stream that a progress line needs; the terminal's width may change while it is drawn. */
export interface ProgressTerminal {
  write(text: string): unknown;
  readonly columns?: number | undefined;
}

/** One line that is drawn over itself while a file is read, ten times a second at most; gone when `clear` is called. */
export class ProgressLine {
  readonly #terminal: ProgressTerminal;
  readonly #nowMs: () => number;
  readonly #startMs: number;
  #drawnMs = Number.NEGATIVE_INFINITY;

  /** `nowMs` is any clock that only goes forward. */
  constructor(terminal: ProgressTerminal, nowMs: () => number) {
    this.#terminal = terminal;
    this.#nowMs = nowMs;
    this.#startMs = nowMs();
  }

  update(input: InputBytes): void {
    const now = this.#nowMs();
    if (now - this.#drawnMs < REDRAW_MS) return;
    this.#drawnMs = now;
    const read = input.readBytes();
    const seconds = (now - this.#startMs) / 1000;
    const speed = seconds > 0.2 ? ` ${(input.textBytes() / 1e6 / seconds).toFixed(0)} MB/s` : '';
    const total = input.totalBytes;
    const text =
      total === undefined || total === 0
        ? `${megabytes(read)} read${speed}`
        : `${bar(Math.min(1, read / total))} ${megabytes(read)} of ${megabytes(total)}${speed}`;
    this.#terminal.write(`\r${text.slice(0, columnsOf(this.#terminal) - 1)}\u001b[K`);
  }

  clear(): void {
    if (this.#drawnMs > Number.NEGATIVE_INFINITY) this.#terminal.write('\r\u001b[K');
    this.#drawnMs = Number.NEGATIVE_INFINITY;
  }
}

/** A terminal that does not know its width says nothing, or zero. */
function columnsOf({ columns = 0 }: ProgressTerminal): number {
  return columns > 10 ? columns : 80;
}

function bar(share: number): string {
  const full = Math.floor(share * WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
