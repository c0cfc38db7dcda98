import type { Page, Worker } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import type { AlertFacts, AlertMessage } from '../../src/core/alerts/alert-facts.ts';
import { test as base } from './support/visit.ts';

/** A page under its service worker, which takes five seconds to come: one for all tests that leave its browser as it was. */
const test = base.extend<{ kept: Page }>({
  kept: [
    async ({ visitOnce }, use) => {
      const { page } = await visitOnce('/check', { url: inject('appUrl'), keepsApp: true });
      await use(page);
    },
    { scope: 'file' },
  ],
});

/**
 * The page under its service worker, and a way to push to it as the browser's push service would. What the worker shows is kept by
 * its tag, as a desktop does: a headless shell has no desktop.
 */
async function withPushes(page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await workerOf(page).evaluate(() => {
    const shown = new Map<string | undefined, string>();
    const showings: string[] = [];
    const leadsTo = new Map<string | undefined, string>();
    const show = async (title: string, { tag, lang, body, data }: NotificationOptions = {}) => {
      const words = [tag, lang, title, body].join(' | ');
      shown.set(tag, words);
      showings.push(words);
      leadsTo.set(tag, data);
    };
    Object.assign(globalThis, { shown, showings, leadsTo });
    const { registration, clients } = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: object;
    };
    Object.assign(registration, { showNotification: show });
    // What an earlier test has given it.
    Reflect.deleteProperty(clients, 'matchAll');
  });
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations;
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  return (alert: AlertMessage) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId,
      data: JSON.stringify(alert),
    });
}

function workerOf(page: Page): Worker {
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('the page has no service worker');
  return worker;
}

const shown = (page: Page): Promise<string[]> =>
  workerOf(page).evaluate(() => {
    const { shown: all } = globalThis as unknown as { shown: ReadonlyMap<string, string> };
    return [...all.values()].sort();
  });

const ID = '11111111-2222-4333-8444-555555555555';
const CARD = {
  signal: ID,
  pair: 'EUR/USD',
  direction: 'CALL',
  timeframe: '1min',
  confidence: 51.2,
  label: null,
} as const;
const OPENING: AlertFacts = { type: 'market.open', label: null };
const WON: AlertFacts = { ...CARD, type: 'signal.settled', outcome: 'won' };
/** A signal that starts so long after now. */
const signalIn = (ms: number): AlertFacts => ({
  ...CARD,
  type: 'signal.recorded',
  needed: 100 / 1.8,
  startMs: Date.now() + ms,
});

describe('an alert that is pushed', () => {
  test('says what the card says, once for its tag; a late one and one that is not understood say that', async ({
    kept: page,
  }) => {
    const push = await withPushes(page);
    const lateMs = Date.now() + 60_000;
    await push({ tag: 'signal 1', lateMs, facts: OPENING });
    await push({ tag: 'signal 1', lateMs, facts: signalIn(60_000) });
    await push({ tag: 'signal 2', lateMs, facts: signalIn(-20_000) });
    const card = 'EUR/USD CALL, 1min | 51.2% measured, you need 55.6%';
    await expect
      .poll(() => shown(page))
      .toEqual([
        `signal 1 | en-GB | ${card}`,
        expect.stringMatching(/^signal 2 \| en-GB \| .* you need 55\.6%\. Started [2-9]\d s ago\.$/),
      ]);
    await push({ tag: 'signal 3', lateMs: Date.now() - 1, facts: signalIn(-6_000) });
    await push({ tag: 'signal 4', lateMs: Date.now() - 1, facts: signalIn(-6_000) });
    await push({ tag: 'x', lateMs, facts: { type: 'of.tomorrow' } as unknown as AlertFacts });
    await expect
      .poll(async () => (await shown(page)).slice(0, 1).concat((await shown(page)).slice(-1)))
      .toEqual([
        'late | en-GB | An alert came too late | It is out of date, so its text is not shown.',
        'unknown | en-GB | There is a new alert | This version of the app cannot show it. Open the app to update it.',
      ]);
    expect(await shown(page)).toHaveLength(4);
  });

  test('is in the language that its reader has chosen, also while the server is away', async ({ visit }) => {
    const { page, context } = await visit('/check', { url: inject('appUrl'), keepsApp: true });
    const push = await withPushes(page);
    await context.addCookies([
      { name: 'pipcast.language', value: 'ur', url: new URL(page.url()).origin, sameSite: 'Lax' },
    ]);
    await context.setOffline(true);
    await push({ tag: 'signal 1', lateMs: Date.now() + 60_000, facts: signalIn(60_000) });
    await expect
      .poll(() => shown(page))
      .toEqual([
        'signal 1 | ur | \u2068EUR/USD\u2069 CALL، \u20681min\u2069 | \u206851.2%\u2069 ناپا گیا، آپ کو \u206855.6%\u2069 چاہیے',
      ]);
  });
});

