import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listenHere, type LocalServer } from '../../../../tests/support/local-server.ts';
import { checkHostedProject, type HealthCheck } from './health.ts';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: { path: string | undefined; key: string | string[] | undefined }[];
let project: LocalServer;
let check: HealthCheck;

beforeEach(async () => {
  asked = [];
  answer = (_request, response) => response.end('{}');
  project = await listenHere((request, response) => {
    asked.push({ path: request.url, key: request.headers['apikey'] });
    answer(request, response);
  });
  check = checkHostedProject({ url: project.origin, anonKey: 'public', jwtSecret: undefined });
});
afterEach(() => project.stop());

it('asks the project’s own health address with the public key', async () => {
  await check();
  expect(asked).toEqual([{ path: '/auth/v1/health', key: 'public' }]);
});

it('says with which status the project refuses', async () => {
  answer = (_request, response) => response.writeHead(500).end();
  await expect(check()).rejects.toThrow('answers its health check with status 500');
});

it('does not go where the project sends it: sign-in would not either', async () => {
  answer = ({ url }, response) => {
    if (url === '/elsewhere') response.end('{}');
    else response.writeHead(302, { location: '/elsewhere' }).end();
  };
  await expect(check()).rejects.toThrow('the hosted project does not answer');
  expect(asked).toHaveLength(1);
});
