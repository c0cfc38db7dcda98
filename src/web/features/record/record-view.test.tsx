import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { fakeRecordApi, summaryOfSignals, wonBut } from '../../../../tests/support/fake-record.ts';
import type { Outcome } from '../../../core/signals/ledger-entry.ts';
import type { RecordSummary } from '../../../core/wire/record.ts';
import { ApiError } from '../../lib/api-client.ts';
import { setLanguage } from '../../lib/catalogue.ts';
import { setPayout } from '../../lib/payout.ts';
import type { RecordApi, RecordSelection } from './record-api.ts';
import { placeOf, RecordView, searchOf } from './record-view.tsx';
import { NO_FILTERS } from './signal-list.tsx';

const GONE = new ApiError('The server did not answer. Check your connection.');

beforeEach(() => {
  vi.useFakeTimers();
  setPayout(80);
  history.replaceState(null, '', '/record');
});

/** Opens the record; the server gives these answers in turn, the last one again and again. */
async function open(answers: (RecordSummary | Error)[], given: Partial<RecordApi> = {}) {
  const asked: RecordSelection[] = [];
  const api = fakeRecordApi({
    async summary(selection) {
      asked.push(selection);
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) as RecordSummary | Error;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ...given,
  });
  render(<RecordView api={api} checkLedger={() => () => Promise.reject(new Error('not checked'))} />);
  await pass(0);
  return asked;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const headline = () => screen.getByRole('heading', { level: 1 }).textContent?.trim();
const mainText = () => document.body.textContent;
const pictures = () => screen.queryAllByRole('img').map((picture) => picture.getAttribute('aria-label'));
const unfold = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'summary h2' }));

/** The rows of a table, cell by cell. */
function tableRows(caption: string) {
  return within(screen.getByRole('table', { name: caption, hidden: true }))
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) => Array.from(row.children, (cell) => cell.textContent));
}

describe('the first line', () => {
  it.each([
    ['Right 76 in 100. A coin: 51. You need 56.', 'Too few to judge.', wonBut(99, 4)],
    ['Right 75 in 100. A coin: 50. You need 56.', 'Above break-even.', wonBut(1_000, 4)],
    [
      'Right 25 in 100. A coin: 50. You need 56.',
      'No. 31 in 100 short.',
      wonBut(1_000, 4).map((outcome): Outcome => (outcome === 'won' ? 'lost' : 'won')),
    ],
    ['Right 50 in 100. A coin: 50. You need 56.', 'Not proven. 6 in 100 short so far.', wonBut(300, 2)],
  ])('is "%s", and the interval says "%s"', async (line, verdict, outcomes) => {
    await open([summaryOfSignals(outcomes)]);
    expect(headline()).toBe(line);
    expect(mainText()).toContain(verdict);
  });

  it('says of what it is and what a stake came to', async () => {
    await open([
      summaryOfSignals([...wonBut(200, 2), 'unchanged', 'void'], (at) =>
        at === 201 ? { reason: 'late' } : {},
      ),
    ]);
    expect(mainText()).toContain('200 decided of 202 market signals, 18 Nov 2026.');
    expect(mainText()).toContain(
      'Never decided: 0 of 202 open minutes. Void: 1 of 202 signals. Outages: 0\u00A0s in all.',
    );
    expect(mainText()).toContain('Each $1 staked lost 10.0 cents.');
    expect(mainText()).not.toContain('Not part of the live record');
  });

  it.each([
    [40, '40 decided, right 75 in 100, a coin 50.'],
    [29, '29 decided, too few for a rate.'],
  ])('counts P-Special alone, and says beside it what %i signals of P-BOT came to', async (bots, said) => {
    await open([summaryOfSignals(wonBut(240, 4), (at) => (at < bots ? { mode: 'bot' } : {}))]);
    expect(headline()).toMatch(/^Right 75 in 100/);
    expect(mainText()).toContain(`P-\u2060Special: ${240 - bots} decided, 18 Nov 2026. P-\u2060BOT: ${said}`);
  });

  it('says plainly when there are too few, and draws no bell', async () => {
    await open([summaryOfSignals(wonBut(12, 4))]);
    expect(headline()).toBe('Too early: 12 signals.');
    expect(mainText()).not.toContain('staked');
    expect(pictures()).toEqual(['9 of 12 filled; a rate takes 30']);
    expect(screen.getAllByText('Too early to say.')).toHaveLength(2);
    expect(screen.queryByRole('region', { name: 'Could this be luck?' })).toBeNull();
  });

  it('follows the payout that is typed', async () => {
    await open([summaryOfSignals(wonBut(1_000, 4))]);
    fireEvent.change(screen.getByLabelText('Payout, % of the stake'), { target: { value: '30' } });
    expect(headline()).toBe('Right 75 in 100. A coin: 50. You need 77.');
    expect(mainText()).toContain('Each $1 staked lost 2.5 cents.');
  });

  it('says that a replay is no live record', async () => {
    await open([{ ...summaryOfSignals(wonBut(200, 2)), label: 'replay 2016-01-04' }]);
    expect(mainText()).toContain('Replay of 4 January 2016. Not part of the live record.');
  });
});

