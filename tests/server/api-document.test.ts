import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../src/server/start/start-server.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let folder: string;
let server: RunningServer;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = makeTemporaryFolder();
  const env = {
    PORT: '0',
    FEED: 'synthetic',
    PIPCAST_API_DOCS: 'on',
    PIPCAST_RECORD: 'signed-in',
    PIPCAST_DATA_DIR: folder,
    DATABASE_URL: database.url,
  };
  server = await startTestServer(env);
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

test('the pages of the API document read it where it is written once', async () => {
  const script = await (await fetch(`${server.origin}/docs/static/swagger-initializer.js`)).text();
  expect(script).toContain('"url":"/openapi.json"');
  for (const copy of ['json', 'yaml']) {
    const answer = await fetch(`${server.origin}/docs/${copy}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/openapi.json']);
  }
});

interface Operation {
  readonly security?: unknown;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> }>
  >;
}

/** Those of market, record, alerts, operators and ledger. */
async function documented() {
  const answer = await fetch(`${server.origin}/openapi.json`);
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/') || path.startsWith('/ledger'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path: `${method} ${path}`, operation })),
    );
}

test('the API document has a schema for each answer of market, record and ledger, and names their errors', async () => {
  const operations = await documented();
  expect(operations.length).toBeGreaterThan(12);
  for (const { path, operation } of operations) {
    const statuses = Object.keys(operation.responses);
    expect(statuses, path).toEqual(expect.arrayContaining(['200', '500', '503']));
    // To all but admins, what is theirs is an address where nothing is.
    const refusal = path.includes('/api/admin/') ? '404' : '401';
    if (operation.security !== undefined) expect(statuses, path).toContain(refusal);
    if (path.includes('/api/')) expect(statuses, path).toContain('429');
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (status === '304') continue;
      const schemas = Object.values(content ?? {}).map(({ schema }) => schema);
      expect(schemas, `${path} ${status}`).toEqual([expect.anything()]);
    }
  }
});

test('the API document requires of an entry what the ledger requires of it', async () => {
  const text = await (await fetch(`${server.origin}/openapi.json`)).text();
  const [, required = ''] = /"required":(\["kind",[^\]]*"decidedMs"[^\]]*\])/.exec(text) ?? [];
  expect(required).not.toBe('');
  const names: unknown = JSON.parse(required);
  expect(names).toEqual(expect.arrayContaining(['kind', 'pair', 'direction', 'decidedMs']));
});

test('each route for which the API document asks for a token refuses a request without one, and with one that is none', async () => {
  const locked = (await documented()).filter(({ operation }) => operation.security !== undefined);
  expect(locked.length).toBeGreaterThan(12);
  // Side by side: after the first, each refusal waits half a second.
  const requests = locked.flatMap(({ path: place }) => {
    const [method = '', path = ''] = place.split(' ');
    const url = server.origin + path.replaceAll(/\{\w+\}/g, '11111111-1111-4111-8111-111111111111');
    return [{}, { authorization: 'Bearer no.such.token' }].map(async (headers) => {
      const { status } = await fetch(url, { method: method.toUpperCase(), headers });
      expect(status, place).toBe(path.includes('/api/admin/') ? 404 : 401);
    });
  });
  await Promise.all(requests);
});

test('no route answers the method QUERY with a fault', async () => {
  for (const path of [
    '/',
    '/healthz',
    '/api/me',
    '/api/market/signals',
    '/auth/v1/token',
    '/auth/v1/user',
    '/ledger',
  ]) {
    const answer = await fetch(server.origin + path, { method: 'QUERY' });
    expect([404, 405], path).toContain(answer.status);
  }
});
