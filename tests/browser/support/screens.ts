import type { Locator, Page } from 'playwright-core';

/** The screens by role and name, as people with assistive technology find what is on them. */

export function signInScreen(page: Page) {
  return {
    email: page.getByRole('textbox', { name: 'Email', exact: true }),
    password: page.getByLabel('Password', { exact: true }),
    button: page.getByRole('button', { name: 'Sign In', exact: true }),
    busyButton: page.getByRole('button', { name: 'Signing In...', exact: true }),
    terms: page.getByRole('heading', { name: 'Terms & Conditions' }),
  };
}

export function homeScreen(page: Page) {
  const current = page.getByRole('region', { name: 'Current signal', exact: true });
  const bot = page.getByRole('region', { name: 'Latest P-BOT signal', exact: true });
  return {
    signOut: page.getByRole('button', { name: 'Sign Out', exact: true }),
    special: page.getByRole('button', { name: 'P-Special', exact: true }),
    bot: page.getByRole('button', { name: 'P-BOT', exact: true }),
    current,
    currentTimer: current.getByRole('timer'),
    latest: bot,
    latestTimer: bot.getByRole('timer'),
    pairs: page.getByRole('region', { name: 'Available pairs', exact: true }),
    hours: page.getByRole('region', { name: 'Market hours', exact: true }),
    about: page.getByRole('region', { name: 'About Us', exact: true }),
    otcPair: page.getByRole('combobox', { name: 'Select OTC Pair', exact: true }),
    timeframe: page.getByRole('combobox', { name: 'Timeframe', exact: true }),
    generate: page.getByRole('button', { name: 'Generate P-BOT Signal', exact: true }),
    analyzing: page.getByRole('button', { name: 'Analyzing Market...', exact: true }),
  };
}

/** Opens what stands in the header's menu: language, theme, introduction. */
export async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Menu$/ }).click();
}

/** Fills in the form and sends it. */
export async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  const screen = signInScreen(page);
  await screen.email.fill(account.email);
  await screen.password.fill(account.password);
  await screen.button.click();
}

export interface ShownSignal {
  readonly pair: string;
  readonly direction: string;
  readonly confidence: number;
  readonly timeframe: string;
  readonly time: string;
  readonly secondsLeft: number;
}

/**
 * What a signal card says, read from its text as a person would.
 * @throws when the card shows no signal
 */
export async function readSignal(card: Locator): Promise<ShownSignal> {
  const text = (await card.innerText()).replace(/\s+/g, ' ');
  const part = (pattern: RegExp) => {
    const found = pattern.exec(text)?.[1];
    if (found === undefined) throw new Error(`no ${pattern} in the card: ${text}`);
    return found;
  };
  return {
    pair: part(/\b([A-Z]{3}\/[A-Z]{3})\b/),
    direction: part(/\b(CALL|PUT)\b/),
    confidence: Number(part(/Confidence (\d+(?:\.\d+)?)%/)),
    timeframe: part(/\b(5s|10s|15s|30s|1min)\b/),
    time: part(/\b(\d{2}:\d{2}:\d{2})\b/),
    secondsLeft: Number(part(/Expires in (\d+) ?s/)),
  };
}

/** The text of what is shown, on one line. */
export async function textOf(locator: Locator): Promise<string> {
  return (await locator.innerText()).replace(/\s+/g, ' ').trim();
}
