import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showToast } from '../ui/toasts.ts';
import { createFakeAuthService, TRADER } from '../../../tests/support/fake-auth-service.ts';
import { App } from './app.tsx';
import { introductionAsked } from './introduction-asked.ts';
import { openSession } from './open-session.ts';

const CONFIG = {
  authUrl: '/auth/v1',
  anonKey: 'public',
  market: false,
  livePrices: true,
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

it('forgets at a sign-out what was said to the trader and what is in the tab', async () => {
  vi.stubGlobal('fetch', createFakeAuthService().fetch);
  const session = openSession(CONFIG);
  history.replaceState(null, '', '/');
  render(<App config={CONFIG} session={session} />);
  await act(() => session.signIn(TRADER.email, TRADER.password));
  sessionStorage.setItem('pipcast.asked', 'something');
  introductionAsked.set(true);
  act(() => showToast({ title: 'Welcome back!', text: 'You have been signed in successfully' }));
  await act(() => session.signOut());
  expect(screen.queryByText('Welcome back!')).toBeNull();
  expect(sessionStorage.length).toBe(0);
  expect(introductionAsked.getState()).toBe(false);
  await session.dispose();
});
