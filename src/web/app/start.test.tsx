import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showToast } from '../ui/toasts.ts';
import { createFakeAuthService, TRADER } from '../../../tests/support/fake-auth-service.ts';
import { App } from './app.tsx';
import { start } from './start.ts';

const CONFIG = {
  authUrl: '/auth/v1',
  anonKey: 'public',
  market: false,
  publicRecord: false,
  publicPrices: false,
  brand: { name: 'Fivepips' },
  contact: {
    phone: '+1 202 555 0143',
    brokerUrl: 'https://example.com/broker',
    videosUrl: 'https://example.com/videos',
    communityUrl: 'https://example.com/community',
  },
};

// Each test opens a client of its own, as each page does; the library warns of a second one in the same window.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The server, as the page's own `fetch` finds it. */
function serve() {
  const auth = createFakeAuthService();
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url === '/config.json' ? Response.json(CONFIG) : auth.fetch(url, init),
  );
}

it('without configuration says why, and starts on another try', async () => {
  render(<App firstStart={{ isReady: false, reason: 'The server did not answer.' }} />);
  expect(screen.getByRole('alert').textContent).toContain('The server did not answer.');
  serve();
  history.replaceState(null, '', '/auth');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Sign In' });
});

it('forgets at a sign-out what was said to the trader and what is in the tab', async () => {
  serve();
  const started = await start();
  if (!started.isReady) throw new Error(started.reason);
  history.replaceState(null, '', '/');
  render(<App firstStart={started} />);
  await act(() => started.session.signIn(TRADER.email, TRADER.password));
  sessionStorage.setItem('pipcast.asked', 'something');
  act(() => showToast({ title: 'Welcome back!', text: 'You have been signed in successfully' }));
  await act(() => started.session.signOut());
  expect(screen.queryByText('Welcome back!')).toBeNull();
  expect(sessionStorage.length).toBe(0);
  await started.session.dispose();
});
