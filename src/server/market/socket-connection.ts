import { WebSocket } from 'ws';
import type { Connection } from './feed-protocol.ts';
import { frameQueue } from './frame-queue.ts';

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
