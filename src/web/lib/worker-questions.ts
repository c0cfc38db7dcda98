import { apiTexts } from './api-texts.ts';
import { scriptAddress, type WorkerPolicy } from './script-address.ts';

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

/** What starts a worker, so that it has loaded before the first question. Once for each: a policy of trusted types is made once. */
export function askerOf<Question, Answer>(policy: WorkerPolicy, url: string): () => Asker<Question, Answer> {
  const address = scriptAddress(policy, url);
  return () =>
    askerFor(
      new Worker(address, {
        type: import.meta.env.DEV ? 'module' : 'classic',
      }),
    );
}

function askerFor<Question, Answer>(worker: Worker): Asker<Question, Answer> {
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
        const fail = (): void => settle(() => reject(new Error(apiTexts.unreachable)));
        worker.addEventListener('message', take);
        worker.addEventListener('error', fail);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has no such argument
        worker.postMessage({ id, message: question } satisfies Numbered<Question>);
      });
    },
    stop: () => worker.terminate(),
  };
}
