import { expect, it } from 'vitest';
import { createApiClient } from '../../lib/api-client.ts';
import { createAdminApi } from './admin-api.ts';

const signal = new AbortController().signal;

/** The API over a server that answers each address with these statuses in turn, the last one for good. */
function apiOver(statuses: Readonly<Record<string, readonly number[]>>) {
  const asked: string[] = [];
  const send: typeof fetch = async (input) => {
    const [path = ''] = String(input).split('?');
    const count = asked.filter((one) => one === path).length;
    asked.push(path);
    const status = statuses[path]?.[count] ?? statuses[path]?.at(-1) ?? 200;
    return Response.json({}, { status });
  };
  return { api: createAdminApi(createApiClient({ getToken: async () => 'token', fetch: send })), asked };
}

it('a session that is no admin’s is refused once the server says it of the admin alone', async () => {
  const { api } = apiOver({ '/api/admin/site': [404], '/api/admin/self': [404] });
  await expect(api.site(signal)).rejects.toMatchObject({ status: 404 });
  expect(api.isRefused.getState()).toBe(true);
});

it('an account that is not there leaves the screen as it is', async () => {
  const { api } = apiOver({ '/api/admin/accounts/1': [404] });
  await expect(api.account('1', signal)).rejects.toMatchObject({ status: 404 });
  expect(api.isRefused.getState()).toBe(false);
});

it('what was refused for a token that had expired is asked once more', async () => {
  const { api, asked } = apiOver({ '/api/admin/site': [404, 200] });
  expect(await api.site(signal)).toEqual({});
  expect(asked).toEqual(['/api/admin/site', '/api/me', '/api/admin/self', '/api/admin/site']);
});

it('a server that is away does not count as a refusal', async () => {
  const { api } = apiOver({ '/api/admin/site': [404], '/api/me': [503] });
  await expect(api.site(signal)).rejects.toMatchObject({ status: 503 });
  expect(api.isRefused.getState()).toBe(false);
});
