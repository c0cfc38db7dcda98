import type { HostedUserResult } from './hosted-user.ts';

interface Claim {
  readonly line: number;
  readonly email: string;
}

/** Two rows of an export with different addresses and the same trader ID. */
export interface Collision {
  readonly traderId: string;
  readonly first: Claim;
  readonly second: Claim;
}

/** Holds the trader IDs of an export's rows against each other: only the operator knows whose an ID is that two of them have. */
export class TraderIdClaims {
  readonly collisions: Collision[] = [];
  readonly #first = new Map<string, Claim>();

  /** The row as it is, or refused because an earlier row has its trader ID. To be asked in the order of the rows. */
  check(row: HostedUserResult, line: number): HostedUserResult {
    if (!('user' in row) || row.user.traderId === undefined) return row;
    const { email, traderId } = row.user;
    const first = this.#first.get(traderId);
    if (first === undefined) this.#first.set(traderId, { line, email });
    if (first === undefined || first.email.toLowerCase() === email.toLowerCase()) return row;
    this.collisions.push({ traderId, first, second: { line, email } });
    return { refused: `line ${first.line} (${first.email}) has the trader ID ${traderId} too`, email };
  }
}

/** What the report says of the first of the two rows. */
export function collisionNote({ traderId, second }: Collision): string {
  return `line ${second.line} (${second.email}) has the trader ID ${traderId} too; find out whose it is`;
}
