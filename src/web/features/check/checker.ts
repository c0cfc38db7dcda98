// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerUrl from './check-worker.ts?worker&url';
import type { CheckAnswer, CheckQuestion, Numbered } from './check-messages.ts';
import { scriptAddress } from '../../lib/script-address.ts';
import { texts } from './texts.ts';

/** What asks the worker. */
export interface Checker {
  /** Resolves to the answer; to undefined where another question was asked meanwhile. Rejects where the worker did not load. */
  ask(question: CheckQuestion): Promise<CheckAnswer | undefined>;
  stop(): void;
}

/** Once for the page: a policy of trusted types is made once. */
const address = scriptAddress('check-worker', workerUrl);

/** Starts the worker, so that it has loaded before there is anything to check. */
export function createChecker(): Checker {
  const worker = new Worker(address, {
    type: import.meta.env.DEV ? 'module' : 'classic',
  });
  let last = 0;
  return {
    ask(question) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        const settle = (end: () => void): void => {
          worker.removeEventListener('message', take);
          worker.removeEventListener('error', fail);
          end();
        };
        const take = ({ data }: MessageEvent<Numbered<CheckAnswer>>): void => {
          if (data.id === id) settle(() => resolve(id === last ? data.message : undefined));
        };
        const fail = (): void => settle(() => reject(new Error(texts.workerMissing)));
        worker.addEventListener('message', take);
        worker.addEventListener('error', fail);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has no such argument
        worker.postMessage({ id, message: question } satisfies Numbered<CheckQuestion>);
      });
    },
    stop: () => worker.terminate(),
  };
}
