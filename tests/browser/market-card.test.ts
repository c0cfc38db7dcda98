import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import type { LedgerEntry } from '../../src/core/signals/ledger-entry.ts';
import { abstainedAt, enteredFor, settledFor, signalAt } from '../support/fake-market-store.ts';
import { quoted } from '../support/quoted.ts';
import { createAccount } from './support/accounts.ts';
import { announced, recordAnnouncements } from './support/announcements.ts';
import { faultsAtStandstill } from './support/axe.ts';
import { OPEN_AT } from './support/instants.ts';
import { scriptedStream } from './support/scripted-stream.ts';
import { homeScreen } from './support/screens.ts';
import { DESKTOP, type OpenVisit, PHONE, test, type VisitOptions } from './support/visit.ts';

const MARKET = { 'pipcast.source': 'market' };
const MINUTE = OPEN_AT;
const ENTRY = 115_908;

/** The mid of EUR/USD at each second around the minute: a walk of tenths of a pip. */
const midAt = (second: number) =>
  ENTRY + Math.round(6 * Math.sin(second / 9) + 3 * Math.sin(second / 3.1)) - (second < -20 ? 5 : 0);
const PAST = Array.from({ length: 200 }, (_, index) => index - 140).map(
  (second) => [MINUTE + second * 1000, 2 * midAt(second)] as const,
);

const BEFORE = signalAt(MINUTE - 60_000, { direction: 'PUT' });
const quoteOf = (mid: number, timeMs: number) => quoted({ bid: mid - 1, ask: mid + 1, timeMs, ageMs: 300 });
const BEFORE_LOST = settledFor(BEFORE, {
  outcome: 'lost',
  control: 'won',
  entry: quoteOf(midAt(0) - 4, BEFORE.startMs - 300),
  exit: quoteOf(midAt(0), BEFORE.expiryMs - 300),
});
const SIGNAL = signalAt(MINUTE, {
  confidence: 50.92,
  reasons: {
    'bollinger-down': 0.9,
    'last-bar-down': 0.2,
    'bar-shape-down': 0.1,
    'momentum-up': -0.18,
    'macd-up': -0.1,
  },
});
const ENTERED = enteredFor(SIGNAL);
const endedOn = (mid: number, outcome: 'won' | 'lost' | 'unchanged') =>
  settledFor(SIGNAL, { outcome, exit: quoteOf(mid, SIGNAL.expiryMs - 300) });

interface State {
  readonly name: string;
  /** Seconds after the minute at which it is looked at. */
  readonly at: number;
  readonly entries: readonly LedgerEntry[];
  /** The price of that second; none while the feed is lost. */
  readonly mid?: number;
  readonly says: readonly RegExp[];
}

const EARLIER = [BEFORE, enteredFor(BEFORE), BEFORE_LOST];
const STATES: readonly State[] = [
  {
    name: 'before',
    at: 0.5,
    entries: [BEFORE, enteredFor(BEFORE), SIGNAL],
    mid: ENTRY,
    says: [/Starts in 1 s/, /14:31 PUT, running out/],
  },
  {
    name: 'ahead',
    at: 19,
    entries: [...EARLIER, SIGNAL, ENTERED],
    mid: ENTRY + 7,
    says: [/\+0\.7 pip/, /ahead, 42 s left/, /14:31 PUT, lost/, /Entry 1\.15908/],
  },
  {
    name: 'behind',
    at: 19,
    entries: [...EARLIER, SIGNAL, ENTERED],
    mid: ENTRY - 5,
    says: [/−0\.5 pip/, /behind, 42 s left/],
  },
  {
    name: 'settling',
    at: 61.5,
    entries: [...EARLIER, SIGNAL, ENTERED],
    mid: ENTRY + 8,
    says: [/Settling/, /Expired/],
  },
  {
    name: 'won',
    at: 63,
    entries: [...EARLIER, SIGNAL, ENTERED, endedOn(ENTRY + 9, 'won')],
    mid: ENTRY + 9,
    says: [/Won/, /14:32 CALL, \+0\.9 pip/, /Settled/],
  },
  {
    name: 'lost',
    at: 63,
    entries: [...EARLIER, SIGNAL, ENTERED, endedOn(ENTRY - 6, 'lost')],
    mid: ENTRY - 6,
    says: [/Lost/, /14:32 CALL, −0\.6 pip/],
  },
  {
    name: 'unchanged',
    at: 63,
    entries: [...EARLIER, SIGNAL, ENTERED, endedOn(ENTRY, 'unchanged')],
    mid: ENTRY,
    says: [/Unchanged/, /14:32 CALL, 0\.0 pip/],
  },
  {
    name: 'void',
    at: 63,
    entries: [...EARLIER, SIGNAL, ENTERED, settledFor(SIGNAL, { reason: 'no-exit' })],
    mid: ENTRY,
    says: [/Void/, /No price within 15 s of the expiry/],
  },
  {
    name: 'no-signal',
    at: 19,
    entries: [
      ...EARLIER,
      abstainedAt(MINUTE, {
        reasons: {
          'EUR/USD': 'undecided',
          'USD/JPY': 'undecided',
          'EUR/JPY': 'undecided',
          'EUR/GBP': 'stale',
          'USD/CAD': 'stale',
        },
      }),
    ],
    mid: ENTRY + 7,
    says: [/No signal/, /no signal on it/, /What each pair said/],
  },
  {
    name: 'feed-lost',
    at: 36,
    entries: [...EARLIER, SIGNAL, ENTERED],
    says: [/No price for 31 s/, /Prices stopped/, /void if none by 14:33:16/],
  },
];

