import { HttpError } from '../http-error.ts';

/** Tabs and devices of one trader. */
const MOST_OF_ONE_USER = 20;
const RETRY_SECONDS = 30;

/** Counts open streams, so that neither one trader nor all together take more than the node has. */
export class StreamCounts {
  readonly #most: number;
  readonly #byUser = new Map<string, number>();
  #all = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts one more. Throws an HttpError when there are too many. */
  enter(userId: string): void {
    const ofUser = this.#byUser.get(userId) ?? 0;
    if (ofUser >= MOST_OF_ONE_USER) {
      throw new HttpError(
        429,
        'too_many_streams',
        `You have ${MOST_OF_ONE_USER} streams open, in tabs or on devices. Close one of them.`,
        { retryAfterSeconds: RETRY_SECONDS },
      );
    }
    if (this.#all >= this.#most) {
      throw new HttpError(503, 'server_full', 'This node has as many streams as it takes.', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    this.#all += 1;
    this.#byUser.set(userId, ofUser + 1);
  }

  /** How many streams each user has open. */
  get byUser(): ReadonlyMap<string, number> {
    return this.#byUser;
  }

  leave(userId: string): void {
    this.#all -= 1;
    const left = (this.#byUser.get(userId) ?? 0) - 1;
    if (left > 0) this.#byUser.set(userId, left);
    else this.#byUser.delete(userId);
  }
}
