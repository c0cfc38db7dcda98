/**
 * `npm run cluster`: a PostgreSQL, three nodes and a reverse proxy on this computer, to kill nodes and watch traders go on. PORT is the
 * proxy's; the nodes take the next three. Its data is in `data.cluster`, or PIPCAST_DATA_DIR. A node that ended stays away until its
 * number is typed. Ctrl-C ends all.
 */
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createProxy } from './cluster/proxy.mjs';
import { ROOT } from './ready/paths.mjs';
import { readyOrExit } from './ready.mjs';
import { startServerProcess } from './server-process.mjs';

const NUMBERS = [1, 2, 3];
const LOOPBACK = '127.0.0.1';

await readyOrExit();
const { openClusterBase, problemLine } = await import('../dist/server/cluster-base.js');

const folder = resolve(ROOT, process.env['PIPCAST_DATA_DIR'] ?? 'data.cluster');
const port = Number(process.env['PORT'] ?? 3000);
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ending.abort());
/** What runs, in the order it was started. @type {(() => unknown)[]} */
const stops = [];
try {
  await start();
  if (!ending.signal.aborted) await once(ending.signal, 'abort');
} catch (error) {
  if (!ending.signal.aborted) {
    console.error(problemLine(error) ?? error);
    process.exitCode = 1;
  }
}
ending.abort();
console.log('Stopping...');
for (const stop of stops.reverse()) await stop();
process.exit();

async function start() {
  const proxy = await startProxy();
  const base = await openClusterBase(folder, ending.signal);
  stops.push(base.close);
  const env = {
    ...process.env,
    FEED: process.env['FEED'] ?? 'synthetic',
    HOST: LOOPBACK,
    ...base.env,
    PIPCAST_TRUSTED_PROXIES: LOOPBACK,
  };

  const { nodes } = proxy;
  stops.push(() => Promise.all([...nodes.values()].map((node) => node.stop())));
  /** @param {number} number */
  const run = async (number) => {
    const node = startNode(number, env);
    nodes.set(number, node);
    void sayWhenGone(number, node);
    const origin = await node.origin;
    return `  node ${number}  ${origin}   kill -9 ${node.process.pid}`;
  };
  /** @param {number} number @param {ReturnType<typeof startNode>} node */
  const sayWhenGone = async (number, { ended }) => {
    const how = await ended;
    nodes.delete(number);
    if (!ending.signal.aborted)
      console.log(`Node ${number} ended with ${how}. Type ${number} and Enter to start it again.`);
  };
  const lines = await Promise.all(NUMBERS.map(run));
  await proxy.look();
  console.log(
    [
      `Pipcast is running at http://${LOOPBACK}:${proxy.port}`,
      '',
      '  in front of three nodes; the commands kill them:',
      ...lines,
      '',
      ...(base.demo === undefined
        ? ['The demo account is that of the first start.']
        : [
            '  Sign in with the demo account made for this first start:',
            `    E-mail  ${base.demo.account.email}`,
            `    Key     ${base.demo.key}   (shown only this once)`,
          ]),
      '',
      `Data and logs: ${folder}`,
      'Press Ctrl-C to stop.',
    ].join('\n'),
  );
  createInterface({ input: process.stdin }).on('line', (line) => {
    const number = Number(line);
    if (!NUMBERS.includes(number) || nodes.has(number) || ending.signal.aborted) return;
    run(number).then(console.log, (error) => console.error(error.message));
  });
}

async function startProxy() {
  /** @type {Map<number, ReturnType<typeof startNode>>} */
  const nodes = new Map();
  const proxy = createProxy(() => [...nodes.values()].flatMap(({ address }) => address() ?? []));
  stops.push(() => proxy.close());
  try {
    await once(proxy.server.listen(port, LOOPBACK), 'listening');
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error;
    console.error(`Port ${port} on ${LOOPBACK} is in use. Choose another one: PORT=4000 npm run cluster`);
    process.exit(1);
  }
  return { nodes, look: proxy.look, port: proxy.server.address().port };
}

/**
 * @param {number} number
 * @param {NodeJS.ProcessEnv} env
 */
function startNode(number, env) {
  const own = join(folder, `node-${number}`);
  mkdirSync(own, { recursive: true });
  const logFile = join(own, 'log.jsonl');
  const log = openSync(logFile, 'a');
  // Out of reach of the terminal: Ctrl-C is for this process, which stops the nodes before the database.
  const server = startServerProcess(
    { ...env, PORT: String(port === 0 ? 0 : port + number), PIPCAST_DATA_DIR: own },
    undefined,
    { log },
  );
  closeSync(log);
  /** @type {string | undefined} */
  let address;
  const origin = server.origin.then(
    (found) => (address = found),
    async () => {
      throw new Error(`Node ${number} did not start (${await server.ended}). ${logFile} says why.`);
    },
  );
  return { ...server, origin, address: () => address };
}
