import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/time/instant.ts';
import { resetKey, setAdmin } from '../../../src/server/auth/accounts.ts';
import { type NewSecondFactor, setSecondFactor } from '../../../src/server/auth/second-factor.ts';
import { openServerSecret } from '../../../src/server/platform/server-secret.ts';
import { post, signInWith, START } from '../auth-support.ts';
import {
  type AdminServer,
  adminPerson,
  ask,
  type Person,
  person,
  SECRET,
  startAdminServer,
} from './admin-support.ts';

let server: AdminServer;
beforeAll(async () => {
  server = await startAdminServer('required');
});
afterAll(() => server.close());

let ada: Person;
let mara: Person;
let factor: NewSecondFactor;
beforeEach(async () => {
  await server.clear();
  server.auth.clock.now = START;
  ada = await adminPerson(server);
  mara = await person(server, 'mara@example.com');
  factor = await setFactor(ada);
});
afterEach(() => server.auth.database.db.query('delete from security_events'));

const setFactor = ({ id, email }: Person, secret = SECRET) =>
  setSecondFactor(
    server.auth.database.db,
    { id, email, brand: 'Example Signals' },
    openServerSecret(secret, ''),
    START,
  );

/** What the admin's app shows, some steps of 30 s from now. */
function codeNow({ uri }: NewSecondFactor = factor, steps = 0): string {
  const params = new URL(uri).searchParams;
  const secret = params.get('secret') ?? '';
  return TOTP.generate({
    secret: { bytes: base32(secret) } as never,
    timestamp: server.auth.clock.now + steps * 30 * SECOND_MS,
  });
}

/** RFC 4648, by hand: another reading than the product's. */
function base32(text: string): Uint8Array {
  const bits = [...text].map((one) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'),
  );
  return Uint8Array.from(bits.join('').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

const give = async (code: string, who: Person = ada) => {
  const answer = await ask(server, who, 'POST /confirm', { code });
  return answer.statusCode === 200 ? 'ok' : answer.json().error.code;
};
const act = async (who: Person = ada) => {
  const answer = await ask(server, who, `POST /accounts/${mara.id}/disable`);
  return answer.statusCode === 200 ? 'ok' : answer.json().error.code;
};
const signedInAgain = async (): Promise<Person> => {
  const answer = await signInWith(server.auth.app, ada.email, ada.key);
  return { ...ada, token: answer.json().access_token };
};
const wrongCode = () => String((Number(codeNow()) + 500_000) % 1_000_000).padStart(6, '0');

describe('a session right after a sign-in', () => {
  it('acts only once a code was given in it, and for 15 minutes', async () => {
    expect(await act()).toBe('code_needed');
    expect(await give(codeNow())).toBe('ok');
    expect(await act()).toBe('ok');
    server.auth.clock.advance(15 * MINUTE_MS + 1);
    expect(await act()).toBe('sign_in_again');
    ada = await signedInAgain();
    expect(await act()).toBe('code_needed');
  });

  it('acts no longer because the clock was set back', async () => {
    expect(await give(codeNow())).toBe('ok');
    server.auth.clock.advance(-HOUR_MS);
    expect(await act()).toBe('sign_in_again');
    server.auth.clock.advance(HOUR_MS);
  });

  it('needs a code of the new factor where the old one was replaced, as after a theft', async () => {
    expect(await give(codeNow())).toBe('ok');
    factor = await setFactor(ada);
    expect(await act()).toBe('code_needed');
    expect(await give(codeNow())).toBe('ok');
    expect(await act()).toBe('ok');
  });

  it('reads without a code', async () => {
    expect((await ask(server, ada, 'GET /accounts')).statusCode).toBe(200);
    expect((await ask(server, ada, 'GET /self')).json()).toMatchObject({ hasSecondFactor: true });
  });

  it('that was stolen changes neither the password nor anything that would let its thief come back', async () => {
    const put = (payload: object) =>
      server.auth.app.inject({
        method: 'PUT',
        url: '/auth/v1/user',
        headers: { authorization: `Bearer ${ada.token}`, 'x-supabase-api-version': '2024-01-01' },
        payload,
      });
    const refused = await put({ password: 'the key of the thief' });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'reauthentication_needed']);
    expect((await put({ password: 'the key of the thief', current_password: 'a guess' })).statusCode).toBe(
      400,
    );
    for (const route of ['POST /accounts', `POST /accounts/${mara.id}/reset-key`])
      expect((await ask(server, ada, route, { email: 'thief@example.com' })).statusCode, route).toBe(403);
    expect((await ask(server, ada, `DELETE /accounts/${mara.id}/sessions`)).statusCode).toBe(403);
    const own = await put({ password: 'the next key of ada', current_password: ada.key });
    expect(own.statusCode).toBe(200);
  });
});

