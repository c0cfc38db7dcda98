import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type EpochMs, epochMs, SECOND_MS } from '../../core/time/instant.ts';
import { checkHostedProject } from './hosted-health.ts';
import type { HealthCheck } from './health.ts';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: { path: string | undefined; key: string | string[] | undefined }[];
const server = createServer((request, response) => {
  asked.push({ path: request.url, key: request.headers['apikey'] });
  answer(request, response);
});
let now: EpochMs;
let check: HealthCheck;

beforeEach(async () => {
  asked = [];
  answer = (_request, response) => response.end('{}');
  now = epochMs(1_790_000_000_000);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  check = checkHostedProject({ url: `http://127.0.0.1:${port}`, anonKey: 'public' }, () => now);
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

it('asks the project’s own health address with the public key', async () => {
  await check();
  expect(asked).toEqual([{ path: '/auth/v1/health', key: 'public' }]);
});

it('takes an answer for good for five seconds, a bad one too', async () => {
  await check();
  answer = (_request, response) => response.writeHead(500).end();
  now = epochMs(now + 5 * SECOND_MS - 1);
  await check();
  now = epochMs(now + 1);
  await expect(check()).rejects.toThrow('answers its health check with status 500');
  answer = (_request, response) => response.end('{}');
  await expect(check()).rejects.toThrow('status 500');
  now = epochMs(now + 5 * SECOND_MS);
  await check();
  expect(asked).toHaveLength(3);
});

it('does not go where the project sends it: sign-in would not either', async () => {
  answer = ({ url }, response) => {
    if (url === '/elsewhere') response.end('{}');
    else response.writeHead(302, { location: '/elsewhere' }).end();
  };
  await expect(check()).rejects.toThrow('The hosted project does not answer.');
  expect(asked).toHaveLength(1);
});
