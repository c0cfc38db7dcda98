import { createECDH, randomBytes } from 'node:crypto';
import type { AlertReport } from '../../src/core/wire/alerts.ts';
import type { BrowserContext } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { createAccount, type StoredSession } from './support/accounts.ts';
import { faultsIn, inEachLook } from './support/looks.ts';
import { type OpenVisit, test, type VisitOptions } from './support/visit.ts';

/** A browser that lets pages subscribe without a push service: its own refuses that where there is no line to one. */
async function withPushService(context: BrowserContext): Promise<void> {
  const keys = createECDH('prime256v1');
  const json = {
    endpoint: `https://push.example.com/${randomBytes(9).toString('hex')}`,
    keys: { p256dh: keys.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  };
  await context.addInitScript((subscription) => {
    // A headless shell has no notifications to allow.
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Object.assign(Notification, { requestPermission: async () => 'granted' });
    // The browser's own, beside the page: it may end or change it.
    const endpoint = () => subscription.endpoint + (localStorage.getItem('changed') ?? '');
    const toJSON = () => ({ ...subscription, endpoint: endpoint() });
    const unsubscribe = async () => localStorage.removeItem('subscribed');
    const made = () => ({ endpoint: endpoint(), toJSON, unsubscribe });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (localStorage.getItem('subscribed') === null ? null : made()),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        localStorage.setItem('subscribed', String(applicationServerKey.length));
        return made();
      },
    });
  }, json);
}

async function openAlerts(visit: OpenVisit, options: VisitOptions = {}) {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const visited = await visit('/alerts', { session, url, ...options });
  return { ...visited, session, box: (name: RegExp) => visited.page.getByRole('checkbox', { name }) };
}

async function onServer({ access_token }: StoredSession): Promise<AlertReport> {
  const headers = { authorization: `Bearer ${access_token}` };
  return (await fetch(`${inject('marketUrl')}/api/alerts`, { headers })).json();
}

const rulesOnServer = async (session: StoredSession) => (await onServer(session)).rules;
const devicesOnServer = async (session: StoredSession) => (await onServer(session)).devices;

/** Why a browser gets no alerts, what then is to be done, and how it comes about. */
const HINDRANCES: readonly (readonly [string, RegExp, () => void])[] = [
  [
    'notifications are blocked',
    /Allow them in the settings of this site/,
    () => Object.defineProperty(Notification, 'permission', { value: 'denied' }),
  ],
  [
    'the browser takes no pushes',
    /Another browser may\./,
    () => Reflect.deleteProperty(globalThis, 'PushManager'),
  ],
  [
    'an iPhone has not installed the app',
    /Share, then Add to Home Screen/,
    () => {
      Reflect.deleteProperty(globalThis, 'PushManager');
      Object.defineProperty(navigator, 'standalone', { value: false });
    },
  ],
];

