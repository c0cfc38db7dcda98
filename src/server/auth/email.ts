import { validationFailed } from './auth-error.ts';

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
