/**
 * Runs the tasks in their order, at most `width` at a time, and resolves when all have ended.
 * @param {readonly (() => Promise<void>)[]} tasks
 * @param {number} width
 */
export async function runInParallel(tasks, width) {
  const waiting = [...tasks];
  const lane = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) await task();
  };
  await Promise.all(Array.from({ length: width }, lane));
}
