import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeRecordApi, summaryOfSignals, wonBut } from '../../../../tests/support/fake-record.ts';
import type { Outcome } from '../../../core/signals/ledger-entry.ts';
import type { RecordSummary } from '../../../core/protocol/record-protocol.ts';
import { setPayout } from '../../lib/payout.ts';
import { ApiError } from '../../lib/api-client.ts';
import type { RecordSelection } from './record-api.ts';
import { RecordView } from './record-view.tsx';

const GONE = new ApiError('The server did not answer. Check your connection.');

beforeEach(() => {
  vi.useFakeTimers();
  setPayout(80);
});

/** Opens the record; the server gives these answers in turn, the last one again and again. */
async function open(...answers: (RecordSummary | Error)[]) {
  const asked: RecordSelection[] = [];
  const api = fakeRecordApi({
    async summary(selection) {
      asked.push(selection);
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) as RecordSummary | Error;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  render(<RecordView api={api} checkLedger={() => () => Promise.reject(new Error('not checked'))} />);
  await pass(0);
  return asked;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const verdict = () => screen.getByRole('heading', { level: 1 }).textContent;
const mainText = () => document.body.textContent;

describe('the verdict', () => {
  it.each([
    ['Too few to judge.', wonBut(99, 4)],
    ['Above break-even.', wonBut(1_000, 4)],
    ['Below break-even.', wonBut(1_000, 4).map((outcome): Outcome => (outcome === 'won' ? 'lost' : 'won'))],
    ['No edge over break-even so far.', wonBut(300, 2)],
  ])('is "%s" where the interval says so', async (sentence, outcomes) => {
    await open(summaryOfSignals(outcomes));
    expect(verdict()).toBe(sentence);
  });

  it('comes with the rate, the number of signals and what they need', async () => {
    await open(summaryOfSignals(wonBut(200, 2)));
    expect(mainText()).toContain('The market engine won 50.0% of 200 settled signals.');
    expect(mainText()).toContain('At a payout of 80% it needs 55.6%. Simulated signals are not scored.');
    expect(mainText()).not.toContain('Not part of the live record');
  });

  it('gives counts and no rate while there are too few', async () => {
    await open(summaryOfSignals(wonBut(4, 4)));
    expect(mainText()).toContain(
      'Of 4 settled signals the market engine won 3; with fewer than 100 a rate says nothing.',
    );
  });

  it('follows the payout that is typed', async () => {
    await open(summaryOfSignals(wonBut(1_000, 4)));
    fireEvent.change(screen.getByLabelText('At a payout of'), { target: { value: '30' } });
    expect(verdict()).toBe('No edge over break-even so far.');
    expect(mainText()).toContain('At a payout of 30% it needs 76.9%.');
  });

  it('says that a replay is no live record', async () => {
    await open({ ...summaryOfSignals(wonBut(200, 2)), label: 'Replay of 4 January 2016' });
    expect(mainText()).toContain('Replay of 4 January 2016. Not part of the live record.');
  });
});

it('before the first settled signal there are no charts and no rates, only what was not scored', async () => {
  await open(summaryOfSignals(['void', 'unchanged'], () => ({ reason: 'no-proof' })));
  expect(verdict()).toBe('Too few to judge.');
  expect(mainText()).toContain('No market signal has been settled yet.');
  expect(screen.queryByRole('figure')).toBeNull();
  expect(within(screen.getByRole('region', { name: 'Not scored, and why' })).getAllByText('1')).toHaveLength(
    2,
  );
  expect(mainText()).not.toContain('100.0%');
});

it('what did not load says why and loads on request', async () => {
  await open(GONE, summaryOfSignals(wonBut(99, 4)));
  expect(screen.getByRole('alert').textContent).toContain(`The record did not load${GONE.message}`);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await pass(0);
  expect(verdict()).toBe('Too few to judge.');
});

it('figures that could not be renewed stay, and say that they are old', async () => {
  await open(summaryOfSignals(wonBut(200, 2)), GONE, summaryOfSignals(wonBut(201, 2)));
  await pass(61_000);
  expect(mainText()).toContain(`Newer figures did not load. ${GONE.message}`);
  expect(mainText()).toContain('of 200 settled signals');
  await pass(61_000);
  expect(mainText()).toContain('of 201 settled signals');
  expect(mainText()).not.toContain('Newer figures');
});

it('another record is asked for by its ledger and engine', async () => {
  const live = summaryOfSignals(wonBut(200, 2));
  const old = { ledger: 'replay-1', label: 'Replay of 4 January 2016', engine: 'engine-0', settled: 30 };
  const summary = { ...live, choices: [old, ...live.choices] };
  const asked = await open(summary, { ...summary, ...old });
  fireEvent.change(screen.getByRole('combobox', { name: 'Record' }), { target: { value: '0' } });
  await pass(0);
  expect(asked).toEqual([{}, { ledger: 'replay-1', engine: 'engine-0' }]);
  const menu = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Record' });
  expect(menu.selectedOptions[0]?.textContent).toBe('Replay of 4 January 2016, engine engine-0, 30 settled');
});
