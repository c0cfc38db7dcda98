import { unavailable } from './auth-error.ts';

export interface WorkGate {
  /** Runs the work once a place is free; throws a 503 at once when too much is waiting already. */
  run<T>(work: () => Promise<T>): Promise<T>;
  readonly waiting: number;
}

/**
 * Lets at most `concurrency` pieces of work run at once and at most `queueLimit` wait, first come, first served.
 * More hashes at once than cores only take each other's cores; a longer queue only makes everybody's wait useless.
 */
export function createWorkGate({
  concurrency,
  queueLimit,
}: {
  concurrency: number;
  queueLimit: number;
}): WorkGate {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    get waiting() {
      return queue.length;
    },
    async run(work) {
      if (running >= concurrency) {
        if (queue.length >= queueLimit)
          throw unavailable('Too many sign-ins at once, please retry after a moment.');
        // The one who leaves hands its place over, so `running` does not change in between.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else running++;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
