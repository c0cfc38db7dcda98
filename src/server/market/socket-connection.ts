import { on, once } from 'node:events';
import { type RawData, WebSocket } from 'ws';
import type { Connection } from './feed-protocol.ts';

/** No documented frame of any source comes near this; a longer one is not for us. */
const LONGEST_FRAME_BYTES = 1_048_576;

/** Opens a WebSocket; rejects when it cannot be opened, the HTTP status in the message where there was one. The signal ends it. */
export async function openSocket(url: string, signal: AbortSignal): Promise<Connection> {
  const socket = new WebSocket(url, { maxPayload: LONGEST_FRAME_BYTES });
  // Not close(): that waits for an answer, which a half-open connection never gives.
  const destroy = () => socket.terminate();
  signal.addEventListener('abort', destroy, { once: true });
  let code: number | undefined;
  socket.once('close', (given) => {
    code = given;
    signal.removeEventListener('abort', destroy);
  });
  // Of a connection that is no longer read, an error without a listener would end the process.
  socket.on('error', () => undefined);
  // From here on, so that no frame is lost; none comes after an error or the end.
  const messages = on(socket, 'message', { close: ['close'] });
  await once(socket, 'open');
  async function* frames(): AsyncGenerator<string> {
    for await (const [data, isBinary] of messages as AsyncIterable<[RawData, boolean]>)
      if (!isBinary) yield data.toString();
    throw new Error(`the connection was closed (code ${code})`);
  }
  return {
    frames: frames(),
    send: (frame) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
    },
    destroy,
  };
}
