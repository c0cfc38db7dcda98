import { unavailable } from './auth-error.ts';

export type WorkGate = ReturnType<typeof createWorkGate>;

interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Lets at most `concurrency` pieces of work run at once and at most `queueLimit` wait. More of them at once than keep the
 * cores busy only take them from each other; a longer queue only makes each wait useless.
 *
 * Each client has a line of its own and the lines take turns. However much one client sends, the others wait for one piece of
 * its work at a time, not for all of it.
 */
export function createWorkGate({
  concurrency,
  queueLimit,
  what = 'sign-ins',
}: {
  readonly concurrency: number;
  readonly queueLimit: number;
  readonly what?: string;
}) {
  let running = 0;
  let waiting = 0;
  /** The line whose turn is next is first; none is empty. */
  const lines = new Map<string, Waiting[]>();

  const startNext = (): boolean => {
    for (const [client, line] of lines) {
      lines.delete(client);
      const next = line.shift();
      if (line.length > 0) lines.set(client, line);
      waiting--;
      next?.start();
      return true;
    }
    return false;
  };

  const makeRoomFor = (client: string) => {
    const own = lines.get(client)?.length ?? 0;
    let longest: Waiting[] = [];
    for (const line of lines.values()) if (line.length > longest.length) longest = line;
    const error = unavailable(`Too many ${what} at once, please retry after a moment.`);
    if (longest.length <= own + 1) throw error;
    longest.pop()?.refuse(error);
    waiting--;
  };

  const turnOf = (client: string): Promise<void> => {
    if (waiting >= queueLimit) makeRoomFor(client);
    waiting++;
    return new Promise((start, refuse) => {
      const line = lines.get(client);
      if (line) line.push({ start, refuse });
      else lines.set(client, [{ start, refuse }]);
    });
  };

  return {
    /**
     * Runs the work when it is the client's turn. When too much is waiting, the client with the most waiting gets a 503, for
     * this work or for earlier work.
     */
    async run<T>(client: string, work: () => Promise<T>): Promise<T> {
      // The finished work hands its place over, so `running` does not change in between.
      if (running >= concurrency) await turnOf(client);
      else running++;
      try {
        return await work();
      } finally {
        if (!startNext()) running--;
      }
    },
  };
}
