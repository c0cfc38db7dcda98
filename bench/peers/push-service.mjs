// Plays push services and the readers of an event stream, in a process of its own. A push service answers slowly, with 429, with 410, or not at all,
// by the first part of the path. Asked by its parent over IPC.
import http from 'node:http';

const SLOW_MS = [5, 80];
let received = 0;
let latencies = [];

const server = http.createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    received += 1;
    const [, kind] = request.url.split('/');
    if (kind === 'hang') return;
    const status = { limited: 429, gone: 410 }[kind] ?? 201;
    const [least, most] = SLOW_MS;
    setTimeout(
      () => response.writeHead(status, status === 429 ? { 'retry-after': '60' } : {}).end(),
      least + Math.random() * (most - least),
    );
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));

function read(url, token) {
  http.get(url, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
    answer.setEncoding('utf8').on('data', (text) => {
      const now = performance.timeOrigin + performance.now();
      for (const [, due] of text.matchAll(/due ([\d.]+)/g)) latencies.push(now - Number(due));
    });
    answer.on('error', () => {});
  });
}

process.on('message', ({ url, tokens = [], report }) => {
  for (const token of tokens) read(url, token);
  if (report) {
    process.send({ received, latencies });
    latencies = [];
  }
});
process.on('disconnect', () => process.exit());
