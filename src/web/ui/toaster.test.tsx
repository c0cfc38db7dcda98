import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toaster } from './toaster.tsx';
import { dismissToast, dismissToasts, showToast } from './toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => act(dismissToasts));

function open() {
  render(
    <>
      <button type="button">Before</button>
      <Toaster />
    </>,
  );
}

const say = (
  title: string,
  ...kind: Parameters<typeof showToast> extends [unknown, ...infer R] ? R : never
) => act(() => showToast({ title, text: `${title}, in full` }, ...kind));
const titles = () => [...document.querySelectorAll('.toast strong')].map((title) => title.textContent);
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const dismissButtons = () => screen.getAllByRole('button', { name: 'Dismiss' });

it('lets what is said in passing go after four seconds, and keeps the rest', () => {
  open();
  say('Passing');
  say('Lasting', 'lasting');
  say('Failure', 'failure');
  pass(3_999);
  expect(titles()).toEqual(['Passing', 'Lasting', 'Failure']);
  pass(1);
  expect(titles()).toEqual(['Lasting', 'Failure']);
  pass(600_000);
  expect(titles()).toEqual(['Lasting', 'Failure']);
});

it('does not take a toast away while it is pointed at', () => {
  open();
  say('Passing');
  fireEvent.pointerEnter(screen.getByRole('status'));
  pass(60_000);
  expect(titles()).toEqual(['Passing']);
  fireEvent.pointerLeave(screen.getByRole('status'));
  pass(4_000);
  expect(titles()).toEqual([]);
});

it('dismisses the newest at Escape, unless the key was used for something else', () => {
  open();
  say('Older', 'failure');
  say('Newer', 'failure');
  const useKey = (event: Event) => event.preventDefault();
  document.body.addEventListener('keydown', useKey);
  press('Escape');
  expect(titles()).toEqual(['Older', 'Newer']);
  document.body.removeEventListener('keydown', useKey);
  press('Escape');
  expect(titles()).toEqual(['Older']);
  press('Escape');
  expect(titles()).toEqual([]);
});

it('replaces a toast by one of the same title, and holds three at most', () => {
  open();
  for (const title of ['One', 'Two', 'One', 'Three', 'Four']) say(title, 'failure');
  expect(titles()).toEqual(['One', 'Three', 'Four']);
  act(() => dismissToast('Three'));
  expect(titles()).toEqual(['One', 'Four']);
});

it.each([
  ['the Dismiss button', () => fireEvent.click(dismissButtons()[0] ?? document.body)],
  ['Escape', () => press('Escape')],
])('gives the focus back to where it was when %s is used from the keyboard', (_, dismiss) => {
  open();
  say('Failure', 'failure');
  const before = screen.getByRole('button', { name: 'Before' });
  act(() => before.focus());
  act(() => dismissButtons()[0]?.focus());
  dismiss();
  expect(titles()).toEqual([]);
  expect(document.activeElement).toBe(before);
});

it('leaves the focus alone when Escape is pressed elsewhere', () => {
  open();
  say('Failure', 'failure');
  const before = screen.getByRole('button', { name: 'Before' });
  act(() => before.focus());
  press('Escape');
  expect(document.activeElement).toBe(before);
});

it('has a button for what may be done about it', () => {
  const pressed = vi.fn();
  open();
  act(() =>
    showToast({ title: 'New', text: 'In full', action: { label: 'Load it', press: pressed } }, 'lasting'),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Load it' }));
  expect(pressed).toHaveBeenCalledOnce();
  expect(titles()).toEqual(['New']);
});
