/**
 * What runs in each thread of hash-threads.ts. JavaScript, because a thread loads its file without the loaders of the program
 * that starts it: like this, the same file runs from the sources, under test and when built.
 */
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

giveWay();
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

/**
 * Lets the event loop and the database go first: what they have to do takes a fraction of a millisecond and many wait for it, a
 * password takes ten. Only Linux gives a thread a priority of its own.
 */
function giveWay() {
  if (process.platform !== 'linux') return;
  try {
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(threadId, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without /proc, all threads are alike.
  }
}
