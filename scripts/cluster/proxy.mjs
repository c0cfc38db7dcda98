/** A small reverse proxy for `npm run cluster`: HTTP/1.1, one node after the other, each event of a stream passed on at once. */
import { createServer, request } from 'node:http';
import { pipeline } from 'node:stream';

const LOOK_EVERY_MS = 500;
const LOOK_LIMIT_MS = 1_000;
/** Of one connection, not of a message (RFC 9110, section 7.6.1). */
const OF_THE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Passes requests on to the nodes whose `/readyz` answers 200, in turn.
 * @param {() => readonly string[]} origins of the nodes that run, without a slash at the end
 */
export function createProxy(origins) {
  /** @type {Set<string>} */
  let ready = new Set();
  let turn = 0;

  const look = async () => {
    const nodes = await Promise.all(
      origins().map(async (origin) => ({ origin, state: await stateOf(origin) })),
    );
    const of = (/** @type {string} */ state) =>
      nodes.filter((node) => node.state === state).map(({ origin }) => origin);
    const found = of('ready');
    // On a computer that is too busy to answer in time the nodes serve on.
    ready = new Set(found.length > 0 ? found : of('silent').filter((origin) => ready.has(origin)));
    return ready.size;
  };
  const looks = setInterval(look, LOOK_EVERY_MS);

  const server = createServer((incoming, answer) => {
    /** @param {readonly string[]} tried */
    const passOn = (tried) => {
      const left = [...ready].filter((origin) => !tried.includes(origin));
      const origin = left[turn++ % left.length];
      if (origin === undefined) {
        refuse(answer);
        return;
      }
      const { hostname, port } = new URL(origin);
      const outgoing = request({
        hostname,
        port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...passed(incoming.headers), 'x-forwarded-for': incoming.socket.remoteAddress },
        agent: false,
      });
      let isConnected = false;
      outgoing.once('socket', (socket) =>
        socket.once('connect', () => {
          isConnected = true;
          incoming.pipe(outgoing);
        }),
      );
      outgoing.once('response', (response) => {
        answer.writeHead(response.statusCode ?? 502, passed(response.headers));
        answer.flushHeaders();
        // A node that is killed ends the connection of its clients, so that they take their streams up elsewhere.
        pipeline(response, answer, () => {});
      });
      outgoing.on('error', () => {
        // It was the visitor who went away.
        if (answer.destroyed) return;
        ready.delete(origin);
        if (answer.headersSent) return;
        // What a node may have begun to do is not asked for a second time.
        if (!isConnected || incoming.method === 'GET') passOn([...tried, origin]);
        else refuse(answer);
      });
      answer.once('close', () => outgoing.destroy());
    };
    passOn([]);
  });

  return {
    server,
    look,
    close() {
      clearInterval(looks);
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * @param {string} origin
 * @returns {Promise<'ready' | 'away' | 'silent'>} `away`: it says so, or there is none
 */
function stateOf(origin) {
  return fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(LOOK_LIMIT_MS) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok ? 'ready' : 'away';
    },
    (error) => (error.name === 'TimeoutError' ? 'silent' : 'away'),
  );
}

/** @param {import('node:http').IncomingHttpHeaders} headers */
function passed(headers) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name)));
}

/** @param {import('node:http').ServerResponse} answer */
function refuse(answer) {
  answer.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' });
  answer.end('No node is ready.\n');
}
