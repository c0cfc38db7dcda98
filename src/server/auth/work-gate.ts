import { unavailable } from './auth-error.ts';

export interface WorkGate {
  /**
   * Runs the work once it is the turn of whom it is for. Throws a 503 when too much is waiting already: to whoever
   * has the most waiting, be it this piece or one that came before.
   */
  run<T>(whom: string, work: () => Promise<T>): Promise<T>;
  readonly waiting: number;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Lets at most `concurrency` pieces of work run at once and at most `queueLimit` wait. More hashes at once than keep the
 * cores busy only take them from each other; a longer queue only makes everybody's wait useless.
 *
 * Everybody has a line of their own and the lines take turns, so however much one of them sends, the others wait for
 * one piece of theirs, not for all.
 */
export function createWorkGate({
  concurrency,
  queueLimit,
}: {
  concurrency: number;
  queueLimit: number;
}): WorkGate {
  let running = 0;
  let waiting = 0;
  /** The line whose turn is next comes first; none is empty. */
  const lines = new Map<string, Waiting[]>();

  const startNext = (): boolean => {
    for (const [whom, line] of lines) {
      lines.delete(whom);
      const next = line.shift();
      if (line.length > 0) lines.set(whom, line);
      waiting--;
      next?.start();
      return true;
    }
    return false;
  };

  const makeRoomFor = (whom: string) => {
    const own = lines.get(whom)?.length ?? 0;
    let longest: Waiting[] = [];
    for (const line of lines.values()) if (line.length > longest.length) longest = line;
    const error = unavailable('Too many sign-ins at once, please retry after a moment.');
    if (longest.length <= own + 1) throw error;
    longest.pop()?.refuse(error);
    waiting--;
  };

  const turnOf = (whom: string): Promise<void> => {
    if (waiting >= queueLimit) makeRoomFor(whom);
    waiting++;
    return new Promise((start, refuse) => {
      const line = lines.get(whom);
      if (line) line.push({ start, refuse });
      else lines.set(whom, [{ start, refuse }]);
    });
  };

  return {
    get waiting() {
      return waiting;
    },
    async run(whom, work) {
      // The one who leaves hands its place over, so `running` does not change in between.
      if (running >= concurrency) await turnOf(whom);
      else running++;
      try {
        return await work();
      } finally {
        if (!startNext()) running--;
      }
    },
  };
}