describe('a code', () => {
  it('of the step before or behind counts, one further away does not', async () => {
    expect(await give(codeNow(factor, -1))).toBe('ok');
    expect(await give(codeNow(factor, 1))).toBe('ok');
    expect(await give(codeNow(factor, 3))).toBe('code_invalid');
    expect(await give(codeNow(factor, -2))).toBe('code_invalid');
  });

  it('counts once, of two at the same time too, and none that is older than the last', async () => {
    server.auth.clock.advance(MINUTE_MS);
    const code = codeNow();
    expect((await Promise.all([give(code), give(code)])).sort()).toEqual(['code_invalid', 'ok']);
    expect(await give(codeNow(factor, -1))).toBe('code_invalid');
    server.auth.clock.advance(30 * SECOND_MS);
    expect(await give(codeNow())).toBe('ok');
  });

  it('counts no more after five wrong ones in an hour, until the hour is over', async () => {
    for (let each = 0; each < 5; each += 1) expect(await give(wrongCode())).toBe('code_invalid');
    expect(await give(codeNow())).toBe('too_many_codes');
    server.auth.clock.advance(HOUR_MS - 1);
    ada = await signedInAgain();
    expect(await give(codeNow())).toBe('too_many_codes');
    server.auth.clock.advance(1);
    expect(await give(codeNow())).toBe('ok');
    expect(await give(wrongCode())).toBe('code_invalid');
  });

  it.each(['', 'abcdef', '1234567', '１２３４５６', '-1', '0x1F600'])('%j is none', async (code) => {
    expect(await give(code)).toBe(code === '' ? 'bad_request' : 'code_invalid');
  });

  it('of another admin is none', async () => {
    const bea = await adminPerson(server, 'bea@example.com');
    expect(await give(codeNow(await setFactor(bea)))).toBe('code_invalid');
  });

  it('is in the audit log as right or wrong, never itself', async () => {
    const code = wrongCode();
    await give(code);
    await give(codeNow());
    const { events } = (await ask(server, ada, `GET /events?what=second_factor`)).json();
    expect(events).toMatchObject([
      { account: ada.id, result: 'ok' },
      { account: ada.id, result: 'code_invalid' },
    ]);
    expect(JSON.stringify(events)).not.toContain(code);
  });
});

describe('a recovery code', () => {
  it('stands for a code, once, however it is typed, and when codes count no more too', async () => {
    for (let each = 0; each < 6; each += 1) await give(wrongCode());
    const [first = '', second = ''] = factor.recoveryCodes;
    expect(await give(first.toUpperCase().replaceAll('-', ' '))).toBe('ok');
    expect(await act()).toBe('ok');
    expect(await give(first)).toBe('code_invalid');
    server.auth.clock.advance(DAY_MS);
    ada = await signedInAgain();
    expect(await give(second)).toBe('ok');
  });

  it('is not in the database, and neither is the key of the app', async () => {
    const { rows } = await server.auth.database.db.query('select * from second_factors');
    const stored = JSON.stringify(rows) + rows.map((row) => String(row.sealed_secret)).join('');
    for (const secret of [factor.secret, ...factor.recoveryCodes]) expect(stored).not.toContain(secret);
  });
});

describe('an admin without a second factor', () => {
  it('does not act where one is required', async () => {
    const bea = await adminPerson(server, 'bea@example.com');
    expect(await act(bea)).toBe('second_factor_missing');
    expect(await give('123456', bea)).toBe('second_factor_missing');
  });

  it('is one whose factor was sealed with another secret', async () => {
    factor = await setFactor(ada, 'another secret than that of this server, 2026');
    expect(await give(codeNow())).toBe('second_factor_missing');
    expect(await act()).toBe('code_needed');
  });
});

it('an admin gives no other admin a key, also one who becomes an admin meanwhile', async () => {
  const { db } = server.auth.database;
  const bea = await adminPerson(server, 'bea@example.com');
  expect(await give(codeNow())).toBe('ok');
  const refused = await ask(server, ada, `POST /accounts/${bea.id}/reset-key`);
  expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'admin_account']);
  expect((await signInWith(server.auth.app, bea.email, bea.key)).statusCode).toBe(200);
  expect((await ask(server, ada, `POST /accounts/${mara.id}/reset-key`)).statusCode).toBe(200);
  await setAdmin(db, mara.id, true, START);
  await expect(resetKey(db, mara.id, START, { sparesAdmins: true })).rejects.toMatchObject({
    code: 'admin_account',
  });
});

it('a trader finds nothing at the address where codes are given', async () => {
  expect(await give(codeNow(), mara)).toBe('not_found');
  expect((await post(server.auth.app, '/token?grant_type=password', {})).statusCode).toBe(400);
});
