/** A replay waits for the promise; live prices do not. A listener must not throw or reject. */
export type Listener<T> = (event: T) => void | Promise<void>;
export type Unsubscribe = () => void;

/** The listeners to one kind of event. A listener that fails is reported and does not affect the others. */
export class Listeners<T> {
  readonly #listeners = new Set<Listener<T>>();
  readonly #onFailure: (error: unknown) => void;

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  add(listener: Listener<T>): Unsubscribe {
    // A new function, so that one listener may listen twice.
    const own: Listener<T> = (event) => listener(event);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Calls all, one after the other; returns a promise, which never rejects, while some work. */
  tell(event: T): Promise<unknown> | undefined {
    const working: Promise<void>[] = [];
    for (const listener of this.#listeners) {
      try {
        const work = listener(event);
        if (work !== undefined) working.push(work.catch(this.#onFailure));
      } catch (error) {
        this.#onFailure(error);
      }
    }
    return working.length === 0 ? undefined : Promise.all(working);
  }
}
