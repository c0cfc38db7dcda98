import { oneAtATime } from '../platform/one-at-a-time.ts';
import type { Notices } from './notices.ts';

/** Without news the data is read again after this time. */
const LOOK_EVERY_MS = 1_000;

/** Something that is read again whenever there may be news. */
export type Tail = ReturnType<typeof tail>;

export interface TailOptions {
  readonly read: () => Promise<void>;
  /** `isFirst`: the read before this one did not fail. */
  readonly onFailure: (error: unknown, isFirst: boolean) => void;
  /** Calls `look` when there may be news; the returned function ends that. */
  readonly listen?: (look: () => void) => () => void;
  readonly everyMs?: number;
}

/**
 * Calls `read` whenever there may be something new: when `listen` says so, and each second anyway. One call at a time; what fails is
 * tried again with the next.
 */
export function tail({ read, onFailure, listen, everyMs = LOOK_EVERY_MS }: TailOptions) {
  let isStopped = false;
  let isFailing = false;

  const look = oneAtATime(async () => {
    try {
      if (!isStopped) await read();
      isFailing = false;
    } catch (error) {
      onFailure(error, !isFailing);
      isFailing = true;
    }
  });
  const lookSoon = () => void look();
  const unlisten = listen?.(lookSoon);
  const timer = setInterval(lookSoon, everyMs).unref();

  return {
    /** Reads now; resolves when all that was there at the call has been read. */
    look,
    async stop() {
      isStopped = true;
      unlisten?.();
      clearInterval(timer);
      await look();
    },
  };
}

/** Listens to a topic, and to when notices may have been missed. */
export function onTopic(notices: Pick<Notices, 'listen'>, topic: string): NonNullable<TailOptions['listen']> {
  return (look) => notices.listen(topic, { onNotice: look, onListening: look });
}
