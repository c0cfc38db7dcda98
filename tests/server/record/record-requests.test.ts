import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RecordPage } from '../../../src/core/wire/record.ts';
import { epochMs } from '../../../src/core/time/instant.ts';
import { createAccess } from '../../../src/server/routes/access.ts';
import { serveApiDocs } from '../../../src/server/routes/site/api-docs.ts';
import { accessWith, apiApp } from '../../support/api-app.ts';
import { serveRecord } from '../../../src/server/routes/record/serve-record.ts';
import { SIGNED_IN } from './record-server.ts';
import { recordedLedger } from './recorded-ledger.ts';

const on = recordedLedger();

describe('who may read, and what may be asked', () => {
  it.each([
    '',
    '/signals',
    '/signals.csv',
    '/signals.json',
    `/signals/${randomUUID()}`,
    `/signals/${randomUUID()}/proof`,
  ])('refuses /api/record%s without a session, with an ETag too', async (path) => {
    const tag = (await on.app.inject({ url: '/api/record', headers: SIGNED_IN })).headers.etag;
    const headers = { 'if-none-match': String(tag) };
    const response = await on.app.inject({ url: `/api/record${path}`, headers });
    expect([response.statusCode, response.json().error.code]).toEqual([401, 'unauthorized']);
    expect(response.headers.vary).toBe('authorization');
  });

  it.each([
    '/signals?pair=USD/INR',
    '/signals?pair=EUR/USD&pair=USD/JPY',
    '/signals?timeframe=2min',
    '/signals?mode=auto',
    '/signals?direction=call',
    '/signals?outcome=win',
    '/signals?source=bloomberg',
    '/signals?from=yesterday',
    '/signals?from=-1',
    '/signals?from=',
    '/signals?to=1e9',
    '/signals?to=99999999999999999999',
    '/signals?before=NaN',
    '/signals?before=1.5',
    '/signals?engine=',
    `/signals?engine=${'x'.repeat(101)}`,
    "?ledger=live'--",
    '?ledger=../live',
    '/signals.csv?zone=Mars/Olympus',
    '/signals.csv?zone=',
    `/signals.json?zone=${'x'.repeat(65)}`,
    '/signals.json?pair=%00',
    '/signals/1',
    "/signals/1' or '1'='1",
    '/signals/00000000-0000-4000-8000-00000000000',
  ])('refuses %s with a plain 400', async (path) => {
    const response = await on.app.inject({ url: `/api/record${encodeURI(path)}`, headers: SIGNED_IN });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: { code: 'bad_request' } });
    expect(response.json().error.message).not.toMatch(/select|ledger_entries|\bat\b.*\.ts/);
  });

  it('lets a trader ask for six exports at once, and for the next one 10 s later', async () => {
    let nowMs = epochMs(0);
    const access = createAccess({
      identify: async () => ({ id: 'trader', email: '' }),
      now: () => nowMs,
      record: 'signed-in',
      rateLimit: 'on',
    });
    const app = apiApp();
    serveRecord(app, { db: on.db, record: on.record, access, policy: undefined, prices: undefined });
    const ask = async () => (await app.inject('/api/record/signals.csv')).statusCode;
    for (let at = 0; at < 6; at += 1) expect(await ask()).not.toBe(429);
    expect(await ask()).toBe(429);
    nowMs = epochMs(9_999);
    expect(await ask()).toBe(429);
    nowMs = epochMs(10_000);
    expect(await ask()).not.toBe(429);
    await app.close();
  });

  it('finds nothing for an engine version that is an attack', async () => {
    const engine = encodeURIComponent("x' or 1=1; drop table ledger_entries; --");
    expect((await on.get<RecordPage>(`/signals?engine=${engine}`)).total).toBe(0);
  });
});

it('is documented: every address with its parameters', async () => {
  const documented = apiApp();
  await serveApiDocs(documented, '/');
  serveRecord(documented, { db: on.db, record: on.record, access: accessWith('') });
  await documented.ready();
  const { paths } = (await documented.inject('/openapi.json')).json<{
    paths: Record<string, { get: { parameters?: { name: string }[] } }>;
  }>();
  expect(Object.entries(paths).map(([path, { get: route }]) => [path, route.parameters?.length])).toEqual([
    ['/api/record', 2],
    ['/api/record/signals', 11],
    ['/api/record/signals.csv', 11],
    ['/api/record/signals.json', 11],
    ['/api/record/signals/{id}', 2],
    ['/api/record/signals/{id}/proof', 2],
  ]);
  await documented.close();
});
