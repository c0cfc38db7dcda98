import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject } from 'vitest';
import type { AdminAccountPage, AdminNode, AdminSite } from '../../src/core/wire/admin.ts';
import { type Account, createAccount, pipcast } from './support/accounts.ts';
import { createAdmin, openAdmin } from './support/admin.ts';
import { faults } from './support/axe.ts';
import { cutOff } from './support/cut-off.ts';
import { inEachLook } from './support/looks.ts';
import { overlaps } from './support/overlaps.ts';
import { homeScreen, signIn, signInScreen } from './support/screens.ts';
import { smallTargets } from './support/small-targets.ts';
import { PHONE, test } from './support/visit.ts';

let admin: Account;
beforeAll(async () => {
  admin = await createAdmin();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
/** Whether the server still takes a session. */
const statusOf = async ({ session }: Account) =>
  (
    await fetch(`${inject('appUrl')}/auth/v1/user`, {
      headers: { authorization: `Bearer ${session.access_token}` },
    })
  ).status;

/** Finds an account by its address and opens it. */
async function openAccount(page: Page, email: string): Promise<void> {
  await page.getByLabel('Find an account').fill(email.toUpperCase());
  await button(page, 'Find').click();
  await page.getByRole('link', { name: email }).click();
  await page.getByRole('region', { name: 'Actions' }).waitFor();
}

/** The key that is shown; says that it was handed on. */
async function takeKey(page: Page): Promise<string> {
  const key = (await dialog(page).locator('code').textContent()) ?? '';
  expect(key).toMatch(/^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){3}$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(await dialog(page).locator('code').textContent()).toBe(key);
  await button(page, 'I have handed it on').click();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(key);
  expect(page.url()).not.toContain(key);
  return key;
}

/** Whether an account can sign in with a password. */
const signsIn = async ({ email, password }: { email: string; password: string }) =>
  (
    await fetch(`${inject('appUrl')}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
  ).ok;

/** Half of what an admin does is done on a phone: what can be pressed and read there is tested for every part below. */
const ON_PHONE = { size: PHONE, hasTouch: true };
const PARTS = ['accounts', 'requests', 'servers', 'ledger', 'audit', 'account'];

describe('an admin', () => {
  test('adds an account, whose key is shown once and signs its trader in', async ({ visit }) => {
    const { page } = await openAdmin(visit, admin, '', ON_PHONE);
    const email = `new-${randomUUID()}@example.com`;
    const add = page.getByRole('region', { name: 'Add an account' });
    await add.getByLabel('E-mail').fill(email);
    await add.getByLabel('Trader ID').fill(`T-${email}`);
    await add.getByLabel('Name').fill('<img src=x onerror=alert(1)>');
    await button(page, 'Add account').click();
    await dialog(page).waitFor();
    const password = await takeKey(page);
    await page.getByRole('region', { name: email }).waitFor();
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await signsIn({ email, password })).toBe(true);
  });

  test('shows at the field why an account is not added', async ({ visit }) => {
    const { page, expectNoise } = await openAdmin(visit, admin);
    expectNoise(/status of 422/);
    const add = page.getByRole('region', { name: 'Add an account' });
    await add.getByLabel('E-mail').fill(admin.email);
    await button(page, 'Add account').click();
    await page.getByText(`There is an account for ${admin.email} already.`).waitFor();
    expect(await add.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true');
  });

  test('with a second factor gives a code before an action, and hears at the field why one does not count', async ({
    visit,
  }) => {
    const careful = await createAdmin();
    const made = await pipcast('user', 'second-factor', careful.email, 'on', '--json');
    const codes: readonly string[] = JSON.parse(made).secondFactor.recoveryCodes;
    const mara = await createAccount();
    const { page, expectNoise } = await openAdmin(visit, careful, '', ON_PHONE);
    expectNoise(/status of 403/);
    await openAccount(page, mara.email);
    await button(page, 'End all sessions').click();
    await dialog(page).getByRole('button', { name: 'End all sessions' }).click();
    await dialog(page).getByLabel('Code').fill('000000');
    await button(page, 'Go on').click();
    await page.getByText('This code does not count.').waitFor();
    expect(await faults(page)).toEqual([]);
    expect(await statusOf(mara)).toBe(200);
    await dialog(page)
      .getByLabel('Code')
      .fill(codes[0] ?? '');
    await button(page, 'Go on').click();
    await page.getByText('No session is open.', { exact: true }).waitFor();
    expect(await statusOf(mara)).toBe(403);
  });

  test('disables a trader, who is refused at once, and enables them', async ({ visit }) => {
    const mara = await createAccount();
    const { page } = await openAdmin(visit, admin, '', ON_PHONE);
    await openAccount(page, mara.email);
    await button(page, 'Disable').click();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await statusOf(mara)).toBe(200);
    await button(page, 'Disable').click();
    await dialog(page).getByRole('button', { name: 'Disable' }).click();
    await button(page, 'Enable').waitFor();
    await page.getByText('No session is open.', { exact: true }).waitFor();
    expect(await statusOf(mara)).toBe(403);
    await button(page, 'Enable').click();
    await button(page, 'Disable').waitFor();
    expect(await signsIn(mara)).toBe(true);
  });

  test('makes a new key for a trader in the place of the old one', async ({ visit }) => {
    const mara = await createAccount();
    const { page } = await openAdmin(visit, admin);
    await openAccount(page, mara.email);
    await button(page, 'New key').click();
    await dialog(page).getByRole('button', { name: 'New key' }).click();
    await page.getByText('Hand the key to the trader').waitFor();
    const password = await takeKey(page);
    expect(await statusOf(mara)).toBe(403);
    expect(await signsIn({ email: mara.email, password })).toBe(true);
    expect(await signsIn(mara)).toBe(false);
  });

  test('ends one session of a trader, then all', async ({ visit }) => {
    const mara = await createAccount();
    expect(await signsIn(mara)).toBe(true);
    const { page } = await openAdmin(visit, admin, '', ON_PHONE);
    await openAccount(page, mara.email);
    const sessions = page.getByRole('region', { name: 'Sessions', exact: true });
    const rows = sessions.getByRole('button', { name: /^End the session/ });
    await expect.poll(() => rows.count()).toBe(2);
    await rows.last().click();
    await expect.poll(() => rows.count()).toBe(1);
    expect(await statusOf(mara)).toBe(403);
    await button(page, 'End all sessions').click();
    await dialog(page).getByRole('button', { name: 'End all sessions' }).click();
    await expect.poll(() => rows.count()).toBe(0);
  });

  test('sees who waits for a key, and what was done in the audit log, by account and kind', async ({
    visit,
  }) => {
    const mara = await createAccount();
    const asked = await fetch(`${inject('appUrl')}/auth/v1/recover`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: mara.email }),
    });
    expect(asked.status).toBe(200);
    const { page } = await openAdmin(visit, admin, '?part=requests');
    await page.getByRole('link', { name: mara.email }).click();
    await button(page, 'End all sessions').click();
    await dialog(page).getByRole('button', { name: 'End all sessions' }).click();
    await page.getByText('No session is open.').waitFor();
    await page.getByRole('link', { name: 'Audit log of this account' }).click();
    await page.getByLabel('Event').selectOption('Sessions ended');
    const rows = page.getByRole('region', { name: 'Audit log, table' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(1);
    const text = await rows.first().textContent();
    for (const part of [mara.email, admin.email, 'OK', '127.0.0.1']) expect(text).toContain(part);
    await page.getByText('Only what was refused').click();
    await page.getByText('There is no such event.').waitFor();
  });

  test('sees every node of the site, who is connected there, and which one has the desk', async ({
    visit,
  }) => {
    const { page } = await openAdmin(visit, admin, '?part=servers');
    await page.route('**/api/admin/site', async (route) => {
      const site = (await (await route.fetch()).json()) as AdminSite;
      const [here] = site.nodes as readonly [AdminNode];
      const there: AdminNode = {
        ...here,
        name: 'b.example.com:3000',
        isDesk: false,
        isWarm: true,
        isDraining: true,
        connections: 40,
        streamCount: 3,
        accountCount: 1,
        streams: [{ account: admin.session.user.id, email: admin.email, count: 3 }],
      };
      const first = { ...here, isDesk: true, streamCount: 0, accountCount: 0, streams: [] };
      await route.fulfill({ json: { ...site, nodes: [first, there] } });
    });
    await page.getByText('3 market streams are open; 2 nodes run.').waitFor();
    const node = page.getByRole('region', { name: 'Node b.example.com:3000' });
    for (const fact of ['about to stop', '40, of which 3 are market streams', 'schema 0030-nodes.sql'])
      await node.getByText(fact).waitFor();
    expect(await page.getByRole('region', { name: /^Node / }).count()).toBe(2);
    await inEachLook(page, async ({ name }) => {
      expect(await cutOff(page), name).toEqual([]);
      expect(await overlaps(page), name).toEqual([]);
    });
    await node.getByRole('link', { name: admin.email }).waitFor();
    await node.getByText('3 streams of 1 account').waitFor();
    await page.getByText('No market stream is open', { exact: true }).waitFor();
  });

  test('finds each part without a fault, cut text or target too small', async ({ visit }) => {
    const { page } = await openAdmin(visit, admin);
    await page.route('**/api/admin/accounts*', async (route) => {
      const { accounts, ...rest } = (await (await route.fetch()).json()) as AdminAccountPage;
      const long = {
        email: `${'long'.repeat(15)}@example.com`,
        traderId: 'TRADER'.repeat(9),
        name: 'Wide '.repeat(20),
      };
      await route.fulfill({ json: { ...rest, accounts: accounts.map((one) => ({ ...one, ...long })) } });
    });
    for (const part of PARTS) {
      await openPart(page, part);
      await inEachLook(page, async ({ name, size }) => {
        expect(await faults(page), `${part}: ${name}`).toEqual([]);
        expect(await cutOff(page), `${part}: ${name}`).toEqual([]);
        if (size === PHONE) expect(await smallTargets(page), part).toEqual([]);
      });
    }
  });

  test('finds each part without cut text from right to left and in longer texts', async ({ visit }) => {
    const { page } = await openAdmin(visit, admin, '', { stored: { 'pipcast.language': 'pseudo' } });
    for (const part of PARTS) {
      await openPart(page, part);
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
      await inEachLook(page, async ({ name }) => {
        expect(await cutOff(page), `${part}: ${name}`).toEqual([]);
        expect(await overlaps(page), `${part}: ${name}`).toEqual([]);
      });
    }
  });
});

async function openPart(page: Page, part: string): Promise<void> {
  await page.goto(`/admin?part=${part === 'account' ? `accounts&account=${admin.session.user.id}` : part}`);
  await page.locator('.admin .card, .admin__hint').first().waitFor();
  if (['accounts', 'audit'].includes(part)) await page.locator('.admin__table tr').nth(1).waitFor();
}

describe('an action when the sign-in is more than 15 minutes ago', () => {
  /** The server is asked as if the sign-in were old, until there is a new one. */
  async function openLate(visit: Parameters<typeof openAdmin>[0], who: Account, email: string) {
    const visited = await openAdmin(visit, who);
    visited.expectNoise(/status of 403/);
    await visited.page.route('**/api/admin/accounts/*/disable', async (route) => {
      const isOld = route.request().headers()['authorization'] === `Bearer ${who.session.access_token}`;
      const error = { code: 'sign_in_again', message: '' };
      await (isOld ? route.fulfill({ status: 403, json: { error } }) : route.continue());
    });
    await openAccount(visited.page, email);
    await button(visited.page, 'Disable').click();
    await dialog(visited.page).getByRole('button', { name: 'Disable' }).click();
    await visited.page.getByText('Your sign-in is more than 15 minutes ago.').waitFor();
    return visited;
  }

  test('asks for the key, and goes on; the session before ends', async ({ visit }) => {
    const [ada, mara] = [await createAdmin(), await createAccount()];
    const { page, expectNoise } = await openLate(visit, ada, mara.email);
    expectNoise(/status of 400/);
    expect(await faults(page)).toEqual([]);
    await page.getByLabel('Key', { exact: true }).fill('wrong');
    await button(page, 'Go on').click();
    await page.getByText('Invalid login credentials').waitFor();
    await page.getByLabel('Key', { exact: true }).fill(ada.password);
    await page.keyboard.press('Enter');
    await button(page, 'Enable').waitFor();
    expect(await statusOf(mara)).toBe(403);
    await expect.poll(() => statusOf(ada)).toBe(403);
    expect(page.url()).not.toContain(ada.password);
  });

  test('is not done when the key is not given', async ({ visit }) => {
    const [ada, mara] = [await createAdmin(), await createAccount()];
    const { page } = await openLate(visit, ada, mara.email);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await button(page, 'Disable').waitFor();
    expect(await statusOf(mara)).toBe(200);
  });
});

describe('who is no admin', () => {
  test.for(['no account', 'a trader'])('there is a 404 page at /admin for %s', async (who, { visit }) => {
    const account = who === 'no account' ? undefined : await createAccount();
    const { page, response, expectNoise } = await visit('/admin', account && { session: account.session });
    expectNoise(/404/);
    expect(response.status()).toBe(404);
    await page.getByText('Oops! Page not found', { exact: true }).waitFor();
    expect(await page.title()).toContain('Page not found');
  });

  test('any more loses the screen with the next look', async ({ visit }) => {
    const ada = await createAdmin();
    const { page, expectNoise } = await openAdmin(visit, ada);
    expectNoise(/there is no page at \/admin/);
    await pipcast('user', 'admin', ada.email, 'off');
    await page.getByText('Oops! Page not found', { exact: true }).waitFor();
  });
});

test('an admin whose session was ended signs in again, and is back', async ({ visit }) => {
  const ada = await createAdmin();
  const { page, expectNoise } = await openAdmin(visit, ada, '?part=servers');
  expectNoise(/status of 40[0134]/);
  await pipcast('user', 'end-sessions', ada.email);
  await signInScreen(page).button.waitFor();
  await signIn(page, ada);
  await page.locator('.admin__nav').waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin');
});

test('neither a first visit nor what the installed app keeps has the screen of admins', async ({ visit }) => {
  const { session } = await createAccount();
  const asked: string[] = [];
  const { page } = await visit('/', {
    session,
    before: async (_context, one) => void one.on('request', (request) => asked.push(request.url())),
  });
  await homeScreen(page).about.waitFor();
  expect(asked.filter((url) => url.includes('admin'))).toEqual([]);
  expect(await (await fetch(`${inject('appUrl')}/service-worker.js`)).text()).not.toContain('admin');
});
