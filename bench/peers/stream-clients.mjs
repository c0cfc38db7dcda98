// Many clients of an event stream in one process, on bare sockets so that they cost little beside the server under
// measurement. The parent says how many and with which tokens, and asks what came: each event's text, and for each client
// when it had it.
import { connect } from 'node:net';

const AT_ONCE = 100;
const HEAD_END = '\r\n\r\n';
const sockets = new Set();
/** By the event's text, the instants at which clients had it, in ms since 1970. */
let arrivals = new Map();
let cut = 0;

function open({ port, path, token, localAddress }) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    let isOpen = false;
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      const now = performance.timeOrigin + performance.now();
      text += chunk;
      if (!isOpen) {
        const end = text.indexOf(HEAD_END);
        if (end === -1) return;
        if (!text.startsWith('HTTP/1.1 200')) {
          socket.destroy(new Error(`a stream was answered ${text.slice(0, 40)}`));
          return;
        }
        isOpen = true;
        text = text.slice(end + HEAD_END.length);
        socket.emit('open');
      }
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        note(text.slice(0, end), now);
        text = text.slice(end + 2);
      }
    });
    socket.once('open', resolve);
    socket.on('error', reject);
    socket.on('close', () => {
      if (sockets.delete(socket)) cut += 1;
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    sockets.add(socket);
  });
}

function note(text, now) {
  // The peer's are in chunks: their sizes stand between the events.
  const event = text.slice(text.indexOf('event: '));
  const known = arrivals.get(event);
  if (known === undefined) arrivals.set(event, [now]);
  else known.push(now);
}

const commands = {
  async open({ port, path, tokens, first, count, localAddress }) {
    let opened = 0;
    const worker = async () => {
      while (opened < count) {
        const token = tokens[(first + opened) % tokens.length];
        opened += 1;
        await open({ port, path, token, localAddress });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  },
  report() {
    const report = { open: sockets.size, cut, arrivals: [...arrivals] };
    arrivals = new Map();
    return report;
  },
  close() {
    for (const socket of sockets) {
      sockets.delete(socket);
      socket.destroy();
    }
    arrivals = new Map();
    cut = 0;
  },
};

process.on('message', async ({ command, ...options }) => {
  try {
    process.send({ value: await commands[command](options) });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
process.send({ value: 'ready' });
