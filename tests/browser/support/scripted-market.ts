import { type BrowserContext, type Page } from 'playwright-core';
import { inject } from 'vitest';
import type { LedgerEntry, SignalEntry } from '../../../src/core/signals/ledger-entry.ts';
import { quoted } from '../../support/quoted.ts';
import { enteredFor, settledFor, signalAt } from '../../support/fake-market-store.ts';
import { createAccount } from './accounts.ts';
import { OPEN_AT } from './instants.ts';
import { type ScriptedStream, scriptedStream } from './scripted-stream.ts';
import { homeScreen } from './screens.ts';
import type { OpenVisit, Visit, VisitOptions } from './visit.ts';

/** What the browser tests of the market card tell of: one minute of EUR/USD, the signal before it, and its own. */

const MARKET = { 'pipcast.source': 'market' };
export const MINUTE = OPEN_AT;
export const ENTRY = 115_908;

/** The mid of EUR/USD at each second around the minute: a walk of tenths of a pip. */
const midAt = (second: number) =>
  ENTRY + Math.round(6 * Math.sin(second / 9) + 3 * Math.sin(second / 3.1)) - (second < -20 ? 5 : 0);
const PAST = Array.from({ length: 200 }, (_, index) => index - 140).map(
  (second) => [MINUTE + second * 1000, 2 * midAt(second)] as const,
);

const quoteOf = (mid: number, timeMs: number) => quoted({ bid: mid - 1, ask: mid + 1, timeMs, ageMs: 300 });

export const BEFORE = signalAt(MINUTE - 60_000, { direction: 'PUT' });
export const EARLIER: readonly LedgerEntry[] = [
  BEFORE,
  enteredFor(BEFORE),
  settledFor(BEFORE, {
    outcome: 'lost',
    control: 'won',
    entry: quoteOf(midAt(0) - 4, BEFORE.startMs - 300),
    exit: quoteOf(midAt(0), BEFORE.expiryMs - 300),
  }),
];
export const SIGNAL = signalAt(MINUTE, {
  confidence: 50.92,
  reasons: {
    'bollinger-down': 0.9,
    'last-bar-down': 0.2,
    'bar-shape-down': 0.1,
    'momentum-up': -0.18,
    'macd-up': -0.1,
  },
});
export const ENTERED = enteredFor(SIGNAL);
export const endedOn = (mid: number, outcome: 'won' | 'lost' | 'unchanged', signal: SignalEntry = SIGNAL) =>
  settledFor(signal, { outcome, exit: quoteOf(mid, signal.expiryMs - 300) });

export interface MarketScene {
  /** Seconds after the minute at which it is looked at. */
  readonly at: number;
  readonly entries: readonly LedgerEntry[];
  /** The price of that second; none while the feed is lost. */
  readonly mid?: number;
}

type SceneOptions = Pick<VisitOptions, 'size' | 'theme' | 'reducedMotion' | 'before'>;

/** Opens a page of a signed-in trader on the market, its clock standing still; nothing has come over the stream yet. */
export async function visitScripted(
  visit: OpenVisit,
  { at, mid }: Pick<MarketScene, 'at' | 'mid'>,
  { before, ...options }: SceneOptions = {},
): Promise<Visit & { readonly stream: ScriptedStream }> {
  const nowMs = MINUTE + at * 1000;
  const stream = scriptedStream(
    PAST.filter(([ms]) => ms <= (mid === undefined ? MINUTE + 5_000 : nowMs - 1_000)),
  );
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const opened = await visit('/', {
    session,
    url,
    stored: MARKET,
    at: nowMs,
    ...options,
    before: async (context: BrowserContext, page: Page) => {
      await stream.script(context);
      await before?.(context, page);
    },
  });
  return { ...opened, stream };
}

/** Tells the page what a scene knows. */
export async function tellScene(
  page: Page,
  stream: ScriptedStream,
  { entries, mid }: MarketScene,
): Promise<void> {
  const startMs = await page.evaluate(() => Date.now());
  await stream.hello(page, startMs, mid === undefined ? startMs - MINUTE - 5_000 : 300);
  await stream.entries(page, ...entries);
  if (mid !== undefined) await stream.price(page, await page.evaluate(() => Date.now()), mid);
}

/** Opens the market card in a scene. */
export async function openScene(visit: OpenVisit, scene: MarketScene, options: SceneOptions = {}) {
  const opened = await visitScripted(visit, scene, options);
  await tellScene(opened.page, opened.stream, scene);
  await homeScreen(opened.page).current.locator('.race').waitFor();
  await opened.page.clock.runFor(300);
  return opened;
}

/** Lets seconds pass, each with a price. */
export async function passWithPrices(
  page: Page,
  stream: ScriptedStream,
  mids: readonly number[],
): Promise<void> {
  for (const mid of mids) {
    await stream.price(page, await page.evaluate(() => Date.now()), mid);
    await page.clock.runFor(1_000);
  }
}
