// The peer: a Node HTTP server that sends bytes it has. They come from the parent, by path.
import { createServer } from 'node:http';

const bodies = new Map();
const server = createServer((request, response) => {
  const body = bodies.get(request.url);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', ({ path, body }) => {
  bodies.set(path, Buffer.from(body));
  process.send({ path });
});
process.on('disconnect', () => process.exit(0));
