import { act, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  abstainedAt,
  createFakeMarketStore,
  enteredFor,
  type FakeMarketStore,
  settledFor,
  signalAt,
} from '../../../../tests/support/fake-market-store.ts';
import { LIVE_FEED } from '../../../../tests/support/live-feed.ts';
import { setPageHidden } from '../../../../tests/support/page-visibility.ts';
import { runningSignalEndsAt } from '../../lib/running-signal.ts';
import { setLanguage } from '../../lib/catalogue.ts';
import { setPayout } from '../../lib/payout.ts';
import type { Session } from '../../lib/session/session.ts';
import { SessionContext } from '../../lib/session/session-context.ts';
import { createBotDesk } from './bot-desk.ts';
import { ApiError } from '../../lib/api-client.ts';
import { MarketContext, pageMarket } from './market-context.ts';
import { MarketViews } from './market-panel.tsx';
import { quoted } from '../../../../tests/support/quoted.ts';

// A canvas is nothing that this environment can draw on.
vi.mock('./chart/price-canvas.ts', () => ({
  createPriceCanvas: () => ({ show: () => {}, point: () => {}, remove: () => {} }),
}));
/** Everything is on the screen here. */
class EverythingSeen {
  readonly #onSeen: (entries: readonly { readonly isIntersecting: boolean }[]) => void;
  constructor(onSeen: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
    this.#onSeen = onSeen;
  }
  observe() {
    this.#onSeen([{ isIntersecting: true }]);
  }
  disconnect() {}
}
vi.stubGlobal('IntersectionObserver', EverythingSeen);

/** 14:32:00 on the market's clock and in the tests' zone. */
const MINUTE = Date.parse('2026-11-18T09:32:00Z');
const STALE_FEED = {
  ...LIVE_FEED,
  isLive: false,
  source: null,
  reason: 'no-feed',
  feeds: [{ source: 'kraken', state: 'stale' }],
} as const;
const onRefusal = vi.fn();

afterEach(() => {
  vi.unstubAllEnvs();
});

beforeEach(() => {
  vi.useFakeTimers();
  setPayout(80);
});

/** A trader for whom the server keeps no record of their own. */
const SESSION = { accessToken: async () => undefined, subscribe: () => () => {} } as unknown as Session;

function SignedIn({ store, children }: { readonly store: FakeMarketStore; readonly children: ReactNode }) {
  return (
    <SessionContext value={SESSION}>
      <MarketContext value={pageMarket(store)}>{children}</MarketContext>
    </SessionContext>
  );
}

function open(store: FakeMarketStore, mode: 'special' | 'bot' = 'special') {
  const botDesk = createBotDesk({
    store,
    requests: { read: () => undefined, write: () => {}, forget: () => {} },
    makeKey: () => '5f9d7a52-0000-4000-8000-000000000000',
    wait: async () => {},
    onRefusal,
  });
  render(
    <SignedIn store={store}>
      <MarketViews
        mode={mode}
        botDesk={botDesk}
        hasBanner={false}
        marketHours={<p>hours</p>}
        about={<p>about</p>}
        botRunsNow={<p>P-BOT runs now</p>}
      />
    </SignedIn>,
  );
}

function at(ms: number): FakeMarketStore {
  vi.setSystemTime(MINUTE + ms);
  return createFakeMarketStore(MINUTE + ms);
}

/** What draws the chart is fetched when it is seen. */
const chartLoads = () => act(() => vi.dynamicImportSettled());
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const region = (name: string) => within(screen.getByRole('region', { name }));
const textOf = (name: string) => screen.getByRole('region', { name }).textContent;
const timer = () => screen.getByRole('timer').textContent;

