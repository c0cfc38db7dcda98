import { useSearch } from 'wouter';

/** The parts of the screen, in their order. */
export const PARTS = ['accounts', 'requests', 'servers', 'ledger', 'audit'] as const;
export type Part = (typeof PARTS)[number];
/** The parts that exist with a hosted project. */
export const HOSTED_PARTS: readonly Part[] = ['servers', 'ledger'];

export interface Place {
  readonly part: Part;
  readonly account?: string | undefined;
}

export function usePlace(parts: readonly Part[]): Place {
  const query = new URLSearchParams(useSearch());
  const part = parts.find((one) => one === query.get('part')) ?? parts[0] ?? 'servers';
  return { part, account: query.get('account') ?? undefined };
}

/** The address of a place. It never has more in it than an account's ID. */
export function addressOf({ part, account }: Place): string {
  const query = new URLSearchParams({ part, ...(account !== undefined && { account }) });
  return `/admin?${query.toString()}`;
}
