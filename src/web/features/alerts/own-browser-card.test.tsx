import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OwnBrowserCard } from './own-browser-card.tsx';

const subscription = {
  endpoint: 'https://push.example.com/1',
  toJSON: () => ({ endpoint: 'https://push.example.com/1' }),
  unsubscribe: async () => true,
};
/** What the person says to the browser's question. */
let answer: (permission: string) => void;
let subscribed: typeof subscription | null;

beforeEach(() => {
  vi.useFakeTimers();
  subscribed = null;
  const asked = new Promise<string>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: () => asked });
  vi.stubGlobal('PushManager', Object);
  const pushManager = {
    getSubscription: async () => subscribed,
    subscribe: async () => {
      subscribed = subscription;
      return subscription;
    },
  };
  const registration = { pushManager };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: async (_name: string, change: () => Promise<unknown>) => change() },
  });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'locks');
  vi.unstubAllGlobals();
});

async function show({ devices = [], chosen = 'last-used' }: { devices?: string[]; chosen?: string } = {}) {
  const api = { addDevice: vi.fn(async () => ({ devices: [] })) };
  const onChoose = vi.fn();
  const onChange = vi.fn();
  const parts = { api: api as never, publicKey: 'AA', devices, chosen, onChoose, onChange };
  render(<OwnBrowserCard {...parts} />);
  await act(() => vi.advanceTimersByTimeAsync(0));
  return { api, onChoose };
}

test('asking ends after 15 s with a reason, and an answer that comes later still counts', async () => {
  const { api } = await show();
  fireEvent.click(screen.getByRole('button', { name: 'Send alerts here' }));
  await act(() => vi.advanceTimersByTimeAsync(14_999));
  expect(screen.getByRole('button', { name: 'Asking...' })).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText(/^The browser did not answer within 15 s\./)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Send alerts here' })).toBeDefined();
  answer('granted');
  await act(() => vi.advanceTimersByTimeAsync(0));
  await vi.waitFor(() => expect(api.addDevice).toHaveBeenCalledOnce(), 10_000);
});

test('of several browsers a trader chooses where alerts go; one that is gone is not the one', async () => {
  const { onChoose } = await show({ devices: ['a', 'b'], chosen: 'gone' });
  const select = screen.getByRole('combobox', { name: 'Alerts go to' });
  expect(select).toHaveProperty('value', 'last-used');
  fireEvent.change(select, { target: { value: 'all' } });
  expect(onChoose).toHaveBeenCalledWith('all');
});

test('where there is one browser there is no choice', async () => {
  await show({ devices: ['a'] });
  expect(screen.queryByRole('combobox')).toBeNull();
});
