// The peer: the least a Node HTTP server can do. Reports its CPU time and its memory to the parent when asked.
import { createServer } from 'node:http';

const BODY = JSON.stringify({ hello: 'world' });
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': BODY.length });
  response.end(BODY);
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => process.send({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() }));
process.on('disconnect', () => process.exit(0));
