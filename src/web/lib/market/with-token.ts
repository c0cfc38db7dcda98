/** The session's access token; `refused` is one that was just answered with 401, in whose place another is fetched. */
export type GetToken = (refused?: string) => Promise<string | undefined>;

/**
 * Sends a request with the session's token; when the server refuses it, once more with a new one. Undefined when there is no
 * token to send.
 */
export async function withToken(
  { getToken, fetch }: { readonly getToken: GetToken; readonly fetch: typeof globalThis.fetch },
  url: string,
  init: RequestInit,
): Promise<Response | undefined> {
  const send = (token: string) =>
    fetch(url, {
      ...init,
      cache: 'no-store',
      headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` },
    });
  const token = await getToken();
  if (token === undefined) return undefined;
  const response = await send(token);
  if (response.status !== 401) return response;
  const renewed = await getToken(token);
  return renewed === undefined || renewed === token ? response : send(renewed);
}
