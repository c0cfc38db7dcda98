import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type CheckOutcome, LedgerCheck } from './ledger-check.tsx';

const PAST = { sinceMs: Date.UTC(2026, 10, 16, 8), outages: 3, outageMs: 15_120_000, engines: 1, keys: 0 };
const ROOT = '9f3c41d2'.padEnd(56, '0') + 'a07be615';

/** A check whose progress and end are in the test's hand. */
function opened() {
  const runs: {
    signal: AbortSignal;
    progress: (count: number) => void;
    end: (outcome: CheckOutcome) => void;
    fail: (problem: Error) => void;
  }[] = [];
  const view = render(
    <LedgerCheck
      size={3_217}
      check={(progress, signal) =>
        new Promise((end, fail) => {
          runs.push({ signal, progress, end, fail });
        })
      }
    />,
  );
  const button = (name: string) => screen.getByRole('button', { name });
  fireEvent.click(button('Check it yourself'));
  return { ...view, runs, button, run: runs[0] as (typeof runs)[number] };
}

const state = () => screen.getByRole('status').textContent;

test('a check under way says how far it is and cannot be started twice', async () => {
  const { run, runs, button } = opened();
  act(() => run.progress(1_280));
  expect(state()).toBe('Entries checked: 1,280');
  expect(button('Checking...').getAttribute('aria-busy')).toBe('true');
  fireEvent.click(button('Checking...'));
  expect(runs).toHaveLength(1);
});

test('a sound ledger shows its size and its root, which can be copied whole', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { run, button } = opened();
  await act(async () => run.end({ isSound: true, entries: 3_217, past: PAST, rootHash: ROOT }));
  expect(state()).toBe(
    'Ledger verified 3,217 entries. Since 16 Nov 2026: 3 outages, 4 hrs 12 mins in all; 1 change of the engine, 0 of the key. Checkpoint 9f3c41d2…a07be615. This does not prove that the feed’s prices are right, that outages were real, that the operator has no other ledger, or that strangers asked P-\u2060BOT.',
  );
  await act(async () => fireEvent.click(button('Copy checkpoint hash')));
  expect(writeText).toHaveBeenCalledWith(ROOT);
  expect(button('Check again')).toBeDefined();
});

test('a broken ledger is named with the first thing that fails', async () => {
  const { run } = opened();
  await act(async () => run.end({ isSound: false, problem: 'Entry 12 does not match its hash.' }));
  expect(state()).toBe('The ledger does not verify Entry 12 does not match its hash.');
  expect(screen.queryByRole('button', { name: 'Copy checkpoint hash' })).toBeNull();
});

test('a ledger of which something was not compared is not called verified', async () => {
  const { run } = opened();
  await act(async () => run.end({ isSound: undefined, problem: 'The record was not compared.' }));
  expect(state()).toBe('Not all of the ledger could be checked The record was not compared.');
  expect(screen.queryByRole('button', { name: 'Copy checkpoint hash' })).toBeNull();
});

test('a ledger that could not be read is neither, and can be tried again', async () => {
  const { run, runs, button } = opened();
  await act(async () => run.fail(new Error('The server did not answer. Check your connection.')));
  expect(state()).toBe('The ledger could not be read The server did not answer. Check your connection.');
  fireEvent.click(button('Check again'));
  expect(runs).toHaveLength(2);
});

test('leaving the page ends the check', () => {
  const { run, unmount } = opened();
  unmount();
  expect(run.signal.aborted).toBe(true);
});
