import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPageHidden } from '../../../../tests/support/page-visibility.ts';
import { setAlarm } from '../../lib/clock.ts';
import { now } from '../../lib/now.ts';
import { cryptoRandom } from '../../lib/random.ts';
import { createStore } from '../../lib/store.ts';
import { createSignalsStore, type SignalsStore } from './signals-store.ts';
import { SignalsPanel, signalsOfVisit } from './signals-panel.tsx';

const OPEN = Date.parse('2026-11-18T09:32:00.400Z');
const CLOSED = Date.parse('2026-11-18T18:12:36Z');
const WEEKEND = Date.parse('2026-11-20T17:00:00Z');

beforeEach(() => {
  vi.useFakeTimers();
});

let signals: SignalsStore;

afterEach(() => signals.stop());

function open(at: number) {
  vi.setSystemTime(at);
  signals = createSignalsStore({ now, random: cryptoRandom, setAlarm });
  look();
}

function look() {
  return render(<SignalsPanel signals={signals} marketHours={<p>hours</p>} about={<p>about</p>} />);
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const card = (name: string) => within(screen.getByRole('region', { name }));
const timer = () => screen.getByRole('timer').textContent;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('P-Special, market open', () => {
  it('shows a whole signal at once, with the words that say what it is worth', () => {
    open(OPEN);
    const current = card('Current signal');
    expect(
      current.getByText(/^(EUR\/USD|USD\/JPY|EUR\/JPY|EUR\/GBP|USD\/CAD)$/, { selector: 'p' }),
    ).toBeDefined();
    expect(current.getByText(/^(CALL|PUT)$/)).toBeDefined();
    expect(current.getByText(/^(88|89|9[0-4])%$/)).toBeDefined();
    expect(current.getByText('1min')).toBeDefined();
    expect(current.getByText('Simulated')).toBeDefined();
    expect(current.getByText('Drawn at random. Not market analysis.')).toBeDefined();
    expect(timer()).toBe('Expires in 60s');
  });

  it('counts whole seconds to the very expiry, then shows the next signal', () => {
    open(OPEN);
    pass(999);
    expect(timer()).toBe('Expires in 60s');
    pass(1);
    expect(timer()).toBe('Expires in 59s');
    pass(58_999);
    expect(timer()).toBe('Expires in 1s');
    expect(card('Current signal').getByText('09:32:00')).toBeDefined();
    pass(1);
    expect(timer()).toBe('Expires in 60s');
    expect(card('Current signal').getByText('09:33:00')).toBeDefined();
  });

  it('shows the right second and one new signal after a sleep', () => {
    open(OPEN);
    act(() => setPageHidden(true));
    expect(vi.getTimerCount()).toBe(0);
    vi.setSystemTime(OPEN + 41_300);
    act(() => setPageHidden(false));
    expect(timer()).toBe('Expires in 19s');
    act(() => setPageHidden(true));
    vi.setSystemTime(OPEN + 600_000);
    act(() => setPageHidden(false));
    expect(timer()).toBe('Expires in 60s');
    expect(screen.getAllByText(/, simulated$/)).toHaveLength(1);
  });

  it('marks the drawn pair among the available ones', () => {
    open(OPEN);
    const pairs = card('Available pairs');
    expect(pairs.getAllByRole('listitem')).toHaveLength(5);
    const drawn = pairs.getByText('Drawn now').closest('li');
    expect(drawn?.getAttribute('aria-current')).toBe('true');
    expect(
      card('Current signal').getByText(drawn?.firstChild?.textContent ?? '', { selector: 'p' }),
    ).toBeDefined();
  });

  it('commits once a second, and changes nothing but the countdown', () => {
    vi.setSystemTime(OPEN);
    signals = createSignalsStore({ now, random: cryptoRandom, setAlarm });
    let commits = 0;
    render(
      <Profiler id="panel" onRender={() => (commits += 1)}>
        <SignalsPanel signals={signals} marketHours={null} about={null} />
      </Profiler>,
    );
    const still = () => document.body.innerHTML.replace(/\d+<small>|--left: \d+/g, '');
    const before = still();
    commits = 0;
    for (let second = 0; second < 10; second += 1) pass(1_000);
    expect(commits).toBe(10);
    expect(still()).toBe(before);
  });
});

describe('P-Special, market closed', () => {
  it('says so in the specified words and counts down to the opening', () => {
    open(CLOSED);
    const current = card('Current signal');
    for (const text of [
      'MARKET CLOSED',
      'Auto signals will start when market opens',
      'Waiting for Market Open',
      'Thursday 19 Nov, 04:00',
    ]) {
      expect(current.getByText(text)).toBeDefined();
    }
    expect(timer()).toContain('04:47:24');
    pass(1_000);
    expect(timer()).toContain('04:47:23');
  });

  it('counts days and hours over a weekend', () => {
    open(WEEKEND);
    expect(timer()).toContain('2 days 06:00:00');
  });
});

describe('P-BOT', () => {
  it('starts on the first pair and timeframe, with no signal', () => {
    open(CLOSED);
    press('P-BOT');
    expect(screen.getByText('P-BOT - 24/7 OTC SIGNALS')).toBeDefined();
    expect(screen.getByText('OTC pairs available 24/7 - No market hour restrictions')).toBeDefined();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Select OTC Pair' }).value).toBe(
      'USD/INR',
    );
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Timeframe' }).value).toBe('5s');
    expect(screen.getByRole('group', { name: 'Major Pairs' }).children).toHaveLength(8);
    expect(card('Latest P-BOT signal').getByText('No signal yet')).toBeDefined();
  });

  it('is busy for two seconds, then shows what was asked for until it expires', () => {
    open(CLOSED);
    press('P-BOT');
    fireEvent.change(screen.getByRole('combobox', { name: 'Select OTC Pair' }), {
      target: { value: 'USD/PKR' },
    });
    press('Generate P-BOT Signal');
    const busy = screen.getByRole('button', { name: 'Analyzing Market...' });
    expect(busy.getAttribute('aria-busy')).toBe('true');
    expect(card('Latest P-BOT signal').getByText('Simulated')).toBeDefined();
    pass(1_999);
    expect(screen.queryByText(/^(CALL|PUT)$/)).toBeNull();
    pass(1);
    const latest = card('Latest P-BOT signal');
    expect(latest.getByText('USD/PKR')).toBeDefined();
    expect(latest.getByText(/^9[0-4]%$/)).toBeDefined();
    expect(timer()).toBe('Expires in 5s');
    pass(4_999);
    expect(timer()).toBe('Expires in 1s');
    pass(1);
    expect(card('Latest P-BOT signal').queryByText(/^(CALL|PUT)$/)).toBeNull();
    expect(timer()).toBe('Expired');
  });

  it('remembers the choice and the signal while P-Special is in view', () => {
    open(OPEN);
    press('P-BOT');
    fireEvent.change(screen.getByRole('combobox', { name: 'Timeframe' }), { target: { value: '30s' } });
    press('Generate P-BOT Signal');
    press('P-Special');
    pass(12_000);
    press('P-BOT');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Timeframe' }).value).toBe('30s');
    expect(timer()).toBe('Expires in 20s');
  });
});

