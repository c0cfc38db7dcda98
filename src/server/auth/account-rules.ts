import type { Pool } from 'pg';
import { validationFailed } from './auth-error.ts';
import { queryRows } from '../platform/sql.ts';

/** Longest trader ID and name, in characters. */
const LONGEST_LABEL = 100;

export type AccountErrorCode =
  | 'email_invalid'
  | 'email_taken'
  | 'id_taken'
  | 'trader_id_taken'
  | 'trader_id_invalid'
  | 'name_invalid'
  | 'not_found'
  | 'last_admin'
  | 'admin_account';

/** A refusal that the operator can act on; the message is one plain sentence. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
  readonly code: AccountErrorCode;

  constructor(code: AccountErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What is wrong with a name or trader ID, as a sentence; undefined when nothing is. */
export function labelProblem(text: string | undefined, what: string): string | undefined {
  if (text === undefined || (text.length <= LONGEST_LABEL && !/\p{C}/u.test(text))) return undefined;
  return `The ${what} must be at most ${LONGEST_LABEL} printable characters.`;
}

export async function conflictOf(
  db: Pool,
  error: unknown,
  account: { id: string; email: string; traderId: string | null | undefined },
): Promise<AccountError | undefined> {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
  switch (constraint) {
    case 'users_email_unique':
      return new AccountError('email_taken', `There is an account for ${account.email} already.`);
    case 'users_pkey':
      return new AccountError('id_taken', `The ID ${account.id} belongs to another account already.`);
    case 'users_trader_id_unique': {
      const rows = await queryRows<{ email: string }>(db)`select email from users
        where trader_id = ${account.traderId}`;
      const owner = rows[0]?.email ?? 'another account';
      return new AccountError(
        'trader_id_taken',
        `The trader ID ${account.traderId} belongs to ${owner} already.`,
      );
    }
    default:
      return undefined;
  }
}

const LONGEST_EMAIL = 255;

/** The HTML standard's pattern for an e-mail address: what a browser's e-mail field lets through. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** The address of a new account as it is stored: lower case, nothing trimmed. Throws `validation_failed`. */
export function requireEmail(email: string): string {
  const problem = emailProblem(email);
  if (problem !== undefined) throw validationFailed(problem);
  return email.toLowerCase();
}

/** What is wrong with an address, as a sentence; undefined when nothing is. */
export function emailProblem(email: string): string | undefined {
  if (email === '') return 'An email address is required';
  if (email.length > LONGEST_EMAIL) return 'An email address is too long';
  return EMAIL.test(email) ? undefined : 'Unable to validate email address: invalid format';
}

/** The address to look an account up by: lower case, nothing trimmed. */
export function lookupEmail(email: string): string {
  return email.toLowerCase();
}
