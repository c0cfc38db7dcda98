// A trader with a page in use, in a process of its own: what it waits is the server's time, not that of the load beside it.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [origin] = process.argv.slice(2);
const PATHS = ['/auth/v1/user', '/api/market'];
const EVERY_MS = 10;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const ask = (path, headers) =>
  new Promise((resolve, reject) => {
    const outgoing = request(`${origin}${path}`, { agent, headers }, (incoming) =>
      incoming.resume().on('end', () => resolve(incoming.statusCode)),
    );
    outgoing.on('error', reject).end();
  });

/** Asks for so many milliseconds, and reports what each answer took. A refusal is no answer. */
process.on('message', async ({ headers, forMs }) => {
  const waits = [];
  const endMs = performance.now() + forMs;
  for (let turn = 0; performance.now() < endMs; turn += 1) {
    const startMs = performance.now();
    const status = await ask(PATHS[turn % PATHS.length], headers);
    if (status !== 200) throw new Error(`the waiting trader was answered ${status}`);
    waits.push(performance.now() - startMs);
    await sleep(EVERY_MS);
  }
  process.send(waits);
});
process.on('disconnect', () => process.exit(0));