describe('a clock that jumps', () => {
  const HOUR = 3_600_000;
  const moved = (ms: number) => vi.setSystemTime(Date.now() + ms);
  function away(ms: number) {
    act(() => setPageHidden(true));
    moved(ms);
    act(() => setPageHidden(false));
  }

  it.each<[string, () => void]>([
    ['was set back', () => moved(-HOUR)],
    ['was set back by a minute', () => moved(-60_000)],
    ['was set forward', () => moved(HOUR)],
    [
      'was set back and forward again',
      () => {
        moved(-HOUR);
        pass(1_500);
        moved(HOUR);
      },
    ],
    [
      'was set forward and back again',
      () => {
        moved(HOUR);
        pass(1_500);
        moved(-HOUR);
      },
    ],
    ['was set back while the tab was hidden', () => away(-HOUR)],
    ['went on while the tab was hidden', () => away(HOUR)],
    [
      'went on while the computer slept',
      () => {
        moved(HOUR);
        act(() => document.dispatchEvent(new Event('resume')));
      },
    ],
    [
      'was set back while the computer slept',
      () => {
        moved(-HOUR);
        act(() => document.dispatchEvent(new Event('resume')));
      },
    ],
  ])('counts a whole signal down within a second, and P-BOT answers, when it %s', (_, jump) => {
    open(OPEN);
    press('P-BOT');
    press('Generate P-BOT Signal');
    press('P-Special');
    pass(500);
    jump();
    pass(1_000);
    const left = () => Number(/\d+/.exec(timer() ?? '')?.[0]);
    const first = left();
    expect(first).toBeGreaterThanOrEqual(58);
    expect(first).toBeLessThanOrEqual(60);
    pass(30_000);
    expect(left()).toBe(first - 30);
    pass(first * 1_000 - 29_000);
    expect(left()).toBe(59);
    press('P-BOT');
    expect(screen.getByRole('button', { name: 'Generate P-BOT Signal' })).toBeDefined();
    expect(timer()).toBe('Expired');
  });
});