/** The worker finds these pages open, out of view, and no others; what it opens or brings to the front is kept. */
function givePages(page: Page, urls: readonly string[]): Promise<void> {
  return workerOf(page).evaluate((open) => {
    const came: string[] = [];
    const { clients } = globalThis as unknown as { clients: object };
    Object.assign(globalThis, { came });
    Object.assign(clients, {
      matchAll: async () =>
        open.map((url) => ({ url, visibilityState: 'hidden', focus: async () => came.push(`front ${url}`) })),
      openWindow: async (path: string) => came.push(`open ${path}`),
    });
  }, urls);
}

/** Presses what was shown of a tag; what the worker did then. */
function press(page: Page, tag: string): Promise<string[]> {
  return workerOf(page).evaluate(async (pressed) => {
    const { leadsTo, came } = globalThis as unknown as { leadsTo: Map<string, string>; came: string[] };
    const works: Promise<unknown>[] = [];
    const event = Object.assign(new Event('notificationclick'), {
      notification: { close: () => {}, data: leadsTo.get(pressed) },
      waitUntil: (work: Promise<unknown>) => works.push(work),
    });
    dispatchEvent(event);
    await Promise.all(works);
    return came.splice(0);
  }, tag);
}

describe('a notification that is pressed', () => {
  test('leads to the story of its signal: the page that has it open, else a new one, and to the home page where it has none', async ({
    kept: page,
  }) => {
    const push = await withPushes(page);
    const lateMs = Date.now() + 60_000;
    await push({ tag: 'signal 1', lateMs, facts: signalIn(60_000) });
    await push({ tag: 'opening', lateMs, facts: OPENING });
    await expect.poll(() => shown(page)).toHaveLength(2);
    const story = `https://signals.example.com/record/${ID}`;
    await givePages(page, ['https://signals.example.com/check']);
    expect(await press(page, 'signal 1')).toEqual([`open /record/${ID}`]);
    expect(await press(page, 'opening')).toEqual(['front https://signals.example.com/check']);
    await givePages(page, ['https://signals.example.com/check', story]);
    expect(await press(page, 'signal 1')).toEqual([`front ${story}`]);
    await givePages(page, []);
    expect(await press(page, 'opening')).toEqual(['open /']);
  });
});

describe('the icon of the installed app', () => {
  test('counts the outcomes that are shown while no page is open, and none once one is', async ({
    kept: page,
  }) => {
    const push = await withPushes(page);
    await workerOf(page).evaluate(() => {
      const badges: number[] = [];
      Object.assign(globalThis, { badges });
      navigator.setAppBadge = async (count = -1) => void badges.push(count);
      navigator.clearAppBadge = async () => void badges.push(0);
    });
    const badges = () =>
      workerOf(page).evaluate(() => (globalThis as unknown as { badges: readonly number[] }).badges);
    const lateMs = Date.now() + 60_000;
    const tell = async (count: number) => {
      await push({ tag: `outcome ${count}`, lateMs, facts: WON });
      await expect.poll(() => shown(page)).toHaveLength(count);
    };
    await tell(1);
    await givePages(page, []);
    await tell(2);
    await push({ tag: 'outcome 2', lateMs, facts: OPENING });
    await tell(3);
    await expect.poll(badges).toEqual([1, 2]);
    await page.reload();
    await expect.poll(badges).toEqual([1, 2, 0]);
    await tell(4);
    await expect.poll(badges).toEqual([1, 2, 0, 1]);
  });
});

describe('an alert of the page itself', () => {
  test('is shown once for its request where no tab is in view, and not at all where one is', async ({
    kept: page,
  }) => {
    await withPushes(page);
    const facts: AlertFacts = {
      type: 'bot.drawn',
      pair: 'AUD/CAD OTC',
      direction: 'PUT',
      timeframe: '1min',
      confidence: 91,
      label: null,
    };
    const tell = (tag: string) =>
      page.evaluate(async (alert) => (await navigator.serviceWorker.ready).active?.postMessage(alert), {
        tag,
        lateMs: Date.now() + 60_000,
        facts,
      });
    await tell('bot 1');
    // Tabs of this browser are always in view: the worker is given one that is not.
    await givePages(page, ['https://signals.example.com/']);
    await tell('bot 2');
    await tell('bot 2');
    const showings = () =>
      workerOf(page).evaluate(() => (globalThis as unknown as { showings: readonly string[] }).showings);
    const bot =
      'bot 2 | en-GB | AUD/CAD OTC PUT, 1min | 91%, simulated. Drawn at random. Not market analysis.';
    // A desktop shows one for a tag. Nothing is under way when the next test begins.
    await expect.poll(showings).toEqual([bot, bot]);
    expect(await shown(page)).toEqual([bot]);
  });
});