describe('P-Special on the market', () => {
  it('shows a measured signal with what it takes, and never the word simulated', () => {
    const store = at(18_000);
    const signal = signalAt(MINUTE);
    store.tell(signal, enteredFor(signal));
    open(store);
    const current = region('Current signal');
    for (const text of ['EUR/USD', 'CALL', '52.3%', 'Measured']) {
      expect(current.getByText(text)).toBeDefined();
    }
    expect(textOf('Current signal')).toContain('Not worth a stake. You need 55.6% at your payout of 80%.');
    expect(textOf('Current signal')).toMatch(
      /1min\. Generated 09:32:00 .*, starts 09:32:01, expires 09:33:01\. Entry price 1\.15908 from Kraken, 0\.4.s old\./,
    );
    expect(textOf('Current signal')).toContain('Why CALL: from 50 to 52.3, in points');
    expect(textOf('Current signal')).toContain('The last candle fell+1.4');
    expect(current.queryByText(/simulated|random/i)).toBeNull();
    expect(timer()).toBe('Expires in 43s');
    // Others of this file may have ended later.
    expect(runningSignalEndsAt()).toBeGreaterThanOrEqual(signal.expiryMs);
  });

  it('counts to the start, then to the very expiry, on the clock of the desk', () => {
    vi.setSystemTime(MINUTE - 7_250);
    const store = createFakeMarketStore(MINUTE + 100);
    store.set({ deskTime: { deskMs: MINUTE + 100, pageMs: MINUTE - 7_250, speed: 1 } });
    store.tell(signalAt(MINUTE));
    open(store);
    expect(timer()).toBe('Starts in 1s');
    pass(900);
    expect(timer()).toBe('Expires in 60s');
    pass(999);
    expect(timer()).toBe('Expires in 60s');
    pass(1);
    expect(timer()).toBe('Expires in 59s');
    pass(58_999);
    expect(timer()).toBe('Expires in 1s');
    pass(1);
    expect(timer()).toBe('Expired');
    pass(35_000);
    expect(timer()).toBe('Decides in 24s');
  });

  it('counts as fast as a replay runs, and says once what it is', async () => {
    const store = at(0);
    store.set({
      deskTime: { deskMs: MINUTE, pageMs: MINUTE, speed: 10 },
      feed: { ...LIVE_FEED, source: 'replay', label: 'replay 2014-05-08' },
    });
    store.tell(signalAt(MINUTE));
    open(store);
    await chartLoads();
    pass(1_000);
    expect(timer()).toBe('Expires in 51s');
    expect(screen.getAllByText(/Replay of/).map((banner) => banner.parentElement?.textContent)).toEqual([
      'Replay of 8 May 2014. Not live prices.',
    ]);
  });

  it.each([
    ['won', 'Won'],
    ['lost', 'Lost'],
    ['unchanged', 'Unchanged'],
  ] as const)('says %s with a pip and a word', (outcome, word) => {
    const store = at(62_000);
    const signal = signalAt(MINUTE);
    store.tell(signal, enteredFor(signal), settledFor(signal, { outcome }));
    open(store);
    const row = region('Current signal').getByText(word).parentElement;
    expect(row?.querySelector(`.outcome-pip--${outcome}`)).not.toBeNull();
  });

  it('holds an outcome for 8 s over the next signal', () => {
    const store = at(-1_000);
    const before = signalAt(MINUTE - 60_000, { direction: 'PUT' });
    const next = signalAt(MINUTE);
    store.tell(before, enteredFor(before));
    open(store);
    pass(1_100);
    act(() => store.tell(next));
    expect(textOf('Current signal')).toContain('Starts in');
    pass(1_500);
    act(() => store.tell(enteredFor(next), settledFor(before, { outcome: 'lost' })));
    const heard = '09:31 PUT lost, minus 0.9 pip';
    expect(screen.getByText(heard).closest('output')).not.toBeNull();
    expect(textOf('Current signal')).toMatch(/Lost.*09:31 PUT, −0\.9 pip, 1\.15908 to 1\.15917.*CALL/);
    expect(textOf('Current signal')).not.toContain('Live price');
    pass(7_000);
    expect(textOf('Current signal')).toContain('Lost');
    pass(1_500);
    expect(textOf('Current signal')).toContain('Live price');
    expect(screen.queryByText(heard)).toBeNull();
  });

  it('says why a void signal is void', () => {
    const store = at(80_000);
    const signal = signalAt(MINUTE);
    store.tell(signal, settledFor(signal, { reason: 'no-proof', atMs: MINUTE + 79_000 }));
    open(store);
    expect(textOf('Current signal')).toContain('09:32 CALL: No price in the 15 s after the expiry');
    expect(screen.getByText('09:32 CALL void: No price in the 15 s after the expiry')).toBeDefined();
  });

  it('says why the engine abstained, and when it decides next', () => {
    const store = at(20_000);
    store.tell(abstainedAt(MINUTE));
    open(store);
    expect(region('Current signal').getByText('No signal')).toBeDefined();
    expect(textOf('Current signal')).toContain('No edge measured yet at 09:32:00.');
    expect(screen.getByText('No signal this minute: No edge measured yet')).toBeDefined();
    expect(timer()).toBe('Decides in 40s');
  });

  it('says how many of the last 60 minutes had no signal, once it knows them', () => {
    const store = at(20_000);
    open(store);
    const note = () => textOf('Current signal');
    act(() => store.tell(abstainedAt(MINUTE)));
    expect(note()).toContain('Minutes without a signal are recorded too.');
    const hour = Array.from({ length: 60 }, (_, index) => MINUTE - (59 - index) * 60_000);
    act(() =>
      store.set({
        signals: {
          stories: [],
          abstentions: hour.map((decidedMs, index) => ({ index, abstained: abstainedAt(decidedMs) })),
        },
      }),
    );
    expect(note()).toContain('60 of the last 60 minutes had no signal. They are recorded too.');
  });

  it('says that prices are stale, and what becomes of the signal that runs, which it does not know where it is cut off', () => {
    const store = at(18_000);
    const signal = signalAt(MINUTE);
    store.tell(signal);
    open(store);
    act(() => store.set({ feed: STALE_FEED }));
    expect(textOf('Current signal')).toMatch(/^Current signalPrices are stale/);
    pass(20_000);
    expect(textOf('Current signal')).toContain('No price for 20\u00A0s');
    expect(screen.getByText('Prices are stale: Kraken sends no fresh prices.')).toBeDefined();
    expect(textOf('Current signal')).toContain('void if none by 09:33:16');
    act(() => store.set({ status: 'reconnecting', reason: 'This device is offline.' }));
    pass(1_000);
    expect(textOf('Current signal')).toContain('Prices stoppedits outcome comes once reconnected');
  });

  it('says why the market is unavailable and connects at a press', () => {
    const store = at(0);
    store.set({
      status: 'unavailable',
      reason: 'Market signals are moving to another server. They are back within seconds.',
    });
    open(store);
    const current = region('Current signal');
    expect(
      current.getByText('Market signals are moving to another server. They are back within seconds.'),
    ).toBeDefined();
    fireEvent.click(current.getByRole('button', { name: 'Try again' }));
    expect(store.retries).toBe(1);
  });

  it('is busy, with no signal, while it connects', () => {
    const store = at(0);
    store.set({ status: 'connecting', feed: null, deskTime: null, prices: {}, limit: null });
    open(store);
    const current = screen.getByRole('region', { name: 'Current signal' });
    expect(current.getAttribute('aria-busy')).toBe('true');
    expect(timer()).toBe('Connecting');
  });

  it('is closed like the simulated card, on the clock of the desk', () => {
    vi.stubEnv('TZ', 'America/New_York');
    const store = at(0);
    const deskMs = Date.parse('2026-11-18T18:12:36Z');
    store.set({ deskTime: { deskMs, pageMs: MINUTE, speed: 1 } });
    open(store);
    for (const text of [
      'MARKET CLOSED',
      'Auto signals will start when market opens',
      'Waiting for Market Open',
      'Thursday 19 Nov, 04:00',
      'Asian session, then Tokyo at 05:00',
    ]) {
      expect(region('Current signal').getByText(text)).toBeDefined();
    }
    expect(timer()).toContain('04:47:24');
    pass(1_000);
    expect(timer()).toContain('04:47:23');
    expect(screen.getByText('P-BOT runs now')).toBeDefined();
    for (const name of ['Available pairs', 'Price chart'])
      expect(screen.queryByRole('region', { name })).toBeNull();
  });

  it('tells the age of a price that is no longer fresh, of each pair for itself', () => {
    const store = at(0);
    const { prices } = store.getState();
    const old = quoted({ bid: 140_220, ask: 140_222, quotedMs: MINUTE - 180_000 });
    store.set({ prices: { ...prices, 'USD/CAD': old } });
    open(store);
    const pairs = region('Available pairs');
    expect(pairs.getByText('3 mins old').parentElement?.textContent).toContain('1.40221');
    expect(pairs.getAllByText(/ old$/)).toHaveLength(1);
  });

  it('marks the pair of the signal until its expiry', () => {
    const store = at(18_000);
    store.tell(signalAt(MINUTE));
    open(store);
    const pairs = region('Available pairs');
    expect(pairs.getByText('Signal now').closest('li')?.textContent).toContain('EUR/USD');
    pass(43_000);
    expect(timer()).toBe('Expired');
    expect(pairs.queryByText('Signal now')).toBeNull();
  });

  it('says nothing of the last minutes before it knows them', async () => {
    const store = at(0);
    store.set({ status: 'connecting', feed: null, deskTime: null, prices: {}, limit: null });
    open(store);
    expect(textOf('Today')).not.toMatch(/No signal|\d of/);
    expect(screen.getByRole('slider', { name: 'Today' }).getAttribute('aria-valuetext')).toBe('–');
    await act(async () => store.set(createFakeMarketStore(MINUTE).getState()));
    expect(textOf('Today')).toMatch(/No signal ended in these minutes\..*0 of 0/);
  });

  it('calls the price of a replay not live', () => {
    const store = at(0);
    store.set({ feed: { ...LIVE_FEED, source: 'replay', label: 'replay 2014-05-08' } });
    open(store);
    expect(textOf('Current signal')).toContain('Price, 0.0');
    expect(screen.queryByText(/Live price/)).toBeNull();
  });

  it('tells how old the last price is, never beside stale prices, and that the clock is off', () => {
    const store = at(0);
    store.set({ isClockOff: true, offsetMs: 3_400 });
    open(store);
    expect(textOf('Current signal')).toMatch(/Live price, 0\.0.s old/);
    pass(2_000);
    expect(textOf('Current signal')).toMatch(/Live price, 2\.0.s old/);
    act(() => store.set({ feed: STALE_FEED }));
    expect(textOf('Current signal')).toContain('Prices are stale');
    expect(textOf('Current signal')).not.toMatch(/ old/);
    expect(
      screen.getByText(
        'This device’s clock is 3.4 s behind the server’s. The countdowns here follow the server’s.',
      ),
    ).toBeDefined();
  });

  it('follows the payout, refuses what is none, and keeps the last good one', () => {
    const store = at(0);
    open(store);
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Payout, % of the stake' });
    fireEvent.change(field, { target: { value: '92' } });
    expect(textOf('Current signal')).toContain('You need 52.1% at your payout of 92%');
    fireEvent.change(field, { target: { value: '180' } });
    expect(screen.getByText('Enter a payout from 1 to 100%').id).toBe(field.getAttribute('aria-describedby'));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(textOf('Current signal')).toContain('payout of 92%');
    fireEvent.blur(field);
    expect(field.value).toBe('92');
    expect(localStorage.getItem('pipcast.payout')).toBe('92');
  });

  it('announces each new signal once', () => {
    const store = at(100);
    open(store);
    act(() => store.tell(signalAt(MINUTE)));
    const words = 'EUR/USD CALL, 1min, confidence 52.3%, measured';
    const announced = screen.getByText(words);
    expect(announced.closest('output')?.getAttribute('aria-live')).toBe('polite');
    pass(30_000);
    expect(screen.getByText(words)).toBe(announced);
  });

  it('costs a hidden page nothing, and is right at once when it is back', async () => {
    const store = at(18_000);
    store.tell(signalAt(MINUTE));
    open(store);
    await act(async () => {});
    act(() => setPageHidden(true));
    expect(vi.getTimerCount()).toBe(0);
    vi.setSystemTime(MINUTE + 40_000);
    act(() => setPageHidden(false));
    expect(timer()).toBe('Expires in 21s');
  });

  it('has the same prices in words and as a table, on the clock of the reader', async () => {
    vi.stubEnv('TZ', 'America/New_York');
    const store = at(18_000);
    store.bars = async (pair) => ({
      pair,
      source: 'kraken',
      bars: [[MINUTE - 60_000, 231_800, 231_830, 231_790, 231_810]],
    });
    open(store);
    await chartLoads();
    expect(region('Price chart').getByRole('figure').getAttribute('aria-label')).toMatch(
      /^EUR\/USD mid price from 1\.15900 at 04:31 to 1\.15908 at 04:32, lowest 1\.15895, highest 1\.15915\.$/,
    );
    const details = screen.getByText('Show as table').closest('details');
    if (details === null) throw new Error('no table');
    details.open = true;
    fireEvent(details, new Event('toggle'));
    expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(3);
  });
});

