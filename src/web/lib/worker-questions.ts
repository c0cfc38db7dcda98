/** A message with the number by which its answer is known. */
export interface Numbered<T> {
  readonly id: number;
  readonly message: T;
}

export interface Asker<Question, Answer> {
  /**
   * Resolves to the answer; to undefined where another question was asked meanwhile, unless that one was an aside. Rejects where
   * the worker did not load.
   */
  ask(question: Question, isAside?: boolean): Promise<Answer | undefined>;
  /** Ends the worker; open questions get no answer. */
  stop(): void;
}

/** Starts a worker, so that it has loaded before the first question. `missing` is called when it cannot load. */
export function createAsker<Question, Answer>(
  address: string,
  missing: () => string,
): Asker<Question, Answer> {
  const worker = new Worker(address, {
    type: import.meta.env.DEV ? 'module' : 'classic',
  });
  let last = 0;
  let newest = 0;
  return {
    ask(question, isAside = false) {
      last += 1;
      const id = last;
      if (!isAside) newest = id;
      const asked = newest;
      return new Promise((resolve, reject) => {
        const settle = (end: () => void): void => {
          worker.removeEventListener('message', take);
          worker.removeEventListener('error', fail);
          end();
        };
        const take = ({ data }: MessageEvent<Numbered<Answer>>): void => {
          if (data.id === id) settle(() => resolve(asked === newest ? data.message : undefined));
        };
        const fail = (): void => settle(() => reject(new Error(missing())));
        worker.addEventListener('message', take);
        worker.addEventListener('error', fail);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has no such argument
        worker.postMessage({ id, message: question } satisfies Numbered<Question>);
      });
    },
    stop: () => worker.terminate(),
  };
}
