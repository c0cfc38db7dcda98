const PASSWORD = 'a key of the usual kind';
const JSON_HEADERS = { 'content-type': 'application/json' };

/** Makes an account and returns its session. */
export async function signUp(
  origin: string,
  email: string,
  { headers = {}, data = {} } = {},
): Promise<{ access_token: string }> {
  const answer = await fetch(`${origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { ...JSON_HEADERS, ...headers },
    body: JSON.stringify({ email, password: PASSWORD, data }),
  });
  if (!answer.ok) throw new Error(`a sign-up for the measurement was answered ${answer.status}`);
  return (await answer.json()) as { access_token: string };
}
