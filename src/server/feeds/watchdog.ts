/** Barks once when it was not fed for `limitMs`. */
export class Watchdog {
  barked = false;
  readonly #bark: () => void;
  #timer: NodeJS.Timeout;
  #lastLook: NodeJS.Immediate | undefined;

  constructor(limitMs: number, bark: () => void) {
    this.#bark = bark;
    this.#timer = setTimeout(() => this.#lookOnce(), limitMs);
  }

  feed(): void {
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
      this.barked = true;
      this.#bark();
    });
  }
}
