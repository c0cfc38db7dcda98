/** The server's own words in the body of an error answer; undefined when it is none. */
export function errorMessage(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { error } = body as { readonly error?: { readonly message?: unknown } | null };
  return typeof error?.message === 'string' ? error.message : undefined;
}
