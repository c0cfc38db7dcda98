import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { runPipcast } from '../../../scripts/running-app.mjs';

export interface Account {
  readonly email: string;
  readonly password: string;
  /** The auth service's answer to the sign-up: a session, as the page would store it. */
  readonly session: StoredSession;
}

export interface StoredSession {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly expires_at: number;
  readonly token_type: string;
  readonly user: { readonly id: string; readonly email: string };
}

/** The introduction is shown to new accounts only: it is not what most tests are about. */
const INTRODUCED = { introduced: true };

/** Makes an account of the test's own over the real sign-up call: nothing another test does can touch its sessions. */
export async function createAccount(
  password = `key-${randomUUID()}`,
  url = inject('appUrl'),
  data: object = INTRODUCED,
): Promise<Account> {
  const email = `trader-${randomUUID()}@example.com`;
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, data }),
  });
  if (!response.ok) throw new Error(`sign-up answered ${response.status}: ${await response.text()}`);
  return { email, password, session: (await response.json()) as StoredSession };
}

/** Signs the account out everywhere behind the page's back, as another device or an operator would. */
export async function revoke({ session }: Account, url = inject('appUrl')): Promise<void> {
  const response = await fetch(`${url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  if (!response.ok) throw new Error(`sign-out answered ${response.status}: ${await response.text()}`);
}

/** Runs an operator's command on the app under test while it serves; resolves with what the command prints. */
export function pipcast(...args: string[]): Promise<string> {
  return runPipcast(inject('appDataDir'), args);
}
