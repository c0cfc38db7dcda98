import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { createAccount } from '../../src/server/auth/accounts.ts';
import { getUser, post, refreshWith, signInWith, START, startAuthServer } from './auth-support.ts';

/** The answer as it is sent, with what is drawn at random written as names. */
function bytesOf({ statusCode, body }: LightMyRequestResponse): string {
  const ids: string[] = [];
  const text = body
    .replace(/"(access_token|refresh_token)":"[^"]+"/g, '"$1":"…"')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!ids.includes(id)) ids.push(id);
      return `id${ids.indexOf(id) + 1}`;
    });
  return `${statusCode} ${text}`;
}

/** The keys of an account in their order, with each value as it is written. */
function userText(email: string, name = ''): string {
  const at = '"2026-11-20T12:00:00.123Z"';
  const own = `"sub":"id1","email":"${email}",${name}"email_verified":true,"phone_verified":false`;
  return (
    `{"id":"id1","aud":"authenticated","role":"authenticated","email":"${email}","email_confirmed_at":${at},"phone":"",` +
    `"confirmed_at":${at},"last_sign_in_at":${at},"app_metadata":{"provider":"email","providers":["email"]},` +
    `"user_metadata":{${own}},"identities":[{"identity_id":"id2","id":"id1","user_id":"id1","identity_data":{${own}},` +
    `"provider":"email","last_sign_in_at":${at},"created_at":${at},"updated_at":${at},"email":"${email}"}],` +
    `"created_at":${at},"updated_at":${at},"is_anonymous":false}`
  );
}

function tokenText(user: string, more = ''): string {
  return `200 {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":1795179600,"refresh_token":"…","user":${user}${more}}`;
}

test('the answers that clients of the protocol read stay the same, byte for byte', async () => {
  const server = await startAuthServer({ signup: 'open' });
  const { app } = server;
  try {
    const email = 'mara@example.com';
    const { key } = await createAccount(server.database.db, { email, name: 'Mara', traderId: '4711' }, START);
    const signedIn = await signInWith(app, email, key);
    const session = signedIn.json();
    const authorization = { authorization: `Bearer ${session.access_token}` };
    const answers = [
      ['sign-in', signedIn],
      ['sign-up', await post(app, '/signup', { email: 'ivo@example.com', password: 'correct horse' })],
      ['refresh', await refreshWith(app, session.refresh_token)],
      ['user', await getUser(app, session.access_token)],
      ['recovery', await post(app, '/recover', { email })],
      ['sign-out', await post(app, '/logout?scope=global', '', authorization)],
      ['refusal', await signInWith(app, email, 'wrong horse')],
      ['refusal, old form', await post(app, '/logout', '', { 'x-supabase-api-version': '' })],
    ] as const;
    const mara = userText(email, '"full_name":"Mara",');
    expect(Object.fromEntries(answers.map(([what, answer]) => [what, bytesOf(answer)]))).toEqual({
      'sign-in': tokenText(mara, ',"weak_password":null'),
      'sign-up': tokenText(userText('ivo@example.com')),
      refresh: tokenText(mara),
      user: `200 ${mara}`,
      recovery: '200 {}',
      'sign-out': '204 ',
      refusal: '400 {"code":"invalid_credentials","message":"Invalid login credentials"}',
      'refusal, old form':
        '401 {"code":401,"error_code":"no_authorization","msg":"This endpoint requires a valid Bearer token"}',
    });
  } finally {
    await server.close();
  }
});
