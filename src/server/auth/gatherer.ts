import { isDatabaseUnavailable } from '../db/database-error.ts';

export interface GathererOptions<Item, Result> {
  /** Does one piece of work. */
  readonly one: (item: Item) => Promise<Result>;
  /** Does several in one go; what its answer leaves out is done by `one`. */
  readonly many: (items: readonly Item[]) => Promise<ReadonlyMap<Item, Result>>;
  /** Whether more is about to come, so that it pays to wait for it. */
  readonly isBusy: () => boolean;
  /** How long a piece of work waits for company at most, in ms. */
  readonly maxWaitMs: number;
  readonly largestGroup: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does work for the database at once while it is quiet, and in groups while it is busy: a statement for ten costs
 * little more than one for one. When a group fails, each piece is done again on its own, so that none fails another;
 * unless the database is away, which fails all of them.
 */
export function createGatherer<Item, Result>(
  options: GathererOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { one, many, isBusy, maxWaitMs, largestGroup } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let timer: NodeJS.Timeout | undefined;

  const doGroup = async (group: readonly Waiting<Item, Result>[]) => {
    let results: ReadonlyMap<Item, Result> = new Map();
    try {
      if (group.length > 1) results = await many(group.map(({ item }) => item));
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        for (const { reject } of group) reject(error);
        return;
      }
    }
    for (const { item, resolve } of group) {
      resolve(results.has(item) ? (results.get(item) as Result) : one(item));
    }
  };

  const doWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
    const group = waiting;
    waiting = [];
    void doGroup(group);
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isBusy() || waiting.length >= largestGroup) doWaiting();
      else timer ??= setTimeout(doWaiting, maxWaitMs);
    });
}