/** Opens the market card in a state, the page's clock standing still in it. */
async function openState(
  visit: OpenVisit,
  { at, entries, mid }: State,
  options: Pick<VisitOptions, 'size' | 'theme' | 'reducedMotion'> & {
    readonly before?: typeof recordAnnouncements;
  } = {},
) {
  const nowMs = MINUTE + at * 1000;
  const stream = scriptedStream(
    PAST.filter(([ms]) => ms <= (mid === undefined ? MINUTE + 5_000 : nowMs - 1_000)),
  );
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const { page } = await visit('/', {
    session,
    url,
    stored: MARKET,
    at: nowMs,
    ...options,
    before: async (context) => {
      await stream.script(context);
      await options.before?.(context);
    },
  });
  const startMs = await page.evaluate(() => Date.now());
  await stream.hello(page, startMs, mid === undefined ? startMs - MINUTE - 5_000 : 300);
  await stream.entries(page, ...entries);
  if (mid !== undefined) await stream.price(page, await page.evaluate(() => Date.now()), mid);
  await homeScreen(page).current.locator('.race').waitFor();
  await page.clock.runFor(300);
  return { page, stream };
}

/** The boxes that no state may move; on a phone, where it is above the fold, the confidence too. */
const boxesOf = (page: Page, parts: readonly string[]) =>
  page.evaluate(
    (names) =>
      names.map((part) => {
        const box = document.querySelector(`.market-card__${part}`)?.getBoundingClientRect();
        return `${part} ${Math.round(box?.top ?? -1)} ${Math.round(box?.height ?? -1)}`;
      }),
    parts,
  );
const ABOVE = ['head', 'what', 'time', 'race'];

const LOOKS = [
  ['desktop, light', { size: DESKTOP, theme: 'light' }, ABOVE],
  ['phone, dark', { size: PHONE, theme: 'dark' }, [...ABOVE, 'confidence']],
] as const;

/** The boxes seen so far in each look: every state adds its own, and all are one. */
const skeletons = new Map<string, Set<string>>(LOOKS.map(([name]) => [name, new Set()]));

test.for(
  LOOKS.flatMap((look) => STATES.map((state) => ({ look, state, title: `${state.name}, ${look[0]}` }))),
)(
  'each state says what it is, in one skeleton, and axe finds nothing: $title',
  async ({ look: [name, look, parts], state }, { visit }) => {
    const { page } = await openState(visit, state, look);
    const text = await homeScreen(page).current.innerText();
    for (const words of state.says) expect(text).toMatch(words);
    const boxes = skeletons.get(name)?.add((await boxesOf(page, parts)).join(', '));
    expect([...(boxes ?? [])]).toHaveLength(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await faultsAtStandstill(page)).toEqual([]);
  },
);

test('on a phone the race ends above the fold, and the confidence too', async ({ visit }) => {
  const [, ahead] = STATES;
  if (ahead === undefined) throw new Error('no state');
  const { page } = await openState(visit, ahead, { size: PHONE });
  const bottomOf = (part: string) =>
    page.locator(`.market-card__${part}`).evaluate((box) => box.getBoundingClientRect().bottom);
  const tabs = await page.getByRole('navigation').evaluate((bar) => bar.getBoundingClientRect().top);
  expect(await bottomOf('race')).toBeLessThan(tabs - 150);
  expect(await bottomOf('confidence')).toBeLessThan(tabs);
});

test('the dot follows the price, four times a second at most, once where motion is not wanted', async ({
  visit,
}) => {
  const [, ahead] = STATES;
  if (ahead === undefined) throw new Error('no state');
  for (const [reducedMotion, most] of [
    [false, 4],
    [true, 1],
  ] as const) {
    const { page, stream } = await openState(visit, ahead, { reducedMotion });
    await page.evaluate(() => {
      const seen = { frames: 0 };
      Object.assign(window, { seen });
      const dot = document.querySelector('[data-part="dot"]');
      new MutationObserver(() => (seen.frames += 1)).observe(dot as Element, { attributeFilter: ['style'] });
    });
    const pips = page.locator('[data-part="sayTitle"]');
    await page.clock.runFor(1_000);
    const before = await framesOf(page);
    for (let step = 1; step <= 20; step += 1) {
      await stream.price(page, await page.evaluate(() => Date.now()), ENTRY + step);
      await page.clock.runFor(100);
    }
    // One more for the frame that the second itself brings.
    expect((await framesOf(page)) - before).toBeLessThanOrEqual(2 * most + 1);
    await page.clock.runFor(1_000);
    expect(await pips.innerText()).toBe('+2.0 pip');
  }
});

const framesOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { frames: number } }).seen.frames);

test('the outcome and a minute without a signal are heard once, and no tick is', async ({ visit }) => {
  const [, ahead] = STATES;
  if (ahead === undefined) throw new Error('no state');
  const { page, stream } = await openState(visit, ahead, {
    before: recordAnnouncements,
  });
  const heard = async () => (await announced(page)).map(({ text }) => text);
  const start = await heard();
  for (let second = 0; second < 5; second += 1) {
    await stream.price(page, await page.evaluate(() => Date.now()), ENTRY + second);
    await page.clock.runFor(1_000);
  }
  expect(await heard()).toEqual(start);
  await page.clock.runFor(38_000);
  await stream.entries(
    page,
    abstainedAt(MINUTE + 60_000, { reasons: { 'EUR/USD': 'thin' } }),
    endedOn(ENTRY + 9, 'won'),
  );
  await page.clock.runFor(1_000);
  const after = (await heard()).slice(start.length);
  expect(after.filter((text) => text === '14:32 CALL won, plus 0.9 pip')).toHaveLength(1);
  expect(after.filter((text) => text === 'No signal this minute: Prices too quiet')).toHaveLength(1);
});