it('announces each new signal once, politely, and no second', () => {
  open(OPEN);
  const announcer = screen.getAllByRole('status').at(-1);
  const changes = vi.fn();
  const observer = new MutationObserver(changes);
  if (announcer) observer.observe(announcer, { childList: true, subtree: true, characterData: true });
  expect(announcer?.textContent).toMatch(/^\S{7} (CALL|PUT), 1min, confidence \d\d%, simulated$/);
  pass(30_000);
  const records = () => observer.takeRecords().length;
  expect(records()).toBe(0);
  pass(30_000);
  expect(records()).toBeGreaterThan(0);
  pass(30_000);
  expect(records()).toBe(0);
  observer.disconnect();
});

it('goes on while another page is in view: the draw of the minute, the mode, the choice and a P-BOT signal', () => {
  open(OPEN);
  press('P-BOT');
  fireEvent.change(screen.getByRole('combobox', { name: 'Select OTC Pair' }), {
    target: { value: 'USD/PKR' },
  });
  fireEvent.change(screen.getByRole('combobox', { name: 'Timeframe' }), { target: { value: '30s' } });
  press('Generate P-BOT Signal');
  pass(1_000);
  cleanup();
  pass(11_000);
  look();
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Select OTC Pair' }).value).toBe('USD/PKR');
  expect(card('Latest P-BOT signal').getByText('09:32:02')).toBeDefined();
  expect(timer()).toBe('Expires in 20s');
  press('P-Special');
  pass(20_000);
  cleanup();
  pass(70_000);
  look();
  expect(card('Current signal').getByText('09:33:00')).toBeDefined();
  expect(timer()).toBe('Expires in 18s');
});

it('says nothing of a signal any more once it has expired', () => {
  open(CLOSED);
  press('P-BOT');
  press('Generate P-BOT Signal');
  pass(2_000);
  const said = () => screen.queryByText(/, simulated$/);
  expect(said()).not.toBeNull();
  pass(5_000);
  expect(said()).toBeNull();
});

it('is after a reload in the mode that was chosen in this tab, until its storage is emptied', () => {
  /** As a page that has just been loaded. */
  function load() {
    cleanup();
    signals.stop();
    signals = signalsOfVisit(createStore({ status: 'signed-in', email: 'mara@example.com' }));
    look();
    return screen.getByRole('button', { pressed: true }).textContent;
  }
  open(OPEN);
  expect(load()).toBe('P-Special');
  press('P-BOT');
  expect(load()).toBe('P-BOT');
  press('P-Special');
  expect(load()).toBe('P-Special');
  press('P-BOT');
  sessionStorage.clear();
  expect(load()).toBe('P-Special');
});
