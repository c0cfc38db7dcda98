/** Why something failed, in words. `fetch` mostly reports "fetch failed"; the reason is in its cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // An attempt on several addresses has an empty message of its own.
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error.message;
}
