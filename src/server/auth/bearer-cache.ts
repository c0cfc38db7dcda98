import type { EpochMs } from '../../core/time/instant.ts';

/** What a verified access token stands for. */
export interface Bearer {
  readonly userId: string;
  readonly sessionId: string;
  readonly audience: string;
  readonly expiresAt: EpochMs;
  /** The user as `GET /user` answers: serialised once, sent many times. */
  readonly userJson: Buffer;
}

/** A look-up under way: what it read may be outdated before it is remembered. */
export interface BearerLoad {
  readonly userId: string;
  outdated: boolean;
}

/**
 * Verified tokens, remembered until they expire or something of their user changes; the one used longest ago goes when
 * it is full. It answers only while it is told of changes: `open` when that begins, `close` when it ends.
 */
export class BearerCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Bearer>();
  readonly #keysByUser = new Map<string, Set<string>>();
  readonly #loads = new Set<BearerLoad>();
  #bytes = 0;
  #isOpen = false;

  /** Counts what each entry keeps alive, so that large tokens push out more than small ones. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(authorization: string, now: EpochMs): Bearer | undefined {
    const bearer = this.#entries.get(authorization);
    if (bearer === undefined) return undefined;
    if (bearer.expiresAt <= now) {
      this.#remove(authorization, bearer);
      return undefined;
    }
    // Moved to the end: the order of the map is the order of last use.
    this.#entries.delete(authorization);
    this.#entries.set(authorization, bearer);
    return bearer;
  }

  /** To be called before the user is read from the database. */
  startLoad(userId: string): BearerLoad {
    const load = { userId, outdated: !this.#isOpen };
    this.#loads.add(load);
    return load;
  }

  /** Remembers what a look-up found, unless its user changed meanwhile; undefined: it found nothing. */
  endLoad(load: BearerLoad, authorization: string, bearer: Bearer | undefined): void {
    this.#loads.delete(load);
    if (bearer === undefined || load.outdated || this.#entries.has(authorization)) return;
    this.#entries.set(authorization, bearer);
    this.#bytes += bytesOf(authorization, bearer);
    const keys = this.#keysByUser.get(bearer.userId);
    if (keys) keys.add(authorization);
    else this.#keysByUser.set(bearer.userId, new Set([authorization]));
    for (const [key, oldest] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(key, oldest);
    }
  }

  forgetUser(userId: string): void {
    for (const load of this.#loads) if (load.userId === userId) load.outdated = true;
    for (const key of this.#keysByUser.get(userId) ?? []) {
      const bearer = this.#entries.get(key);
      if (bearer) this.#remove(key, bearer);
    }
  }

  forgetAll(): void {
    for (const load of this.#loads) load.outdated = true;
    this.#entries.clear();
    this.#bytes = 0;
    this.#keysByUser.clear();
  }

  open(): void {
    this.#isOpen = true;
  }

  close(): void {
    this.#isOpen = false;
    this.forgetAll();
  }

  #remove(key: string, bearer: Bearer): void {
    this.#entries.delete(key);
    this.#bytes -= bytesOf(key, bearer);
    const keys = this.#keysByUser.get(bearer.userId);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysByUser.delete(bearer.userId);
  }
}

/** What the maps and objects of an entry take besides its texts, about. */
const OVERHEAD_BYTES = 500;

function bytesOf(authorization: string, { userJson }: Bearer): number {
  return authorization.length + userJson.length + OVERHEAD_BYTES;
}
