/**
 * What runs in each thread of hash-threads.ts. JavaScript, because a thread loads its file without the loaders of the program
 * that starts it: like this, the same file runs from the sources, under test and when built.
 */
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

parentPort?.on('message', (/** @type {import('./hash-threads.ts').HashMessage} */ { id, task }) => {
  /** @type {import('./hash-threads.ts').HashAnswer} */
  let answer;
  try {
    answer = {
      id,
      result:
        'stored' in task ? verifySync(task.stored, task.password) : hashSync(task.password, task.options),
    };
  } catch (error) {
    answer = { id, error };
  }
  parentPort?.postMessage(answer);
});
