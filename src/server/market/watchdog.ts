/** Calls back once when nothing was heard for `limitMs`. */
export class Watchdog {
  hasExpired = false;
  readonly #onExpired: () => void;
  #timer: NodeJS.Timeout;
  #lastLook: NodeJS.Immediate | undefined;

  constructor(limitMs: number, onExpired: () => void) {
    this.#onExpired = onExpired;
    this.#timer = setTimeout(() => this.#lookOnce(), limitMs);
  }

  heard(): void {
    clearImmediate(this.#lastLook);
    this.#timer.refresh();
  }

  stop(): void {
    clearImmediate(this.#lastLook);
    clearTimeout(this.#timer);
  }

  /** Where this process itself was held up, frames wait in the socket: they are read before this turn of its loop ends. */
  #lookOnce(): void {
    this.#lastLook = setImmediate(() => {
      this.hasExpired = true;
      this.#onExpired();
    });
  }
}
