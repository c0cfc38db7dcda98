export interface FrameQueue {
  readonly frames: AsyncIterable<string>;
  push(frame: string): void;
  /** Ends the frames with an error once what was pushed before has been read. Only the first call counts. */
  fail(error: Error): void;
}

/** Frames between a socket that pushes and a loop that reads, in order, none lost. For one reader. */
export function frameQueue(): FrameQueue {
  let waiting: string[] = [];
  let ended: Error | undefined;
  let wake: (() => void) | undefined;
  const notify = () => {
    wake?.();
    wake = undefined;
  };
  async function* read(): AsyncGenerator<string> {
    for (;;) {
      const batch = waiting;
      waiting = [];
      yield* batch;
      if (waiting.length > 0) continue;
      if (ended !== undefined) throw ended;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  return {
    frames: { [Symbol.asyncIterator]: read },
    push(frame) {
      if (ended !== undefined) return;
      waiting.push(frame);
      notify();
    },
    fail(error) {
      ended ??= error;
      notify();
    },
  };
}
