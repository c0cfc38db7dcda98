import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminAccountPage, AdminEventPage } from '../../../src/core/wire/admin.ts';
import { MINUTE_MS } from '../../../src/core/time/instant.ts';
import { createAccount, disableAccount, setAdmin } from '../../../src/server/auth/accounts.ts';
import { getUser, post, refreshWith, signInWith, START } from '../auth-support.ts';
import {
  type AdminServer,
  adminPerson,
  ask,
  type Person,
  person,
  startAdminServer,
} from './admin-support.ts';

let server: AdminServer;
beforeAll(async () => {
  server = await startAdminServer();
});
afterAll(() => server.close());

let ada: Person;
beforeEach(async () => {
  await server.clear();
  server.auth.clock.now = START;
  ada = await adminPerson(server);
});

const accounts = async (query = ''): Promise<AdminAccountPage> => {
  const answer = await ask(server, ada, `GET /accounts${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const codeOf = (answer: Awaited<ReturnType<typeof ask>>) => [answer.statusCode, answer.json().error.code];
const add = (email: string, more = {}) =>
  createAccount(server.auth.database.db, { email, ...more }, server.auth.clock.now);

describe('accounts', () => {
  it('are found by a part of their address, name or trader ID, in capitals or not', async () => {
    await add('mara@example.com', { name: 'Mara Novak', traderId: 'T-4711' });
    await add('ivo@example.com', { name: 'Ivo' });
    for (const [find, found] of [
      ['MARA@', ['mara@example.com']],
      ['novak', ['mara@example.com']],
      ['t-47', ['mara@example.com']],
      ['%', []],
      ['_', []],
      ["'", []],
      ['example', ['ada@example.com', 'ivo@example.com', 'mara@example.com']],
    ] as const) {
      const page = await accounts(`?find=${encodeURIComponent(find)}`);
      expect(page.accounts.map(({ email }) => email).sort(), find).toEqual(found);
      expect(page.total).toBe(found.length);
    }
  });

  it('come 50 a page, the newest first, each once', async () => {
    for (let each = 0; each < 60; each += 1) {
      // Many of one instant too: the ID then tells which comes first.
      if (each % 3 === 0) server.auth.clock.advance(1);
      await server.auth.database.db.query(
        `insert into users (id, identity_id, email, app_metadata, user_metadata, created_at, updated_at)
         values (gen_random_uuid(), gen_random_uuid(), $1, '{}', '{}', $2, $2)`,
        [`t${each}@example.com`, new Date(server.auth.clock.now)],
      );
    }
    const first = await accounts();
    expect([first.accounts.length, first.total]).toEqual([50, 61]);
    const second = await accounts(`?after=${first.next}`);
    expect([second.accounts.length, second.total, second.next]).toEqual([11, 61, null]);
    const all = [...first.accounts, ...second.accounts];
    expect(new Set(all.map(({ id }) => id)).size).toBe(61);
    expect(all.map(({ createdMs }) => createdMs)).toEqual(
      all.map(({ createdMs }) => createdMs).sort((a, b) => b - a),
    );
    expect(all.at(-1)?.email).toBe('ada@example.com');
  });

  it('whose traders asked for a key are listed by themselves, until they have one', async () => {
    const mara = await person(server, 'mara@example.com');
    await post(server.auth.app, '/recover', { email: 'mara@example.com' });
    const waiting = await accounts('?waiting=true');
    expect(waiting.accounts.map(({ email, keyRequestedMs }) => [email, keyRequestedMs])).toEqual([
      ['mara@example.com', START],
    ]);
    await ask(server, ada, `POST /accounts/${mara.id}/reset-key`);
    expect((await accounts('?waiting=true')).total).toBe(0);
  });

  it.each(['?find=%00', '?after=x', '?after=1.x', '?waiting=maybe', `?find=${'x'.repeat(201)}`])(
    'are not read by %s',
    async (query) => {
      expect(codeOf(await ask(server, ada, `GET /accounts${query}`))).toEqual([400, 'bad_request']);
    },
  );

  it('say when they were last seen: at a sign-in or a renewal', async () => {
    const { key } = await add('mara@example.com');
    const session = (await signInWith(server.auth.app, 'mara@example.com', key)).json();
    server.auth.clock.advance(30 * MINUTE_MS);
    await refreshWith(server.auth.app, session.refresh_token);
    const [mara] = (await accounts('?find=mara')).accounts;
    expect(mara).toMatchObject({ lastSignInMs: START, lastSeenMs: START + 30 * MINUTE_MS, sessions: 1 });
  });
});

describe('an account', () => {
  it('is added with a key that is said once and works', async () => {
    const answer = await ask(server, ada, 'POST /accounts', {
      email: 'Mara@Example.com',
      traderId: 'T-1',
      name: 'Mara',
    });
    const { account, key } = answer.json();
    expect(account).toMatchObject({
      email: 'mara@example.com',
      traderId: 'T-1',
      name: 'Mara',
      state: 'active',
    });
    expect((await signInWith(server.auth.app, 'mara@example.com', key)).statusCode).toBe(200);
    for (const path of ['GET /accounts', `GET /accounts/${account.id}`, 'GET /events', 'GET /site'])
      expect((await ask(server, ada, path)).body).not.toContain(key);
  });

  it.each([
    [{ email: 'ada@example.com' }, 422, 'email_taken'],
    [{ email: 'nonsense' }, 422, 'email_invalid'],
    [{ email: 'new@example.com', traderId: 'T-1' }, 422, 'trader_id_taken'],
    [{ email: 'new@example.com', traderId: 'x'.repeat(101) }, 422, 'trader_id_invalid'],
    [{ email: 'new@example.com', name: 'a\u0000b' }, 422, 'name_invalid'],
    [{ email: 'a\u0000b@example.com' }, 422, 'email_invalid'],
    [{}, 400, 'bad_request'],
    [{ email: 5 }, 400, 'bad_request'],
  ] as const)('is not added from %j', async (body, status, code) => {
    await add('mara@example.com', { traderId: 'T-1' });
    expect(codeOf(await ask(server, ada, 'POST /accounts', body))).toEqual([status, code]);
    expect((await accounts()).total).toBe(2);
  });

  it('that is disabled is refused at once, and can sign in again when it is enabled', async () => {
    const mara = await person(server, 'mara@example.com');
    const disabled = await ask(server, ada, `POST /accounts/${mara.id}/disable`);
    expect(disabled.json()).toMatchObject({ state: 'disabled', sessions: 0 });
    expect((await getUser(server.auth.app, mara.token)).statusCode).toBe(403);
    expect((await signInWith(server.auth.app, mara.email, mara.key)).statusCode).toBe(400);
    const enabled = await ask(server, ada, `POST /accounts/${mara.id}/enable`);
    expect(enabled.json()).toMatchObject({ state: 'active' });
    expect((await signInWith(server.auth.app, mara.email, mara.key)).statusCode).toBe(200);
  });

  it('gets a new key in place of the old one, and its sessions end', async () => {
    const mara = await person(server, 'mara@example.com');
    const { account, key } = (await ask(server, ada, `POST /accounts/${mara.id}/reset-key`)).json();
    expect([account.sessions, key === mara.key]).toEqual([0, false]);
    expect((await getUser(server.auth.app, mara.token)).statusCode).toBe(403);
    expect((await signInWith(server.auth.app, mara.email, mara.key)).statusCode).toBe(400);
    expect((await signInWith(server.auth.app, mara.email, key)).statusCode).toBe(200);
  });

  it('shows its sessions and the servers that send it the market, and ends one session or all', async () => {
    const mara = await person(server, 'mara@example.com');
    server.auth.clock.advance(1000);
    const phone = (
      await signInWith(server.auth.app, mara.email, mara.key, {
        'user-agent': 'Phone <b>',
        'x-forwarded-for': '192.0.2.7',
      })
    ).json();
    server.streams.push({ node: 'one:3000', count: 2 });
    const details = (await ask(server, ada, `GET /accounts/${mara.id}`)).json();
    expect(details.streams).toEqual([{ node: 'one:3000', count: 2 }]);
    expect(details.sessions).toMatchObject([
      { createdMs: START + 1000, ip: '192.0.2.7', userAgent: 'Phone <b>', isThis: false },
      { createdMs: START },
    ]);
    const [{ id }] = details.sessions;
    await ask(server, ada, `DELETE /accounts/${mara.id}/sessions/${id}`);
    expect((await getUser(server.auth.app, phone.access_token)).statusCode).toBe(403);
    expect((await getUser(server.auth.app, mara.token)).statusCode).toBe(200);
    await ask(server, ada, `DELETE /accounts/${mara.id}/sessions`);
    expect((await getUser(server.auth.app, mara.token)).statusCode).toBe(403);
    server.streams.length = 0;
  });

  it('keeps its sessions when the session that is named is of another account', async () => {
    const mara = await person(server, 'mara@example.com');
    const own = (await ask(server, ada, `GET /accounts/${ada.id}`)).json();
    expect(own.sessions).toMatchObject([{ isThis: true }]);
    await ask(server, ada, `DELETE /accounts/${mara.id}/sessions/${own.sessions[0].id}`);
    expect((await ask(server, ada, 'GET /self')).statusCode).toBe(200);
  });

  it('that is not there is said so', async () => {
    const nobody = '11111111-1111-4111-8111-111111111111';
    for (const route of ['GET /accounts/ID', 'POST /accounts/ID/disable', 'POST /accounts/ID/reset-key'])
      expect(codeOf(await ask(server, ada, route.replace('ID', nobody)))).toEqual([404, 'not_found']);
    expect(codeOf(await ask(server, ada, 'GET /accounts/mara'))).toEqual([400, 'bad_request']);
  });
});

describe('an admin', () => {
  it.each(['disable', 'reset-key'])('does not %s their own account', async (action) => {
    await adminPerson(server, 'ben@example.com');
    expect(codeOf(await ask(server, ada, `POST /accounts/${ada.id}/${action}`))).toEqual([
      409,
      'own_account',
    ]);
    expect((await ask(server, ada, 'GET /self')).statusCode).toBe(200);
  });

  it('cannot be disabled by the last other one who disables them at the same time', async () => {
    const ben = await adminPerson(server, 'ben@example.com');
    const { db } = server.auth.database;
    for (let each = 0; each < 5; each += 1) {
      await db.query('update users set banned_until = null');
      const tries = await Promise.allSettled(
        [ada, ben].map(({ id }) => disableAccount(db, id, START, { keepsAnAdmin: true })),
      );
      expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const { rows } = await db.query('select 1 from users where is_admin and banned_until is null');
      expect(rows).toHaveLength(1);
    }
  });

  it('stays the last one where the one who disables them was disabled since they asked', async () => {
    const ben = await adminPerson(server, 'ben@example.com');
    const { db } = server.auth.database;
    const other = await db.connect();
    try {
      await other.query('begin');
      await other.query('select from users where is_admin order by id for update');
      const asked = ask(server, ada, `POST /accounts/${ben.id}/disable`);
      // Not in the transaction, which goes on seeing the activity that it saw first.
      const waiting = () =>
        db.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
      await expect.poll(async () => (await waiting()).rowCount).toBeGreaterThan(0);
      await other.query('update users set banned_until = $1 where id = $2', [
        new Date(START + MINUTE_MS),
        ada.id,
      ]);
      await other.query('commit');
      expect(codeOf(await asked)).toEqual([409, 'last_admin']);
    } finally {
      other.release();
    }
  });

  it('is the last one while the others are disabled', async () => {
    const ben = await adminPerson(server, 'ben@example.com');
    const { db } = server.auth.database;
    await disableAccount(db, ben.id, START, { keepsAnAdmin: true });
    await expect(disableAccount(db, ada.id, START, { keepsAnAdmin: true })).rejects.toMatchObject({
      code: 'last_admin',
    });
    await disableAccount(db, ben.id, START, { keepsAnAdmin: true });
    await setAdmin(db, ben.id, false, START);
    await disableAccount(db, ada.id, START);
  });
});

describe('the audit log', () => {
  const events = async (query = ''): Promise<AdminEventPage> =>
    (await ask(server, ada, `GET /events${query}`)).json();

  it('has what an admin did as the command has it, with the account of the admin and the address', async () => {
    const { account } = (await ask(server, ada, 'POST /accounts', { email: 'mara@example.com' })).json();
    await ask(server, ada, 'POST /accounts', { email: 'mara@example.com' });
    await ask(server, ada, 'GET /accounts');
    await ask(server, ada, `GET /accounts/${account.id}`);
    for (const action of ['disable', 'enable', 'reset-key'])
      await ask(server, ada, `POST /accounts/${account.id}/${action}`);
    await ask(server, ada, `DELETE /accounts/${account.id}/sessions`);
    await ask(server, ada, `POST /accounts/${ada.id}/disable`);
    const { events: listed } = await events();
    const own = listed.filter(({ operator }) => operator !== null).reverse();
    expect(own.map(({ what, result, email }) => [what, result, email])).toEqual([
      ['user add', 'ok', 'mara@example.com'],
      ['user add', 'email_taken', null],
      ['user list', 'ok', null],
      ['user show', 'ok', 'mara@example.com'],
      ['user disable', 'ok', 'mara@example.com'],
      ['user enable', 'ok', 'mara@example.com'],
      ['user reset-key', 'ok', 'mara@example.com'],
      ['user end-sessions', 'ok', 'mara@example.com'],
      ['user disable', 'own_account', 'ada@example.com'],
    ]);
    expect(new Set(own.map(({ operator, ip }) => `${operator} ${ip}`))).toEqual(
      new Set(['ada@example.com 127.0.0.1']),
    );
    const { rows } = await server.auth.database.db.query(
      `select distinct admin, operator from security_events where what like 'user %'`,
    );
    expect(rows).toEqual([{ admin: ada.id, operator: null }]);
  });

  it('is filtered by account, kind and refusal, and comes 50 a page', async () => {
    const mara = await person(server, 'mara@example.com');
    await signInWith(server.auth.app, 'mara@example.com', 'wrong');
    expect((await events(`?account=${mara.id}`)).events.map(({ what, result }) => [what, result])).toEqual([
      ['sign_in', 'invalid_credentials'],
      ['sign_in', 'ok'],
    ]);
    expect((await events('?refused=true')).events).toHaveLength(1);
    expect((await events('?what=audit')).events).toHaveLength(2);
    await server.auth.database.db.query(
      `insert into security_events (at, what, result) select now(), 'refresh', 'ok' from generate_series(1, 60)`,
    );
    const first = await events('?what=refresh');
    const second = await events(`?what=refresh&before=${first.next}`);
    expect([first.events.length, second.events.length, second.next]).toEqual([50, 10, null]);
    const ids = [...first.events, ...second.events].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  });

  it.each(['?account=x', '?what=%00', '?before=x', '?refused=1'])('is not read by %s', async (query) => {
    expect(codeOf(await ask(server, ada, `GET /events${query}`))).toEqual([400, 'bad_request']);
  });
});
