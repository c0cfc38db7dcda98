import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { enteredFor, settledFor, signalAt } from '../../../../tests/support/fake-market-store.ts';
import { fakeRecordApi } from '../../../../tests/support/fake-record.ts';
import type { SettledEntry } from '../../../core/signals/ledger-entry.ts';
import type { RecordStory } from '../../../core/wire/record.ts';
import { recordRow } from '../../../core/record/ledger-fold.ts';
import { ApiError } from '../../lib/api-client.ts';
import { toasts } from '../../ui/toasts.ts';
import { StoryView } from './story-view.tsx';

/** 14:32:00 on the market's clock. */
const MINUTE = Date.parse('2026-11-18T09:32:00Z');

beforeEach(() => {
  vi.useFakeTimers();
});

function storyOf(change: Partial<SettledEntry> = {}): RecordStory {
  const signal = signalAt(MINUTE);
  const settled = settledFor(signal, change);
  return {
    ledger: 'live',
    label: null,
    row: recordRow(12, signal, settled),
    path: null,
    entries: [signal, enteredFor(signal), settled].map((entry, at) => ({
      index: 10 + at,
      entry,
      leafHash: `leaf-${at}`,
      path: at === 0 ? [] : [`sibling-${at}`],
    })),
    checkpoint: 'signals.example.com/ledger/live\n13\n',
    size: 1_300,
  };
}

/** Opens a signal; the server gives these answers in turn. */
async function open(...answers: (RecordStory | Error)[]) {
  const story = vi.fn(async () => {
    const answer = answers.shift();
    if (answer === undefined || answer instanceof Error) throw answer;
    return answer;
  });
  render(<StoryView api={fakeRecordApi({ story })} id="some-id" ledger="live" />);
  await act(() => vi.advanceTimersByTimeAsync(0));
  return story;
}

/** What stands beside a name in a card. */
const item = (name: string) =>
  screen.getByText(name, { selector: 'dt, dt *' }).closest('dt')?.nextElementSibling?.textContent;
const picture = () => screen.getByRole('img').getAttribute('aria-label');
/** What happened when, each step as it is read. */
const steps = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('a settled signal is a picture with its times to the millisecond', async () => {
  const story = await open(storyOf());
  expect(story).toHaveBeenCalledWith('some-id', 'live', expect.any(AbortSignal));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Wed 18 Nov 2026, 14:32');
  expect(picture()).toBe(
    'EUR/USD from 14:32:01 to 14:33:01. CALL wins above; the entry is 1.15908. It ended at 1.15917, 0.9 pip in its favour: won. The coin said PUT.',
  );
  // Beside the outcome, and on neither side of the picture, of which one lost.
  expect(screen.getByText('0.9 pip in its favour').closest('[role=img]')).toBeNull();
  expect(
    within(screen.getByRole('region', { name: 'What happened when' })).getAllByRole('listitem'),
  ).toHaveLength(5);
  expect(steps().slice(0, 5)).toEqual([
    '14:32:00.000Decidedfrom the prices up to then',
    '14:32:00.040RecordedEntry 10 of the ledger, 40 ms later, before it was shown',
    '14:32:01.000Entered1.15908, a price 0.4\u00A0s old',
    '14:33:01.000Expired1.15917, a price 0.3\u00A0s old',
    '14:33:01.600Settledonce a later price had come: won',
  ]);
  expect(screen.queryByText(/Not part of the live record/)).toBeNull();
});

test('engine and coin stand beside each other, with what the stake came to', async () => {
  await open(storyOf());
  expect(item('Engine said')).toBe('CALLWon');
  expect(item('Coin drew')).toBe('PUTLost');
  expect(item('Entered 5 s later')).toBe('Void');
  expect(item('Confidence')).toBe('52.3%');
  expect(item('Needed at your payout of %')).toBe('55.6%');
  const payout = screen.getByRole('textbox', { name: 'Payout, % of the stake' });
  fireEvent.change(payout, { target: { value: '100' } });
  expect(item('Needed at your payout of %')).toBe('50.0%');
  expect(item('$1 would have paid back')).toBe('$2.00');
  fireEvent.change(payout, { target: { value: '80' } });
  expect(item('$1 would have paid back')).toBe('$1.80');
  expect(screen.getByRole('region', { name: 'One signal proves nothing' }).textContent).toContain(
    'A coin wins every second time too. The record of all signals is what counts.',
  );
});

test('the prices in between are said to be gone where they are, and are drawn where they are not', async () => {
  await open(storyOf());
  expect(screen.getByText('The prices in between are not kept any more.')).toBeDefined();
});

test('its proof is folded: each entry with its hash and path, and the checkpoint they lead to', async () => {
  await open(storyOf());
  const proof = screen.getByRole('region', { name: 'Proof' });
  expect(proof.textContent).not.toContain('leaf-2');
  fireEvent.click(within(proof).getByText('Proof', { selector: 'summary h2' }));
  expect(proof.textContent).toContain('Ledger live, 1,300 entries');
  for (const text of ['Entry 10: signal', 'Entry 11: entered', 'Entry 12: settled', 'leaf-2', 'sibling-2'])
    expect(proof.textContent).toContain(text);
  expect(proof.textContent).toContain('The leaf is the root.');
  expect(proof.textContent).toContain('signals.example.com/ledger/live');
});

test('a void signal says why, and that no price counts', async () => {
  await open(storyOf({ reason: 'no-proof' }));
  const reason = 'No price in the 15 s after the expiry';
  expect(screen.getByRole('region', { name: 'Signal' }).textContent).toContain(`Void${reason}`);
  expect(picture()).toBe(`EUR/USD from 14:32:01 to 14:33:01. Void: ${reason}.`);
  expect(steps().slice(2, 5)).toEqual([
    '14:32:01.000Enteredno price counts',
    '14:33:01.000Expiredno price counts',
    `14:33:01.600SettledVoid: ${reason}`,
  ]);
  expect(document.body.textContent).not.toContain('1.159');
});

test('a signal that is not there is distinguished from one that did not load', async () => {
  await open(new ApiError('No such signal.', 404));
  expect(screen.getByRole('alert').textContent).toContain('There is no such settled signal');
  expect(screen.getByRole('link', { name: 'All signals' })).toBeDefined();
});

test('one that did not load is loaded on request', async () => {
  await open(new ApiError('The server did not answer.'), storyOf());
  expect(screen.getByRole('alert').textContent).toContain('This did not loadThe server did not answer.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(item('Engine said')).toBe('CALLWon');
});

test('the proof is saved as a file, and a toast says why where it is not', async () => {
  const proofs = [new Blob(['c2sp.org/tlog-proof@v1\n']), new ApiError('The server cannot be reached.')];
  const proof = vi.fn(async () => {
    const next = proofs.shift();
    if (next === undefined || next instanceof Error) throw next;
    return next;
  });
  const links: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this.download);
  });
  render(
    <StoryView api={fakeRecordApi({ story: async () => storyOf(), proof })} id="some-id" ledger="live" />,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
  fireEvent.click(screen.getByText('Proof', { selector: 'summary h2' }));
  const button = screen.getByRole('button', { name: 'Save the proof' });
  for (const times of [1, 2]) {
    await act(async () => fireEvent.click(button));
    expect(proof).toHaveBeenNthCalledWith(times, 'some-id', 'live');
  }
  expect(links).toEqual([expect.stringMatching(/^pipcast-.+\.tlog-proof$/)]);
  expect(toasts.getState()).toMatchObject([
    { title: 'The file could not be made', text: 'The server cannot be reached.' },
  ]);
});
