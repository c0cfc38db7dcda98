import { inject } from 'vitest';
import { type Account, createAccount, pipcast } from './accounts.ts';
import type { OpenVisit, Visit, VisitOptions } from './visit.ts';

/** An account that may use /admin, signed in just now. */
export async function createAdmin(): Promise<Account> {
  const admin = await createAccount();
  await pipcast('user', 'admin', admin.email, 'on');
  return admin;
}

/** The screen of operators. The server answers its address as one where nothing is, which the console names. */
export async function openAdmin(
  visit: OpenVisit,
  { session }: Account,
  place = '',
  options: VisitOptions = {},
): Promise<Visit> {
  const visited = await visit(`/admin${place}`, { session, url: inject('appUrl'), ...options });
  visited.expectNoise(/status of 404 .*\/admin/);
  await visited.page.locator('.admin__nav').waitFor();
  return visited;
}
