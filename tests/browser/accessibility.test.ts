import { expect } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { faults } from './support/axe.ts';
import { holdRequests } from './support/hold-requests.ts';
import { CLOSED_AT, OPEN_AT, SECOND_MS } from './support/instants.ts';
import { inEachLook } from './support/looks.ts';
import { runUntilGone, runUntilShown } from './support/run-until.ts';
import { homeScreen, signIn, signInScreen } from './support/screens.ts';
import { type OpenVisit, test, type Visit } from './support/visit.ts';

/** One state after the other of a screen, each with how to get there from the one before. */
type Walk = Record<string, (visit: Visit) => Promise<unknown>>;

interface Screen {
  readonly path: string;
  readonly at: number;
  readonly isSignedIn: boolean;
  readonly walk: Walk;
}

/** Every screen and state; the page's clock stands still. */
const SCREENS: Record<string, Screen> = {
  '/auth': {
    path: '/auth',
    at: OPEN_AT,
    isSignedIn: false,
    walk: {
      'at first': ({ page }) => signInScreen(page).button.waitFor(),
      refused: async ({ page, expectNoise }) => {
        expectNoise(/status of 400/);
        await signIn(page, { email: 'nobody@example.com', password: 'any-key' });
        await runUntilShown(page, page.getByText('Sign In Failed'));
      },
      'signing in': async ({ page }) => {
        await page.getByRole('button', { name: 'Dismiss' }).click();
        await runUntilGone(page, page.getByText('Sign In Failed'));
        await holdRequests(page, '**/auth/v1/token**');
        await signIn(page, { email: 'mara@example.com', password: 'any-key' });
        await signInScreen(page).busyButton.waitFor();
      },
    },
  },
  '/, market open': {
    path: '/',
    at: OPEN_AT,
    isSignedIn: true,
    walk: {
      'P-Special': ({ page }) => homeScreen(page).currentTimer.waitFor(),
      'P-Special, the clocks of a signal shown': ({ page }) =>
        homeScreen(page).current.getByRole('button', { name: '14:32' }).click(),
      'P-Special, a figure explained': async ({ page }) => {
        await homeScreen(page).current.getByRole('button', { name: 'Confidence' }).click();
        await page.getByText('A random draw, like the direction').waitFor();
      },
      'P-BOT': async ({ page }) => {
        await homeScreen(page).bot.click();
        await homeScreen(page).generate.waitFor();
      },
      'P-BOT, busy': async ({ page }) => {
        await homeScreen(page).generate.click();
        await homeScreen(page).analyzing.waitFor();
      },
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
    },
  },
  '/, market closed': {
    path: '/',
    at: CLOSED_AT,
    isSignedIn: true,
    walk: {
      'P-Special': ({ page }) => page.getByText('MARKET CLOSED', { exact: true }).waitFor(),
    },
  },
  '/alerts': {
    path: '/alerts',
    at: OPEN_AT,
    isSignedIn: true,
    walk: {
      // With pushes: tests/browser/alerts.test.ts.
      'a server that sends none': async ({ page, expectNoise }) => {
        expectNoise(/404/);
        await page.getByText('This server sends no alerts').waitFor();
      },
    },
  },
  404: {
    path: '/no-such-page',
    at: OPEN_AT,
    isSignedIn: false,
    walk: {
      'at first': async ({ page, expectNoise }) => {
        expectNoise(/no-such-page/);
        await page.getByText('Oops! Page not found').waitFor();
      },
    },
  },
};

async function openScreen(visit: OpenVisit, screen: Screen): Promise<Visit> {
  const { path, at } = screen;
  if (!screen.isSignedIn) return visit(path, { at });
  const { session } = await createAccount();
  return visit(path, {
    at,
    session: { ...session, expires_at: at / SECOND_MS + session.expires_in },
  });
}

test.for(Object.entries(SCREENS))(
  'axe finds nothing, light on a desktop and dark on a phone, in any state of %s',
  async ([, screen], { visit }) => {
    const opened = await openScreen(visit, screen);
    for (const [state, reach] of Object.entries(screen.walk)) {
      await reach(opened);
      await inEachLook(opened.page, async (look) => {
        expect(await faults(opened.page), `${state}: ${look.name}`).toEqual([]);
      });
    }
  },
);