it('every picture is described in a sentence, and stands under Details as a table', async () => {
  const late = (index: number) => ({ enteredLate: index % 4 === 0 ? 'won' : 'lost' }) as const;
  await open([summaryOfSignals(wonBut(300, 3), late)]);
  unfold('Does it mean what it says?');
  unfold('Better at some hours?');
  expect(mainText()).toContain('Better at some hours?Luck hardly explains it.');
  expect(pictures()).toEqual([
    '67 of 100 filled, 56 needed',
    '50 of 100 filled, 56 needed',
    'By luck alone: 98 of 100 times between 43.6% and 56.4%. Here 66.8%, the coin 50.0%, needed 55.6%.',
    'Right signals above half after 300 signals: the engine +50, the coin 0; break-even would be +17. 95 of 100 coins stay within 17.',
    '50.4% said, 66.7% came true (300).',
    'Right in 100 by weekday and hour: Wed 16: 67.',
  ]);
  unfold('Details');
  expect(tableRows('Engine and coin')).toEqual([
    ['Engine', '300', '200', '66.7%', '55.6%'],
    ['Coin', '300', '150', '50.0%', '55.6%'],
    ['Engine, entered 5 s later', '300', '75', '25.0%', '55.6%'],
  ]);
  expect(tableRows('Right signals above half').at(-1)?.slice(0, 1)).toEqual(['300']);
  expect(tableRows('Said and came true')[0]).toEqual([
    '50.0% to 51.0%',
    '300',
    '50.4%',
    '66.7%',
    expect.any(String),
  ]);
  expect(tableRows('By weekday and hour').map(([from, decided]) => [from, decided])).toEqual([
    ['Wed 13:00', '88'],
    ['Wed 16:00', '180'],
    ['Wed 19:00', '32'],
  ]);
  expect(tableRows('Pair')[0]).toEqual(['EUR/USD', '300', '66.7%', '50.0%']);
});

it('in Bengali its tables and its scale have Bengali digits', async () => {
  const inWords = { direction: 'ltr', message: () => undefined } as const;
  setLanguage({ ...inWords, locale: 'bn' });
  await open([summaryOfSignals(wonBut(300, 3))]);
  unfold('Details');
  expect(tableRows('Said and came true')[0]?.[0]).toBe('৫০.০% to ৫১.০%');
  expect(tableRows('By weekday and hour')[0]?.[0]).toBe('বুধ ১৩:০০');
  expect(mainText()).toContain('৫০%');
  setLanguage({ ...inWords, locale: 'en-GB' });
});

it('the entry 5 s later stands beside the official figure, and what a stake came to once', async () => {
  const late = (index: number) => ({ enteredLate: index % 4 === 0 ? 'won' : 'lost' }) as const;
  await open([summaryOfSignals(wonBut(200, 2), late)]);
  const card = screen.getByRole('region', { name: 'Out of 100 signals' });
  expect(within(card).getByText('25, entered 5 s later')).toBeDefined();
  expect(mainText()?.match(/cents/g)).toHaveLength(2);
  expect(mainText()).toContain('Each $1 staked lost 10.0 cents. Entered 5 s later: 55.0 cents lost.');
});

it('asks whether it beats a coin, and never answers with a plain no', async () => {
  await open([summaryOfSignals(wonBut(300, 2))]);
  expect(screen.getByText('Does it beat a coin?').nextElementSibling?.textContent).toBe(
    'Not proven. This is what luck looks like.',
  );
});

it('what holds too few is one line and does not open', async () => {
  await open([summaryOfSignals(wonBut(40, 2))]);
  const line = screen.getByText('Better at some hours?').parentElement as HTMLElement;
  expect(line.textContent).toBe('Better at some hours?too few to say');
  expect(line.closest('details')).toBeNull();
});

it('the statistics are folded, each rate with its interval', async () => {
  await open([summaryOfSignals([...wonBut(200, 2), 'unchanged'])]);
  expect(mainText()).not.toContain('Wilson');
  unfold('For statisticians');
  const item = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
  expect(item('Win rate')).toBe('50.0% (100 of 200)');
  expect(item('95%, Wilson, if you look once')).toBe('43.1% to 56.9%');
  expect(item('A fair coin each minute does this well or better')).toBe('p = 0.528, one-sided');
  expect(item('Win rate with 1 unchanged as lost')).toBe('49.8%');
  expect(item('Brier score, a coin 0.2500')).toBe('0.2500');
});

