// The least a Node server can do to send the same events to every client: one message a second, of the given size.
import { createServer } from 'node:http';

const size = Number(process.argv[2]);
const responses = new Set();
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(message());
  responses.add(response);
  response.on('close', () => responses.delete(response));
});

function message() {
  const head = `event: prices\ndata: {"nowMs":${Date.now()},"filling":"`;
  return Buffer.from(`${head.padEnd(size - 4, '.')}"}\n\n`);
}

setInterval(() => {
  const bytes = message();
  for (const response of responses) response.write(bytes);
}, 1000);
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => process.send(server.address().port));
process.on('disconnect', () => process.exit(0));
