import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/server/auth/accounts.ts';
import {
  type AuthServer,
  getUser,
  post,
  refreshWith,
  signInWith,
  START,
  startAuthServer,
} from './auth-support.ts';

let server: AuthServer;
let key: string;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.db.query('truncate users cascade');
  server.clock.now = START;
  key = (
    await createAccount(
      server.database.db,
      { email: 'mara@example.com', name: 'Mara', traderId: 'T-1' },
      START,
    )
  ).key;
});

describe('a sign-in', () => {
  test('answers the session and the user, and nobody keeps a copy', async () => {
    const response = await signInWith(server.app, 'mara@example.com', key);
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const body = response.json();
    expect(body).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: Math.floor(START / 1000) + 3600,
      weak_password: null,
      user: {
        email: 'mara@example.com',
        aud: 'authenticated',
        role: 'authenticated',
        phone: '',
        is_anonymous: false,
      },
    });
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString());
    expect(claims).toEqual({
      sub: body.user.id,
      aud: 'authenticated',
      iat: Math.floor(START / 1000),
      exp: Math.floor(START / 1000) + 3600,
      email: 'mara@example.com',
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: body.user.user_metadata,
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: Math.floor(START / 1000) }],
      session_id: expect.any(String),
      is_anonymous: false,
    });
    expect((await getUser(server.app, body.access_token)).json()).toEqual(body.user);
    const second = await refreshWith(server.app, body.refresh_token);
    expect(second.statusCode).toBe(200);
    const out = await post(server.app, '/logout?scope=global', '', {
      authorization: `Bearer ${body.access_token}`,
    });
    expect(out.statusCode).toBe(204);
    expect(out.body).toBe('');
    expect((await getUser(server.app, body.access_token)).json()).toMatchObject({
      code: 'session_not_found',
    });
  });
});
