import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/core/time/instant.ts';
import type { AdminErrorCode, ErrorCode } from '../../src/core/wire/error-codes.ts';
import { setSecondFactor } from '../../src/server/auth/second-factor.ts';
import { openServerSecret } from '../../src/server/platform/server-secret.ts';
import {
  type AdminServer,
  adminPerson,
  ask,
  type Person,
  SECRET,
  startAdminServer,
} from './admin/admin-support.ts';
import { START } from './auth-support.ts';
import type { RequestResult } from '../../src/server/desk/bot-requests.ts';
import { scriptedRequests } from './stream/market-fakes.ts';
import { BEARER, type MarketServer, startMarketServer } from './stream/market-server.ts';
import { openStream } from './stream/stream-reader.ts';

// The compiler asks for an entry for each code: one that nothing can provoke has to leave the list.

describe('an error answer outside of /api/admin can carry', () => {
  let server: MarketServer;
  afterEach(() => server.app.close());

  const start = async (options: Parameters<typeof startMarketServer>[0] = {}) => {
    server = await startMarketServer(options);
  };
  const inject = async (options: InjectOptions): Promise<string> =>
    (await server.app.inject({ headers: BEARER, ...options })).body;
  const get = async (url: string) => {
    await start();
    return inject({ url });
  };
  const post = (pair = 'EUR/USD') =>
    inject({
      method: 'POST',
      url: '/api/market/signals',
      payload: { key: '11111111-2222-4333-8444-555555555555', pair, timeframe: '5s' },
    });
  const refusedByDesk = async (answer: () => RequestResult) => {
    await start({ requests: scriptedRequests(answer) });
    return post();
  };
  /** What comes on a bare connection after `send`, which gets its two ends. */
  const onConnection = async (send: (client: Socket, served: Socket) => void): Promise<string> => {
    await start();
    const served = once(server.app.server, 'connection') as Promise<[Socket]>;
    const client = connect(Number(new URL(server.origin).port), '127.0.0.1');
    send(client, (await served)[0]);
    return (await text(client)).replace(/^[^]*\r\n\r\n/, '');
  };

  const provoke: Record<Exclude<ErrorCode, AdminErrorCode>, () => Promise<string>> = {
    bad_request: () => get('/api/market/bars?pair=EUR/USD'),
    not_found: () => get('/api/nothing'),
    unauthorized: async () => {
      await start();
      return inject({ url: '/api/market', headers: {} });
    },
    payload_too_large: async () => {
      await start();
      return post('x'.repeat(100_000));
    },
    unsupported_media_type: async () => {
      await start();
      const headers = { ...BEARER, 'content-type': 'text/xml' };
      return inject({ method: 'POST', url: '/api/market/signals', headers, payload: '<x/>' });
    },
    timeout: () =>
      onConnection((_client, served) => {
        // As Node does for a request that is not whole in time.
        const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        server.app.server.emit('clientError', late, served);
      }),
    headers_too_large: () =>
      onConnection((client) => client.write(`GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)),
    no_public_price: () => refusedByDesk(() => ({ kind: 'refused', code: 'no-public-price' })),
    unknown_pair: () => refusedByDesk(() => ({ kind: 'refused', code: 'unknown-pair' })),
    too_many_requests: async () => {
      await start();
      let body = '';
      for (let each = 0; each < 1_000 && !body.includes('error'); each += 1)
        body = await inject({ url: '/api/market' });
      return body;
    },
    too_many_streams: async () => {
      await start();
      await Promise.all(Array.from({ length: 20 }, () => openStream(server.origin, BEARER)));
      return inject({ url: '/api/market/stream' });
    },
    server_full: async () => {
      await start({ mostStreams: 1 });
      await openStream(server.origin, BEARER);
      return inject({ url: '/api/market/stream' });
    },
    no_market: async () => {
      await start({ isClosed: true });
      return post();
    },
    internal: () =>
      refusedByDesk(() => {
        throw new Error('a fault');
      }),
    unavailable: () =>
      refusedByDesk(() => {
        throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      }),
  };

  it.each(Object.entries(provoke))('%s', async (code, answer) => {
    expect(JSON.parse(await answer())).toMatchObject({ error: { code } });
  });
});

describe('an error answer of /api/admin can carry', () => {
  let server: AdminServer;
  let ada: Person;
  let recoveryCodes: readonly string[];
  beforeAll(async () => {
    server = await startAdminServer('required');
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.clear();
    server.auth.clock.now = START;
    ada = await adminPerson(server);
    const account = { id: ada.id, email: ada.email, brand: 'Example Signals' };
    const { db } = server.auth.database;
    ({ recoveryCodes } = await setSecondFactor(db, account, openServerSecret(SECRET, ''), START));
  });

  const give = async (code = 'wrong') => (await ask(server, ada, 'POST /confirm', { code })).body;
  const add = async (account: object, who = ada) => (await ask(server, who, 'POST /accounts', account)).body;
  /** As an admin who gave a code just now. */
  const asConfirmed = (act: () => Promise<string>) => async () => {
    expect(await give(recoveryCodes[0])).not.toContain('error');
    return act();
  };
  const added = (account: object) => asConfirmed(() => add({ email: 'new@example.com', ...account }));
  const resetKey = (id: string) =>
    asConfirmed(async () => (await ask(server, ada, `POST /accounts/${id}/reset-key`)).body)();

  const provoke: Record<AdminErrorCode, () => Promise<string>> = {
    sign_in_again: async () => {
      server.auth.clock.advance(15 * MINUTE_MS + 1);
      return add({});
    },
    code_needed: () => add({ email: 'new@example.com' }),
    code_invalid: () => give(),
    too_many_codes: async () => {
      for (let each = 0; each < 5; each += 1) await give();
      return give();
    },
    second_factor_missing: async () =>
      add({ email: 'new@example.com' }, await adminPerson(server, 'bea@example.com')),
    email_invalid: added({ email: 'nonsense' }),
    email_taken: added({ email: 'ada@example.com' }),
    name_invalid: added({ name: 'a\u0000b' }),
    trader_id_invalid: added({ traderId: 'a\u0000b' }),
    trader_id_taken: asConfirmed(async () => {
      await add({ email: 'mara@example.com', traderId: 'T-1' });
      return add({ email: 'new@example.com', traderId: 'T-1' });
    }),
    last_admin: asConfirmed(async () => {
      const bea = await adminPerson(server, 'bea@example.com');
      const { db } = server.auth.database;
      // The admin's own account is disabled while the request waits for the same rows.
      const other = await db.connect();
      await other.query('begin');
      await other.query("update users set banned_until = '2100-01-01' where id = $1", [ada.id]);
      const asked = ask(server, ada, `POST /accounts/${bea.id}/disable`).then(({ body }) => body);
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await db.query(waiting)).rowCount).toBeGreaterThan(0);
      await other.query('commit');
      other.release();
      return asked;
    }),
    own_account: () => resetKey(ada.id),
    admin_account: async () => resetKey((await adminPerson(server, 'bea@example.com')).id),
  };

  it.each(Object.entries(provoke))('%s', async (code, answer) => {
    expect(JSON.parse(await answer())).toMatchObject({ error: { code } });
  });
});
