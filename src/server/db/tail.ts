import type { Notices } from './notices.ts';

/** What is read is at most this old when notices do not arrive. */
const POLL_MS = 1_000;

/** Something that is read again whenever there may be news. */
export interface Tail {
  /** Reads now; resolves when all that was there at the call has been read. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Calls `read` whenever there may be something new in the database: at each notice of a topic, after notices may have been missed, and each
 * second all the same. One call at a time; what fails is tried again with the next.
 */
export function tail(
  notices: Pick<Notices, 'listen'>,
  topic: string,
  read: () => Promise<void>,
  onFailure: (error: unknown) => void,
): Tail {
  let reading: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let isStopped = false;

  const run = (): Promise<void> => {
    reading = (isStopped ? Promise.resolve() : read()).catch(onFailure).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const look = (): Promise<void> => {
    if (reading === undefined) return run();
    next ??= reading.then(() => {
      next = undefined;
      return run();
    });
    return next;
  };
  const lookSoon = () => void look();
  const unlisten = notices.listen(topic, { onNotice: lookSoon, onListening: lookSoon });
  const timer = setInterval(lookSoon, POLL_MS).unref();

  return {
    look,
    async stop() {
      isStopped = true;
      unlisten();
      clearInterval(timer);
      await next;
      await reading;
    },
  };
}
