import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showToast } from '../ui/toasts.ts';
import { createFakeAuthService, TRADER } from '../../../tests/support/fake-auth-service.ts';
import { PUBLIC_CONFIG } from '../../../tests/support/public-config.ts';
import { App } from './app.tsx';
import { introductionAsked } from './introduction-asked.ts';
import { openSession } from './open-session.ts';

// Each test opens a client of its own, as each page does; the library warns of a second one in the same window.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('forgets at a sign-out what was said to the trader and what is in the tab', async () => {
  vi.stubGlobal('fetch', createFakeAuthService().fetch);
  const session = openSession(PUBLIC_CONFIG);
  history.replaceState(null, '', '/');
  render(<App config={PUBLIC_CONFIG} session={session} />);
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