it('before the first signal there are no pictures and no rates, only what was not scored', async () => {
  await open([summaryOfSignals(['void', 'unchanged'], () => ({ reason: 'no-proof' }))]);
  expect(headline()).toBe('Too early: no signals.');
  expect(pictures()).toEqual([]);
  unfold('Details');
  expect(screen.getByText('Unchanged', { selector: 'dt' }).nextElementSibling?.textContent).toMatch(/1$/);
  expect(screen.getByText('Void', { selector: 'dt' }).nextElementSibling?.textContent).toMatch(/1$/);
  unfold('For statisticians');
  expect(mainText()).toContain('stand here from the first signal that is won or lost');
  expect(mainText()).not.toMatch(/NaN|Infinity/);
});

it('what did not load says why and loads on request', async () => {
  await open([GONE, summaryOfSignals(wonBut(40, 4))]);
  expect(screen.getByRole('alert').textContent).toContain(`This did not load${GONE.message}`);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await pass(0);
  expect(headline()).toMatch(/^Right 75 in 100/);
});

it('figures that could not be renewed stay, and say that they are old', async () => {
  await open([summaryOfSignals(wonBut(200, 2)), GONE, summaryOfSignals(wonBut(201, 2))]);
  await pass(61_000);
  expect(mainText()).toContain(`Newer figures did not load. ${GONE.message}`);
  expect(mainText()).toContain('200 decided of 200');
  await pass(61_000);
  expect(mainText()).toContain('201 decided of 201');
  expect(mainText()).not.toContain('Newer figures');
});

it('another record is asked for by its ledger and engine, and stands in the address', async () => {
  const live = summaryOfSignals(wonBut(200, 2));
  const old = { ledger: 'replay-1', label: 'replay 2016-01-04', engine: 'engine-0', settled: 30 };
  const summary = { ...live, choices: [old, ...live.choices] };
  const asked = await open([summary, { ...summary, ...old }]);
  unfold('Details');
  fireEvent.change(screen.getByRole('combobox', { name: 'Record' }), { target: { value: '0' } });
  await pass(0);
  expect(asked).toEqual([{}, { ledger: 'replay-1', engine: 'engine-0' }]);
  expect(location.search).toBe('?ledger=replay-1&engine=engine-0&open=details');
  const menu = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Record' });
  expect(menu.selectedOptions[0]?.textContent).toBe('Replay of 4 January 2016, engine engine-0, 30 decided');
});

it('what an address asks for is unfolded and filtered; files have what the filters let through, in the zone of the reader', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  history.replaceState(null, '', '/record?open=details&outcome=lost');
  const file = vi.fn(async () => new Blob(['']));
  const page = vi.fn(async () => ({ rows: [], total: 0, next: null }));
  await open([summaryOfSignals(wonBut(200, 2))], { file, page });
  expect(page).toHaveBeenCalledWith(
    { ledger: 'live', engine: 'engine-1', outcome: 'lost' },
    undefined,
    expect.any(AbortSignal),
  );
  expect(screen.getByRole('button', { name: 'Filters, 1 on' })).toBeDefined();
  fireEvent.change(screen.getByRole('combobox', { name: 'Pair', hidden: true }), {
    target: { value: 'EUR/USD' },
  });
  expect(location.search).toBe('?pair=EUR%2FUSD&outcome=lost&open=details');
  for (const format of ['CSV', 'JSON'])
    await act(async () => fireEvent.click(screen.getByRole('button', { name: format })));
  const filters = { ledger: 'live', engine: 'engine-1', pair: 'EUR/USD', outcome: 'lost' };
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(file.mock.calls).toEqual([
    ['csv', filters, zone],
    ['json', filters, zone],
  ]);
});

test('an address says ledger, engine, filters and what is unfolded, and reads back as it was', () => {
  const place = {
    selection: { ledger: 'replay-1', engine: 'fade-logit-2' },
    filters: { ...NO_FILTERS, pair: 'EUR/USD', outcome: 'lost', from: '2026-11-18' },
    open: ['details', 'statistics'] as const,
  };
  const search = searchOf(place);
  expect(search).toBe(
    '?ledger=replay-1&engine=fade-logit-2&pair=EUR%2FUSD&outcome=lost&from=2026-11-18&open=details&open=statistics',
  );
  expect(placeOf(search)).toEqual(place);
});

test('the record as it opens has no search at all', () => {
  expect(searchOf(placeOf(''))).toBe('');
});

test('what no control could have chosen is left out', () => {
  expect(placeOf('?pair=BTC&outcome=&from=yesterday&open=all&mode=bot').filters).toEqual({
    ...NO_FILTERS,
    mode: 'bot',
  });
});
