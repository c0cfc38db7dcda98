import { WebSocket } from 'ws';
import type { Connection } from './feed-protocol.ts';

/** No documented frame of any source comes near this; a longer one is not for us. */
const LONGEST_FRAME_BYTES = 1_048_576;

/** Opens a WebSocket; rejects when it cannot be opened, the HTTP status in the message where there was one. The signal ends it. */
export function openSocket(url: string, signal: AbortSignal): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { maxPayload: LONGEST_FRAME_BYTES });
    const queue = frameQueue();
    // Not close(): that waits for an answer, which a half-open connection never gives.
    const destroy = () => socket.terminate();
    signal.addEventListener('abort', destroy, { once: true });
    socket.on('message', (data, isBinary) => {
      if (!isBinary) queue.push(data.toString());
    });
    socket.on('error', (error) => {
      queue.fail(error);
      reject(error);
    });
    socket.on('close', (code) => {
      signal.removeEventListener('abort', destroy);
      queue.fail(new Error(`the connection was closed (code ${code})`));
      reject(new Error(`the connection was closed before it was open (code ${code})`));
    });
    socket.on('open', () =>
      resolve({
        frames: queue.frames,
        send: (frame) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(frame);
        },
        destroy,
      }),
    );
  });
}

/** Frames between a socket that pushes and a loop that reads, in order, none lost. For one reader. */
export function frameQueue() {
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
    push(frame: string): void {
      if (ended !== undefined) return;
      waiting.push(frame);
      notify();
    },
    /** Ends the frames with an error once what was pushed before has been read. Only the first call counts. */
    fail(error: Error): void {
      ended ??= error;
      notify();
    },
  };
}