describe('the screen of alerts', () => {
  test('opens from the header with all off, and keeps each change', async ({ visit }) => {
    const url = inject('marketUrl');
    const { session } = await createAccount(undefined, url);
    const { page } = await visit('/record', { session, url });
    await page.getByRole('link', { name: 'Alerts', exact: true }).click();
    await page.getByText('All alerts are off.').waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await page.getByRole('checkbox', { name: /^Market signals/ }).click();
    await page.getByText('Last week you would have received').waitFor();
    await page.getByRole('checkbox', { name: 'EUR/USD' }).click();
    await page.getByRole('combobox', { name: 'Confidence' }).selectOption('55');
    await page.getByRole('checkbox', { name: 'Only above break-even' }).click();
    await page.getByRole('textbox', { name: 'Payout, % of the stake' }).fill('92');
    await page.getByText('You need 52.1%.').waitFor();
    await page.getByRole('checkbox', { name: /^Quiet hours/ }).click();
    await page.getByLabel('From', { exact: true }).fill('23:30');
    await page.getByRole('combobox', { name: 'Most alerts per hour' }).selectOption('3');
    await page.getByRole('button', { name: '8 hours' }).click();
    await expect
      .poll(() => rulesOnServer(session))
      .toMatchObject({
        signals: true,
        outcomes: false,
        pairs: ['USD/JPY', 'EUR/JPY', 'EUR/GBP', 'USD/CAD'],
        leastConfidence: 55,
        aboveBreakEven: true,
        payout: 92,
        quiet: { from: 1_410, to: 420 },
        zone: 'Asia/Karachi',
        mostPerHour: 3,
        snoozedUntilMs: expect.closeTo(await page.evaluate(() => Date.now() + 28_800_000), -5),
      });
    await page.reload();
    await page.getByText(/^Paused: nothing is sent until/).waitFor();
    expect(await page.getByRole('checkbox', { name: 'EUR/USD' }).isChecked()).toBe(false);
    await page.getByRole('button', { name: 'End the pause now' }).click();
    await page.getByText('You have chosen alerts, but no browser is set up to receive them yet.').waitFor();
  });

  test('sends alerts to this browser when asked, tests that, says so in the log, and stops', async ({
    visit,
  }) => {
    const { page, box } = await openAlerts(visit, { keepsApp: true, before: withPushService });
    await box(/^The market opens/).click();
    await page.getByRole('button', { name: 'Send alerts here' }).click();
    await page.getByText('This browser receives alerts until you sign out.').waitFor();
    await page.getByText('Alerts are on. Every alert goes once').waitFor();
    // The key of the server, an uncompressed point.
    expect(await page.evaluate(() => localStorage.getItem('subscribed'))).toBe('65');
    await page.getByRole('button', { name: 'Send a test' }).click();
    // push.example.com takes nothing.
    await page.getByText('No browser received the test.').waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'This is a test' })
      .getByText('Not delivered')
      .waitFor();
    await page.getByRole('button', { name: 'Stop sending here' }).click();
    await page.getByText('This browser receives no alerts.').waitFor();
    await page.getByText('no browser is set up to receive them yet').waitFor();
  });

  test('go on after the browser has changed its subscription or ended it: the next page tells the server', async ({
    visit,
  }) => {
    const { page, session } = await openAlerts(visit, { keepsApp: true, before: withPushService });
    await page.getByRole('button', { name: 'Send alerts here' }).click();
    await page.getByText('This browser receives alerts until you sign out.').waitFor();
    const known = new Set(await devicesOnServer(session));
    /** Another one in the place of the last, and the page has heard that the server has it. */
    const isNew = async () => {
      const [device = '', ...others] = await devicesOnServer(session);
      const noted = await page.evaluate(() => localStorage.getItem('pipcast.push'));
      return others.length === 0 && !known.has(device) && device === noted;
    };
    await page.evaluate(() => localStorage.setItem('changed', '-anew'));
    await page.goto('/record');
    await expect.poll(isNew).toBe(true);
    for (const device of await devicesOnServer(session)) known.add(device);
    await page.evaluate(() => {
      localStorage.setItem('changed', '-again');
      localStorage.removeItem('subscribed');
    });
    await page.goto('/record');
    await expect.poll(isNew).toBe(true);
    // Its push service has refused it: the server drops it.
    await page.evaluate(async (token) => {
      const registration = await navigator.serviceWorker.getRegistration();
      const endpoint = (await registration?.pushManager.getSubscription())?.endpoint;
      localStorage.setItem('changed', '-in its place');
      await fetch('/api/alerts/devices', {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ endpoint }),
      });
    }, session.access_token);
    for (const device of known) known.delete(device);
    await page.goto('/record');
    await expect.poll(isNew).toBe(true);
    // The same one is not sent again.
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/alerts/devices') && request.method() === 'POST') sent += 1;
    });
    await page.goto('/alerts');
    await page.getByText('This browser receives alerts until you sign out.').waitFor();
    await page.getByRole('button', { name: 'Stop sending here' }).click();
    await page.getByText('This browser receives no alerts.').waitFor();
    expect(sent).toBe(0);
    // Nor another where the trader has ended it.
    await page.reload();
    await page.getByText('This browser receives no alerts.').waitFor();
    expect(sent).toBe(0);
  });

  test('come to this browser no more after a sign-out, and those it shows are gone', async ({ visit }) => {
    const { page } = await openAlerts(visit, { keepsApp: true, before: withPushService });
    await page.evaluate(() => {
      // A headless shell shows none.
      const shown = { close: () => localStorage.removeItem('shown') };
      localStorage.setItem('shown', 'yes');
      Object.assign(ServiceWorkerRegistration.prototype, { getNotifications: async () => [shown] });
    });
    await page.getByRole('button', { name: 'Send alerts here' }).click();
    await page.getByText('This browser receives alerts until you sign out.').waitFor();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    const names = ['subscribed', 'shown', 'pipcast.push'];
    const kept = () => page.evaluate((all) => all.map((name) => localStorage.getItem(name)), names);
    await expect.poll(kept).toEqual([null, null, null]);
  });

  test.for(HINDRANCES)('says what to do where %s', async ([, hint, change], { visit }) => {
    const { page } = await openAlerts(visit, { before: (context) => context.addInitScript(change) });
    await page.getByText(hint).waitFor();
    expect(await page.getByRole('button', { name: 'Send alerts here' }).count()).toBe(0);
    await inEachLook(page, async (look) => expect(await faultsIn(look, page), look.name).toEqual([]));
  });

  test('can be tried again when it did not load, and when a change was not kept', async ({ visit }) => {
    let isAway = true;
    const { page, session, box, expectNoise } = await openAlerts(visit, {
      before: (context) =>
        context.route('**/api/alerts{,/rules}', (route) => (isAway ? route.abort() : route.fallback())),
    });
    expectNoise(/ERR_FAILED/);
    await page.getByText('This did not load').waitFor();
    await inEachLook(page, async (look) =>
      expect(await faultsIn(look, page), `away: ${look.name}`).toEqual([]),
    );
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await box(/^The market opens/).waitFor();
    isAway = true;
    await box(/^The market opens/).click();
    await page.getByText(/^Not saved\./).waitFor();
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/^Not saved\./).waitFor({ state: 'detached' });
    await expect.poll(() => rulesOnServer(session)).toMatchObject({ marketOpen: true });
  });

  test('is whole from the keyboard', async ({ visit }) => {
    const { page, box } = await openAlerts(visit);
    await box(/^Market signals/).focus();
    await page.keyboard.press('Space');
    await page.getByText('Last week you would have received').waitFor();
    for (const name of ['EUR/USD', 'USD/JPY', 'EUR/JPY', 'EUR/GBP', 'USD/CAD']) {
      await page.keyboard.press('Tab');
      expect(
        await page.getByRole('checkbox', { name }).evaluate((one) => one === document.activeElement),
      ).toBe(true);
    }
    await box(/^Quiet hours/).press('Space');
    await page.getByLabel('To', { exact: true }).waitFor();
  });

  test('asks for a sign-in first, and is there after it', async ({ visit }) => {
    const url = inject('marketUrl');
    const { email, password } = await createAccount(undefined, url);
    const { page } = await visit('/alerts', { url });
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('All alerts are off.').waitFor();
  });
});
