import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFakeAuthService,
  type FakeAuthService,
  TRADER,
} from '../../../tests/support/fake-auth-service.ts';
import { PUBLIC_CONFIG } from '../../../tests/support/public-config.ts';
import { createSession, type Session } from '../lib/session/session.ts';
import { createLazyPart } from '../lib/lazy-part.ts';
import { App } from './app.tsx';
import { ConfigContext } from './config-context.ts';
import { Fetched } from './fetched.tsx';

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

/** The record answers that it cannot: where it leads to is what these tests look at. */
function stubRecord() {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 503 }));
}

function open(path: string, config = PUBLIC_CONFIG) {
  history.replaceState(null, '', path);
  render(<App config={config} session={session} />);
}

/** There are two: one in the header, which phones do not show, and one in its menu. */
async function signOutButton(): Promise<HTMLElement> {
  const [button] = await screen.findAllByRole('button', { name: 'Sign Out' });
  return button as HTMLElement;
}

describe('routes', () => {
  it('sends a visitor who is not signed in from / to /auth', async () => {
    open('/');
    await screen.findByRole('button', { name: 'Sign In' });
    expect(location.pathname).toBe('/auth');
    await expect.poll(() => document.title).toBe('Sign in · Fivepips');
  });

  it('sends a signed-in trader from /auth to /', async () => {
    await session.signIn(TRADER.email, TRADER.password);
    open('/auth');
    await screen.findByRole('region', { name: 'About Us' });
    expect(location.pathname).toBe('/');
    await expect.poll(() => document.title).toBe('Signals · Fivepips');
    expect(screen.getByRole('link', { name: 'Fivepips home' })).toBeDefined();
  });

  it.each(['/record', '/record/5f9d7a52-0000-4000-8000-000000000000?ledger=live-1'])(
    'leads from the sign-in to %s, which was asked for while signed out',
    async (page) => {
      stubRecord();
      open(page, { ...PUBLIC_CONFIG, market: true });
      await screen.findByRole('button', { name: 'Sign In' });
      expect(location.pathname).toBe('/auth');
      await act(() => session.signIn(TRADER.email, TRADER.password));
      await expect.poll(() => location.pathname + location.search).toBe(page);
    },
  );

  it('leads to / from the sign-in after Sign Out on the record', async () => {
    stubRecord();
    await session.signIn(TRADER.email, TRADER.password);
    open('/record', { ...PUBLIC_CONFIG, market: true });
    const button = await signOutButton();
    await act(async () => fireEvent.click(button));
    await screen.findByRole('button', { name: 'Sign In' });
    await act(() => session.signIn(TRADER.email, TRADER.password));
    await screen.findByRole('region', { name: 'About Us' });
    expect(location.pathname).toBe('/');
  });

  it('leads nowhere else than to a page of this app, whatever the history holds', async () => {
    await session.signIn(TRADER.email, TRADER.password);
    history.replaceState({ askedFor: '//example.com/record' }, '', '/auth');
    render(<App config={PUBLIC_CONFIG} session={session} />);
    await screen.findByRole('region', { name: 'About Us' });
    expect(location.href).toBe(new URL('/', location.href).href);
  });

  it('signs out to /auth, however often it is pressed, and goes on from the top of that page', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
    await session.signIn(TRADER.email, TRADER.password);
    open('/');
    const button = await signOutButton();
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
    open('/record', { ...PUBLIC_CONFIG, market: true });
    await screen.findByText('This did not load');
    expect(tokens.slice(0, 2)).toEqual(['Bearer access-1', 'Bearer access-2']);
  });

  it('says so when the server could not be reached for a sign-out', async () => {
    await session.signIn(TRADER.email, TRADER.password);
    open('/');
    const button = await signOutButton();
    service.mode = 'unreachable';
    await act(async () => fireEvent.click(button));
    await screen.findByText(/server could not be reached/);
    expect(location.pathname).toBe('/auth');
  });

  it.each(['/no/such/page', '/%', '/record/%E0%A4%A'])(
    'shows the 404 page at %s and logs it exactly once',
    async (page) => {
      const error = vi.spyOn(console, 'error').mockImplementation(() => {});
      open(page);
      await screen.findByText('Oops! Page not found');
      expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
      await act(async () => {});
      expect(error.mock.calls).toEqual([[`404: there is no page at ${page}`]]);
    },
  );

  it('says that it is offline while the server does not answer', async () => {
    await session.signIn(TRADER.email, TRADER.password);
    open('/');
    await signOutButton();
    act(() => {
      dispatchEvent(new Event('offline'));
    });
    expect(screen.getByText('You are offline.').parentElement?.textContent).toMatch(
      /No answer from the server since \d\d:\d\d:\d\d .+\. Trying again\./,
    );
    act(() => {
      dispatchEvent(new Event('online'));
    });
    await expect.poll(() => screen.queryByText('You are offline.')).toBeNull();
  });
});

it('gives a page that does not load the menu of every other page', async () => {
  const page = createLazyPart<never>(() => Promise.reject(new Error('no connection')));
  render(
    <ConfigContext value={PUBLIC_CONFIG}>
      <Fetched page={page}>{() => null}</Fetched>
    </ConfigContext>,
  );
  await screen.findByText('This did not load', { selector: 'b' });
  expect(screen.getByRole('combobox', { name: 'Language', hidden: true })).toBeDefined();
});
