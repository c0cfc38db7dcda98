import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningServer } from '../../src/server/start/start-server.ts';
import { memoryLog } from '../support/memory-log.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const SECRET = 'hunter2-hunter2';
const HOST = 'Host: localhost\r\n';
const get = (target: string, headers = HOST) =>
  `GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;
const signIn = (headers: string, body: string) =>
  `POST /auth/v1/token?grant_type=password HTTP/1.1\r\n${HOST}Connection: close\r\n${headers}\r\n${body}`;
const chunked = (body: string) => signIn('Transfer-Encoding: chunked\r\n', body);

const dataDir = makeTemporaryFolder();
const { log, entries } = memoryLog('debug');
let database: TestDatabase;
let server: RunningServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(
    {
      DATABASE_URL: database.url,
      PIPCAST_DATA_DIR: dataDir,
      FEED: 'synthetic',
      HOST: '127.0.0.1',
      PORT: '0',
    },
    { log },
  );
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  await removeTemporaryFolder(dataDir);
});

/** The statuses of what is answered until the server closes the connection. */
async function answered(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  socket.on('error', () => {});
  socket.write(bytes, 'latin1');
  await new Promise((closed) => socket.once('close', closed));
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status).join(' ');
}

it.each([
  ['two hosts', get('/', 'Host: a\r\nHost: b\r\n'), '400'],
  ['no host', get('/', ''), '400'],
  ['another host in the target', get('http://other.example/api/me'), '401'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400'],
  ['a tunnel', `CONNECT other.example:443 HTTP/1.1\r\n${HOST}\r\n`, ''],
  ['a TLS greeting', '\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03', '400'],
  ['a chunk without a size', chunked('zz\r\nabc\r\n0\r\n\r\n'), '400'],
  ['a chunk of more bytes than numbers have', chunked('fffffffffffffffff\r\nabc'), '400'],
  ['a chunk with a long extension', chunked(`3;${'a'.repeat(20_000)}\r\nabc`), '413'],
  ['a length and chunks', signIn('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), '400'],
  ['two lengths', signIn('Content-Length: 4\r\nContent-Length: 5\r\n', '{} {}'), '400'],
  ['a host behind the body', chunked('2\r\n{}\r\n0\r\nHost: b\r\n\r\n'), '400'],
  ['a header of 20 kB', get('/', `${HOST}X: ${'a'.repeat(20_000)}\r\n`), '431'],
  ['two thousand headers', get('/api/me', `${HOST}${'a:\r\n'.repeat(2_000)}`), '401'],
  ['a header without a colon', get('/', `${HOST}Authorization Bearer ${SECRET}\r\n`), '400'],
  ['a null byte', get('/\0'), '400'],
  ['an encoded null byte in a path', get('/ledger/%00/checkpoint'), '404'],
  ['an encoded null byte in a query', get('/api/record?engine=a%00&ledger=%00'), '400'],
  ['an encoded slash', get('/api%2fmarket'), '404'],
  ['a way out of a folder', get('/docs/static/..%2f..%2fpackage.json'), '404'],
  ['no text in UTF-8', get('/record/%ed%a0%80'), '404'],
  ['a target of 9 kB', get(`/${'a'.repeat(9_000)}`), '404'],
  ['a target of 20 kB', get(`/${'a'.repeat(20_000)}`), '431'],
  ['a secret in the target', get(`http://mara:${SECRET}@localhost/api/me?access_token=${SECRET}`), '401'],
  ['a secret in half a body', signIn('Content-Length: 40\r\n', `{"password":"${SECRET}`.padEnd(40)), '400'],
  ['five requests at once', get('/api/me').replace('Connection: close\r\n', '').repeat(5), ''],
])('%s is refused, and is no fault of the server', async (_what, bytes, statuses) => {
  const before = entries().length;
  expect(await answered(bytes)).toBe(statuses);
  const said = entries().slice(before);
  expect(said.filter(({ level }) => level !== 'info' && level !== 'debug')).toEqual([]);
  expect(JSON.stringify(said)).not.toContain(SECRET);
});
