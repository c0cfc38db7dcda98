import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askerOf, type Numbered } from './worker-questions.ts';

/** A worker that answers when the test says so, with what it was asked. */
class SlowWorker extends EventTarget {
  readonly #asked: Numbered<string>[] = [];

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(question: Numbered<string>): void {
    this.#asked.push(question);
  }

  answerAll(): void {
    for (const data of this.#asked.splice(0)) this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

let workers: SlowWorker[] = [];
beforeEach(() => {
  workers = [];
  vi.stubGlobal('Worker', SlowWorker);
});
afterEach(() => vi.unstubAllGlobals());

test('a question takes the place of those before it, an aside does not', async () => {
  const { ask } = askerOf<string, string>('check-worker', '/worker.js')();
  const answers = [ask('first'), ask('saved', true), ask('second'), ask('saved again', true)];
  workers[0]?.answerAll();
  expect(await Promise.all(answers)).toEqual([undefined, undefined, 'second', 'saved again']);
});
