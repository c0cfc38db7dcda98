// Many clients of the market's event stream in one process, on bare sockets so that they cost little beside the server under
// measurement. The parent says how many and with which tokens, and asks how many messages came.
import { connect } from 'node:net';

const AT_ONCE = 100;
const sockets = new Set();
let messages = 0;

function open(port, token, place) {
  return new Promise((resolve, reject) => {
    // From two addresses: a server takes a part of its connections from one network.
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${(place % 2) + 1}` });
    let last = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      if (!sockets.has(socket)) {
        if (!chunk.startsWith('HTTP/1.1 200')) {
          socket.destroy(new Error(`a stream was answered ${chunk.slice(0, 40)}`));
          return;
        }
        sockets.add(socket);
        socket.emit('open');
      }
      const text = last + chunk;
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n', end + 2)) messages += 1;
      last = text.endsWith('\n\n') ? '' : text.slice(-1);
    });
    socket.once('open', resolve);
    socket.on('error', reject);
    socket.on('close', () => sockets.delete(socket));
    socket.write(
      `GET /api/market/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
  });
}

const commands = {
  async open({ port, tokens, count }) {
    let opened = 0;
    const worker = async () => {
      while (opened < count) await open(port, tokens[opened % tokens.length], opened++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  },
  /** What came since the last question, to so many clients. */
  messages(count) {
    if (sockets.size !== count) throw new Error(`${count - sockets.size} of ${count} streams were cut`);
    const came = messages;
    messages = 0;
    return came;
  },
  close() {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  },
};

process.on('message', async (command) => {
  const [[name, options]] = Object.entries(command);
  try {
    process.send({ value: await commands[name](options) });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
