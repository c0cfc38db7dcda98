/** What an auth call answered. */
export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Signs in as a trader's browser does. */
export function signIn(url: string, email: string, password: string): Promise<Answer> {
  return call(`${url}/auth/v1/token?grant_type=password`, { body: { email, password } });
}

/** Asks who the token belongs to. */
export function getUser(url: string, accessToken: unknown): Promise<Answer> {
  return call(`${url}/auth/v1/user`, { bearer: String(accessToken) });
}

export function refresh(url: string, refreshToken: unknown): Promise<Answer> {
  return call(`${url}/auth/v1/token?grant_type=refresh_token`, { body: { refresh_token: refreshToken } });
}

/** Asks for a new key, as a trader who lost theirs. */
export function recover(url: string, email: string): Promise<Answer> {
  return call(`${url}/auth/v1/recover`, { body: { email } });
}

async function call(url: string, { body, bearer }: { body?: object; bearer?: string }): Promise<Answer> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