describe('P-BOT on the market', () => {
  const form = () => screen.getByRole('form', { name: 'P-BOT' });
  const generate = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Generate P-BOT Signal' });

  it('offers the five scored pairs, and names those without a public quote', () => {
    open(at(0), 'bot');
    const menu = within(screen.getByRole('combobox', { name: 'Select Pair' }));
    const options = (group: string) =>
      within(menu.getByRole('group', { name: group })).getAllByRole<HTMLOptionElement>('option');
    expect(options('Market price').map((option) => [option.value, option.disabled])).toEqual(
      ['EUR/USD', 'USD/JPY', 'EUR/JPY', 'EUR/GBP', 'USD/CAD'].map((pair) => [pair, false]),
    );
    expect(options('No public price: not scored').map((option) => [option.value, option.disabled])).toEqual(
      ['USD/INR', 'USD/BRL', 'USD/BDT', 'USD/PKR'].map((pair) => [pair, true]),
    );
    expect(screen.queryByText(/OTC/)).toBeNull();
  });

  it('says of its wait that the market is analysed, in words of its own: the simulated wait is a draw', () => {
    setLanguage({
      locale: 'en-GB',
      direction: 'ltr',
      message: (room, key, english) => (key === 'analyzing' ? [room] : english),
    });
    onTestFinished(() =>
      setLanguage({ locale: 'en-GB', direction: 'ltr', message: (_room, _key, english) => english }),
    );
    const store = at(3_000);
    open(store, 'bot');
    fireEvent.click(generate());
    expect(screen.getByRole('button', { name: 'market-signals' })).toBeDefined();
  });

  it('shows the real wait, then the signal, then its outcome', async () => {
    const store = at(3_000);
    const choice = { pair: 'USD/JPY', timeframe: '5s' } as const;
    const decidesMs = MINUTE + 5_000;
    const limit = { most: 12, perMs: 60_000, left: 11 };
    store.answers = [{ ...choice, nowMs: MINUTE, decidesMs, limit, decision: null }];
    open(store, 'bot');
    fireEvent.change(screen.getByRole('combobox', { name: 'Select Pair' }), { target: { value: 'USD/JPY' } });
    fireEvent.click(generate());
    expect(screen.getByRole('button', { name: 'Analyzing Market...' }).getAttribute('aria-busy')).toBe(
      'true',
    );
    await act(async () => store.set({ limit }));
    expect(screen.getByText('Decided in 2 s')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Cancel request' })).toBeDefined();
    expect(timer()).toBe('Decides in 2s');
    pass(1_000);
    expect(timer()).toBe('Decides in 1s');
    const signal = signalAt(decidesMs, { mode: 'bot', ...choice });
    pass(1_100);
    act(() => store.tell(signal, enteredFor(signal)));
    expect(timer()).toBe('Starts in 1s');
    expect(screen.getByText('11 of 12 requests left this minute')).toBeDefined();
    expect(generate().disabled).toBe(false);
    expect(screen.getByText('USD/JPY CALL, 5s, confidence 52.3%, measured')).toBeDefined();
    pass(6_000);
    expect(timer()).toBe('Expired');
    act(() => store.tell(settledFor(signal)));
    expect(timer()).toBe('Settled');
    expect(screen.getByText('09:32 CALL won, plus 0.9 pip')).toBeDefined();
    expect(store.requests).toEqual([{ key: '5f9d7a52-0000-4000-8000-000000000000', ...choice }]);
    act(() => store.set({ feed: STALE_FEED }));
    expect(form().textContent).toContain('Prices are stale: Kraken sends no fresh prices.');
  });

  it('cannot be asked while prices are stale, and says why: in the card, else beside the signal that is in it', () => {
    const store = at(0);
    store.set({ feed: STALE_FEED });
    open(store, 'bot');
    expect(generate().disabled).toBe(true);
    expect(form().textContent).toMatch(/Prices are stale$/);
    expect(textOf('Latest P-BOT signal')).toMatch(
      /Prices are staleKraken sends no fresh prices\..*Nothing is issued without fresh prices\./,
    );
  });

  it('says in the card that its pair has no fresh price, and asks for no request', () => {
    const store = at(0);
    open(store, 'bot');
    pass(20_000);
    expect(generate().disabled).toBe(true);
    expect(textOf('Latest P-BOT signal')).toContain(
      'Prices are staleThere was no quote of EUR/USD in the last 15 s.',
    );
    expect(textOf('Latest P-BOT signal')).not.toContain('ask for one');
  });

  it('says that the market is closed, not stale, where its pair has no fresh price then', () => {
    const store = at(Date.parse('2026-11-18T19:00:00Z') - MINUTE);
    open(store, 'bot');
    expect(generate().disabled).toBe(false);
    pass(20_000);
    expect(generate().disabled).toBe(true);
    expect(form().textContent).toMatch(/MARKET CLOSED$/);
    expect(textOf('Latest P-BOT signal')).toContain(
      'MARKET CLOSEDThere was no quote of EUR/USD in the last 15 s.',
    );
  });

  it('asks for no request in the weekend, while a feed quotes', () => {
    open(at(Date.parse('2026-11-21T07:00:00Z') - MINUTE), 'bot');
    expect(generate().disabled).toBe(true);
    expect(textOf('Latest P-BOT signal')).toMatch(
      /MARKET CLOSEDThe foreign exchange market is closed for the weekend\.(?!.*fresh prices).*OpensMonday 23 Nov, 03:00 UTC\+5(?!.*recorded)/,
    );
  });

  it('tells those who hear the page that a request brought no signal, and why', async () => {
    const store = at(3_000);
    const choice = { pair: 'EUR/USD', timeframe: '5s' } as const;
    const decidesMs = MINUTE + 5_000;
    const limit = { most: 12, perMs: 60_000, left: 11 };
    store.answers = [{ ...choice, nowMs: MINUTE, decidesMs, limit, decision: null }];
    open(store, 'bot');
    fireEvent.click(generate());
    await act(async () => {});
    pass(2_100);
    act(() =>
      store.tell(abstainedAt(decidesMs, { mode: 'bot', timeframe: '5s', reasons: { 'EUR/USD': 'gap' } })),
    );
    const spoken = 'EUR/USD, 5s: no signal. A gap in the prices';
    expect(screen.getByText(spoken).closest('output')?.getAttribute('aria-live')).toBe('polite');
  });

  it('hands on a refusal in the words of the server', async () => {
    const store = at(0);
    store.answers = [new ApiError('Too many requests.', 429, 4_000)];
    open(store, 'bot');
    fireEvent.click(generate());
    await act(async () => {});
    expect(onRefusal).toHaveBeenLastCalledWith('Too many requests.');
    expect(form().textContent).toContain('Too many requests.');
    expect(textOf('Latest P-BOT signal')).toContain('No signal yet');
  });
});
