import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFakeAuthService,
  type FakeAuthService,
  TRADER,
} from '../../../tests/support/fake-auth-service.ts';
import { createSession, type Session } from '../lib/session/session.ts';
import { App } from './app.tsx';

const CONFIG = {
  authUrl: '/auth/v1',
  anonKey: 'public',
  market: false,
  publicRecord: false,
  brand: { name: 'Fivepips' },
  contact: {
    phone: '+1 202 555 0143',
    brokerUrl: 'https://example.com/broker',
    videosUrl: 'https://example.com/videos',
    communityUrl: 'https://example.com/community',
  },
};

let service: FakeAuthService;
let session: Session;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation((message: string) => {
    if (!message.includes('Multiple GoTrueClient instances')) throw new Error(message);
  });
  service = createFakeAuthService();
  session = createSession({ authUrl: '/auth/v1', anonKey: 'public', fetch: service.fetch });
});

afterEach(async () => {
  await session.dispose();
  vi.unstubAllGlobals();
});

function open(path: string, config = CONFIG) {
  history.replaceState(null, '', path);
  render(<App firstStart={{ isReady: true, config, session }} />);
}

describe('routes', () => {
  it('shows "Loading...", then sends somebody who is not signed in from / to /auth', async () => {
    open('/');
    expect(screen.getByText('Loading...')).toBeDefined();
    await screen.findByRole('button', { name: 'Sign In' });
    expect(location.pathname).toBe('/auth');
    expect(document.title).toBe('Sign in · Fivepips');
  });

  it('sends somebody who is signed in from /auth to /', async () => {
    await session.signIn(TRADER.email, TRADER.password);
    open('/auth');
    await screen.findByRole('region', { name: 'About Us' });
    expect(location.pathname).toBe('/');
    expect(document.title).toBe('Signals · Fivepips');
    expect(screen.getByRole('link', { name: 'Fivepips home' })).toBeDefined();
  });

  it('signs out to /auth, however often it is pressed, and goes on from the top of that page', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
    await session.signIn(TRADER.email, TRADER.password);
    open('/');
    const button = await screen.findByRole('button', { name: 'Sign Out' });
    scrollTo.mockClear();
    act(() => button.click());
    await act(async () => button.click());
    await screen.findByRole('button', { name: 'Sign In' });
    expect(location.pathname).toBe('/auth');
    expect(service.calls.filter((call) => call.includes('logout'))).toEqual([
      'POST /auth/v1/logout?scope=global',
    ]);
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(scrollTo.mock.calls).toEqual([[0, 0]]);
  });

  it('asks for the record once more with a new token when one is refused', async () => {
    await session.signIn(TRADER.email, TRADER.password);
    const tokens: (string | null)[] = [];
    vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
      tokens.push(new Headers(init?.headers).get('authorization'));
      return Response.json({}, { status: tokens.length === 1 ? 401 : 503 });
    });
    open('/record', { ...CONFIG, market: true });
    await screen.findByText('The record did not load');
    expect(tokens.slice(0, 2)).toEqual(['Bearer access-1', 'Bearer access-2']);
  });

  it('says so when the server could not be told of a sign-out', async () => {
    await session.signIn(TRADER.email, TRADER.password);
    open('/');
    const button = await screen.findByRole('button', { name: 'Sign Out' });
    service.mode = 'unreachable';
    await act(async () => fireEvent.click(button));
    await screen.findByText(/server could not be told/);
    expect(location.pathname).toBe('/auth');
  });

  it('shows the 404 page at any other address and logs it exactly once', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    open('/no/such/page');
    expect(screen.getByText('Oops! Page not found')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
    await act(async () => {});
    expect(error.mock.calls).toEqual([['404: there is no page at /no/such/page']]);
  });

  it('says that it is offline while the server does not answer', async () => {
    await session.signIn(TRADER.email, TRADER.password);
    open('/');
    await screen.findByRole('button', { name: 'Sign Out' });
    act(() => {
      dispatchEvent(new Event('offline'));
    });
    expect(screen.getByText('You are offline.').parentElement?.textContent).toMatch(
      /The server last answered at \d\d:\d\d:\d\d .+\. Trying again\./,
    );
    act(() => {
      dispatchEvent(new Event('online'));
    });
    await expect.poll(() => screen.queryByText('You are offline.')).toBeNull();
  });
});

describe('a start without configuration', () => {
  it('says why and starts on another try', async () => {
    render(<App firstStart={{ isReady: false, reason: 'The server did not answer.' }} />);
    expect(screen.getByRole('alert').textContent).toContain('The server did not answer.');
    vi.stubGlobal('fetch', async () => Response.json(CONFIG));
    history.replaceState(null, '', '/auth');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Sign In' });
  });
});
