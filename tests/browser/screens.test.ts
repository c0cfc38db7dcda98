import type { CDPSession, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { matrix } from '../support/rounds.ts';
import { createAccount } from './support/accounts.ts';
import { JUDGED_RECORD } from './support/judged-record.ts';
import { faults } from './support/axe.ts';
import { cutOff } from './support/cut-off.ts';
import { holdRequests } from './support/hold-requests.ts';
import { CLOSED_AT, OPEN_AT, SECOND_MS } from './support/instants.ts';
import { type Look, showIn } from './support/looks.ts';
import { offScale } from './support/off-scale.ts';
import { overlaps } from './support/overlaps.ts';
import { runUntilGone, runUntilShown } from './support/run-until.ts';
import { homeScreen, openMenu, signIn, signInScreen } from './support/screens.ts';
import { settledSignal } from './support/settled-signal.ts';
import { smallTargets } from './support/small-targets.ts';
import { withSignals } from './support/with-signals.ts';
import { DESKTOP, type OpenVisit, PHONE, test, type Visit, type VisitOptions } from './support/visit.ts';

/** What is looked for on every screen, in every state: each finder names what it finds. */
const FINDERS = {
  axe: (page: Page) => faults(page),
  'small targets': smallTargets,
  'cut off': cutOff,
  'cut off, from right to left': async (page: Page) => {
    const turnTo = (direction: string) =>
      page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
    await turnTo('rtl');
    const found = await cutOff(page);
    await turnTo('ltr');
    return found;
  },
  overlaps,
  'off scale': offScale,
  landmarks: wrongLandmarks,
} as const;

type Finder = keyof typeof FINDERS;

/** A desktop of 1280 px at 400 %, and the narrowest phones. */
const NARROW = { width: 320, height: 640 };

interface Shown extends Look {
  /** Looked at in `npm test`, and not in CI alone. */
  readonly isUsual?: boolean;
  readonly areLettersDouble?: boolean;
  readonly finders: readonly Finder[];
}

/** Colours differ by theme, structure by width. */
const LOOKS: readonly Shown[] = [
  {
    name: '320 px, dark',
    size: NARROW,
    theme: 'dark',
    isUsual: true,
    finders: ['cut off', 'overlaps', 'off scale', 'cut off, from right to left', 'small targets'],
  },
  { name: 'phone, dark', size: PHONE, theme: 'dark', finders: ['cut off'] },
  { name: '768 px, light', size: { width: 768, height: 900 }, theme: 'light', finders: ['cut off'] },
  { name: '2560 px, light', size: { width: 2560, height: 800 }, theme: 'light', finders: ['cut off'] },
  ...[NARROW, PHONE, DESKTOP].map(
    (size): Shown => ({
      name: `${size.width} px, letters twice as large`,
      size,
      theme: 'light',
      areLettersDouble: true,
      isUsual: size === NARROW,
      finders: ['cut off', 'overlaps'],
    }),
  ),
  {
    name: 'desktop, light',
    size: DESKTOP,
    theme: 'light',
    isUsual: true,
    finders: ['cut off', 'off scale', 'landmarks'],
  },
];
/** Where axe, which takes longer than all others, looks too: in `npm test` on the desktop alone. */
const AXE_LOOKS = ['320 px, dark', 'desktop, light'];
const isUsualForAxe = (look: string) => look === 'desktop, light';

interface Walk extends VisitOptions {
  readonly path: string;
  readonly isSignedIn: boolean;
  readonly axeLooks?: readonly string[];
  /** One state after the other, each with how to get there from the one before. */
  readonly states: Record<string, (visit: Visit) => Promise<unknown>>;
}

const PUBLIC = { url: inject('marketUrl'), isSignedIn: false, size: PHONE } as const;

/** Every screen and state. Where the page's clock stands still, it stands `at` an instant. */
const WALKS: Record<string, Walk> = {
  'signing in, and an unknown address': {
    path: '/auth',
    at: OPEN_AT,
    isSignedIn: false,
    states: {
      '/auth': ({ page }) => signInScreen(page).button.waitFor(),
      '/auth, refused, a fold open': async ({ page, expectNoise }) => {
        expectNoise(/status of 400/);
        await page.locator('summary').first().click();
        await signIn(page, { email: 'nobody@example.com', password: 'any-key' });
        await runUntilShown(page, page.getByText('Sign In Failed'));
      },
      '/auth, signing in': async ({ page }) => {
        await page.getByRole('button', { name: 'Dismiss' }).click();
        await runUntilGone(page, page.getByText('Sign In Failed'));
        await holdRequests(page, '**/auth/v1/token**');
        await signIn(page, { email: 'mara@example.com', password: 'any-key' });
        await signInScreen(page).busyButton.waitFor();
      },
      'an unknown address': async ({ page, expectNoise }) => {
        expectNoise(/no-such-page/);
        await page.goto('/no-such-page');
        await page.getByText('Oops! Page not found').waitFor();
      },
    },
  },
  'a server without a market': {
    path: '/',
    at: OPEN_AT,
    isSignedIn: true,
    states: {
      'P-Special': ({ page }) => homeScreen(page).currentTimer.waitFor(),
      // What is shown beside a word keeps its place when the window changes.
      'P-Special, the clocks of a signal shown': async ({ page }) => {
        await page.setViewportSize(NARROW);
        await homeScreen(page).current.getByRole('button', { name: '14:32' }).click();
      },
      'P-Special, a figure explained': async ({ page }) => {
        await page.setViewportSize(NARROW);
        await homeScreen(page).current.getByRole('button', { name: 'Confidence' }).click();
        await page.getByText('A random draw, like the direction').waitFor();
      },
      'P-BOT': async ({ page }) => {
        await homeScreen(page).bot.click();
        await homeScreen(page).generate.waitFor();
      },
      'P-BOT, busy': pressGenerate,
      'P-BOT, a signal': async ({ page }) => {
        await page.clock.runFor(2 * SECOND_MS);
        await homeScreen(page).latestTimer.waitFor();
      },
      'P-BOT, expired': async ({ page }) => {
        await page.clock.runFor(5 * SECOND_MS);
        await homeScreen(page).latest.getByText('Expired', { exact: true }).waitFor();
      },
      'P-Special, offline': async ({ page, context }) => {
        await homeScreen(page).special.click();
        await homeScreen(page).current.waitFor();
        await context.setOffline(true);
        await page.getByText(/offline/i).waitFor();
      },
      // With pushes: tests/browser/alerts.test.ts.
      '/alerts, a server that sends none': async ({ page, context, expectNoise }) => {
        expectNoise(/404/);
        await context.setOffline(false);
        await page.goto('/alerts');
        await page.getByText('This server sends no alerts').waitFor();
        await page.getByRole('checkbox', { name: 'Sound for a new signal' }).waitFor();
      },
    },
  },
  'the closed market': {
    path: '/',
    at: CLOSED_AT,
    isSignedIn: true,
    states: {
      'P-Special': async ({ page }) => {
        await page.getByText('MARKET CLOSED', { exact: true }).waitFor();
        await page.getByRole('button', { name: 'Open P-BOT' }).waitFor();
      },
      'P-BOT, busy': async (visit) => {
        await homeScreen(visit.page).bot.click();
        await pressGenerate(visit);
      },
      'P-BOT, a signal': async ({ page }) => {
        await page.clock.runFor(2 * SECOND_MS);
        await homeScreen(page).generate.waitFor();
      },
    },
  },
  'a server with a market': {
    path: '/',
    url: inject('marketUrl'),
    isSignedIn: true,
    states: {
      'P-Special': ({ page }) => homeScreen(page).current.waitFor(),
      introduction: async ({ page }) => {
        await openMenu(page);
        await page.getByRole('button', { name: 'Show the introduction' }).click();
        await page.getByRole('dialog').waitFor();
      },
      'P-BOT': async ({ page }) => {
        await page.getByRole('button', { name: 'Skip' }).click();
        await homeScreen(page).bot.click();
        await homeScreen(page).generate.waitFor();
      },
      '/alerts': async ({ page }) => {
        await page.goto('/alerts');
        await page.getByRole('checkbox', { name: /^Market signals/ }).click();
        await page.getByRole('checkbox', { name: /^Quiet hours/ }).click();
        await page.getByText(/^Last week you would/).waitFor();
      },
    },
  },
  'the market': {
    path: '/',
    url: inject('marketUrl'),
    isSignedIn: true,
    stored: { 'pipcast.source': 'market' },
    axeLooks: ['320 px, dark', '768 px, light', 'desktop, light'],
    states: {
      'P-Special, the chart drawn and as a table': async ({ page }) => {
        await homeScreen(page).current.getByText('Measured').waitFor();
        await page.locator('.strip__columns > span').last().waitFor();
        await page.getByRole('region', { name: 'Price chart', exact: true }).scrollIntoViewIfNeeded();
        await page.locator('.price-chart__canvas canvas').first().waitFor();
        await page.getByRole('slider', { name: 'Price at a time' }).waitFor();
        await page.getByText('Show as table').click();
        await page.getByRole('table').waitFor();
      },
      'P-BOT': async ({ page }) => {
        await homeScreen(page).bot.click();
        await homeScreen(page).generate.waitFor();
        await homeScreen(page).latest.getByText('Measured').waitFor();
      },
    },
  },
  'the public record': {
    ...PUBLIC,
    path: '/auth',
    before: (context) => withSignals(context, 12),
    states: {
      '/auth': ({ page }) => signInScreen(page).button.waitFor(),
      '/record, too few signals': async ({ page }) => {
        await settledSignal();
        await page.goto('/record');
        await page.getByRole('heading', { name: 'Too early: 12 signals.', exact: true }).waitFor();
        await page.locator('.signals__table a').first().waitFor();
        expect(await outcomeFilter(page).isVisible()).toBe(false);
      },
      '/record': async ({ page, context }) => {
        await withSignals(context, 2_412);
        await page.reload();
        await page.getByRole('heading', { name: /^Right \d+ in 100/ }).waitFor();
        await page.locator('.signals__table a').first().waitFor();
      },
      '/record, filtered, its folds open': async ({ page }) => {
        await page.getByRole('button', { name: 'Filters', exact: true }).click();
        await outcomeFilter(page).selectOption('won');
        await page.getByRole('button', { name: 'Filters, 1 on', exact: true }).waitFor();
        await openFolds(page);
      },
      '/record/ID, its folds open': async ({ page }) => {
        await page.goto(`/record/${await settledSignal()}`);
        await page.locator('.story__pairs').waitFor();
        await openFolds(page);
        await page.getByText('Signed checkpoint', { exact: true }).waitFor();
      },
    },
  },
  'the lab': {
    ...PUBLIC,
    path: '/lab',
    states: {
      '/lab, a rule': async ({ page }) => {
        await page.getByText('What is changed').click();
        await page.getByRole('button', { name: 'Try it' }).click();
        await page.getByRole('heading', { name: /^Right \d+ in 100/ }).waitFor();
      },
      '/lab, many': async ({ page }) => {
        await page.getByRole('button', { name: /^Try \d+ like it$/ }).click();
        await page.getByRole('heading', { name: /^The best of/ }).waitFor();
      },
      '/lab, the seal opened': async ({ page }) => {
        await page.getByRole('button', { name: /^Open it for/ }).click();
        await page.getByRole('button', { name: 'Open it now, for ever' }).click();
        await page.getByText('Not seen before').first().waitFor();
      },
    },
  },
  'the check': {
    ...PUBLIC,
    path: '/check',
    states: {
      '/check': ({ page }) => page.locator('form').first().waitFor(),
      '/check, questions before the verdict': async ({ page }) => {
        await page
          .getByLabel('Choose a file')
          .setInputFiles({ name: 'chat.txt', mimeType: 'text/plain', buffer: Buffer.from(CHAT) });
        await page.getByRole('radio', { name: /^Yes: count/ }).click();
        await page.getByRole('region', { name: '2 questions before the verdict' }).waitFor();
        await page.getByRole('radio', { name: /^Yes: count/, checked: true }).waitFor();
      },
      '/check, what was read': async ({ page }) => {
        await page.getByRole('button', { name: 'Check another' }).click();
        await page.getByLabel('Choose a file').setInputFiles(JUDGED_RECORD);
        await page.locator('.check__missed').waitFor();
        await judgeButton(page).waitFor();
      },
      '/check, the report, its folds open': async ({ page }) => {
        await judgeButton(page).click();
        await page.getByText('26 of 40 won.').waitFor();
        await openFolds(page);
      },
    },
  },
};

const CHAT = [
  '[12/11/2026, 09:00:00] Seller: EUR/USD CALL 5 min',
  '[12/11/2026, 09:05:00] Seller: WIN',
  '[12/11/2026, 09:10:00] Seller: GBP/USD PUT 5 min up to 2 gales',
  '[12/11/2026, 09:20:00] Seller: WIN ✅ in gale',
  '[12/11/2026, 09:30:00] Seller: ✅✅',
].join('\n');
const judgeButton = (page: Page) => page.getByRole('button', { name: 'Check these 40 trades' });
const outcomeFilter = (page: Page) => page.getByRole('combobox', { name: 'Outcome', exact: true });

/** Opens all that is folded, and what is folded in it. */
async function openFolds(page: Page): Promise<void> {
  const openSome = () =>
    page.locator('details:not([open]) > summary:visible').evaluateAll((folds: HTMLElement[]) => {
      for (const fold of folds) fold.click();
      return folds.length;
    });
  await expect.poll(openSome).toBe(0);
}

async function pressGenerate({ page }: Visit): Promise<void> {
  await homeScreen(page).generate.click();
  await homeScreen(page).analyzing.waitFor();
}

async function open(visit: OpenVisit, { path, isSignedIn, ...options }: Walk): Promise<Visit> {
  const { session } = isSignedIn ? await createAccount(undefined, options.url) : {};
  // What moves is looked at once it has come to rest: here it is at once.
  return visit(path, { ...options, reducedMotion: true, ...(session && { session }) });
}

/** The first address that had each title: no two have the same. */
const titles = new Map<string, string>();

/** More or less than one main landmark or first heading, another language, and a title that is not the screen's own. */
async function wrongLandmarks(page: Page): Promise<string[]> {
  const { pathname } = new URL(page.url());
  const title = await page.title();
  const screen = pathname.replace(/^(\/[^/]*).*/, '$1');
  if (!titles.has(title)) titles.set(title, screen);
  const facts: Record<string, boolean> = {
    'one main landmark': (await page.getByRole('main').count()) === 1,
    'one first heading': (await page.getByRole('heading', { level: 1 }).count()) === 1,
    'English as its language': (await page.locator('html').getAttribute('lang')) === 'en',
    'a title of its own': title !== '' && titles.get(title) === screen,
  };
  return Object.keys(facts).filter((fact) => !facts[fact]);
}

/** Sets how large the page's letters are, in px, as a reader can in the browser: lengths in px stay what they are. */
async function setLetters(page: Page, devtools: CDPSession, standard: number): Promise<void> {
  await devtools.send('Page.setFontSizes', { fontSizes: { standard } });
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe(`${standard}px`);
}

/** The Lab has a file of its own among those that are left to CI. */
test.for(matrix(Object.entries(WALKS), ([name]) => name !== 'the lab'))(
  'no finder finds anything on any screen, in any look and state of %s',
  async ([, walk], { visit }) => {
    const opened = await open(visit, walk);
    const { page } = opened;
    const axeLooks = matrix(walk.axeLooks ?? AXE_LOOKS, isUsualForAxe);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.enable');
    for (const [state, reach] of Object.entries(walk.states)) {
      await reach(opened);
      for (const look of matrix(LOOKS, ({ isUsual = false }) => isUsual)) {
        await showIn(page, look);
        await setLetters(page, devtools, look.areLettersDouble ? 32 : 16);
        for (const finder of axeLooks.includes(look.name) ? [...look.finders, 'axe' as const] : look.finders)
          expect.soft(await FINDERS[finder](page), `${state}: ${look.name}: ${finder}`).toEqual([]);
      }
      await page.setViewportSize(walk.size ?? DESKTOP);
    }
  },
);
