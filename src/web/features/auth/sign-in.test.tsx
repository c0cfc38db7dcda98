import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFakeAuthService,
  type FakeAuthService,
  TRADER,
} from '../../../../tests/support/fake-auth-service.ts';
import { PUBLIC_CONFIG } from '../../../../tests/support/public-config.ts';
import { createSession, type Session } from '../../lib/session/session.ts';
import { SessionContext } from '../../lib/session/session-context.ts';
import { createSessionStorage } from '../../lib/session/session-storage.ts';
import { Toaster } from '../../ui/toaster.tsx';
import { dismissToasts } from '../../ui/toasts.ts';
import { SignInForm } from './sign-in.tsx';

let service: FakeAuthService;
let session: Session;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation((message: string) => {
    if (!message.includes('Multiple GoTrueClient instances')) throw new Error(message);
  });
  service = createFakeAuthService();
});

afterEach(async () => {
  dismissToasts();
  await session.dispose();
});

function open(openLocalStorage: () => Storage = () => localStorage) {
  const storage = createSessionStorage(openLocalStorage);
  session = createSession({ authUrl: '/auth/v1', anonKey: 'public', fetch: service.fetch, storage });
  render(
    <SessionContext value={session}>
      <SignInForm contact={PUBLIC_CONFIG.contact} />
      <Toaster />
    </SessionContext>,
  );
}

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');

function fillIn(key: string) {
  fireEvent.change(email(), { target: { value: TRADER.email } });
  fireEvent.change(password(), { target: { value: key } });
}

async function send(key: string) {
  fillIn(key);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Sign In' })));
}

describe('the sign-in form', () => {
  it('asks for both fields and leaves checking the address to the browser', () => {
    open();
    expect(email().type).toBe('email');
    expect(email().required && password().required).toBe(true);
    expect(password().type).toBe('password');
  });

  it('says "Signing In..." while it waits, and sends once', async () => {
    service.mode = 'silent';
    open();
    await send(TRADER.password);
    const busy = screen.getByRole('button', { name: 'Signing In...' });
    expect(busy.getAttribute('aria-busy')).toBe('true');
    expect(email().disabled && password().disabled).toBe(true);
    fireEvent.click(busy);
    fireEvent.submit(screen.getByRole('form', { name: 'Sign in' }));
    await expect.poll(() => service.calls).toHaveLength(1);
  });

  it('welcomes', async () => {
    open();
    await send(TRADER.password);
    expect((await screen.findByText('Welcome back!')).closest('[role=status]')).not.toBeNull();
    expect(screen.getByText('You have been signed in successfully')).toBeDefined();
    expect(session.getState().status).toBe('signed-in');
  });

  it("shows the service's words when it refuses, with the cursor in the password", async () => {
    open();
    await send('wrong');
    const failure = await screen.findByRole('alert');
    expect(failure.textContent).toContain('Sign In Failed');
    expect(failure.textContent).toContain('Invalid login credentials');
    expect(document.activeElement).toBe(password());
    expect(screen.getByText('Invalid login credentials', { selector: 'form *' }).id).toBe(
      password().getAttribute('aria-describedby'),
    );
    expect(email().value).toBe(TRADER.email);
  });

  it('says that a session ended, unless the trader signed out', async () => {
    open();
    const said = () => screen.queryByText('Your session ended. Sign in again.');
    await send(TRADER.password);
    await act(() => session.signOut());
    expect([session.getState().status, said()]).toEqual(['signed-out', null]);
    await send(TRADER.password);
    service.revokeAll();
    dispatchEvent(new Event('online'));
    await expect.poll(said).not.toBeNull();
  });

  it('says nothing of the last failure while it asks again', async () => {
    open();
    await send('wrong');
    await screen.findByRole('alert');
    service.mode = 'silent';
    await send(TRADER.password);
    expect(password().getAttribute('aria-invalid')).toBe('false');
    expect(screen.queryByText('Invalid login credentials')).toBeNull();
  });

  it('replaces the last failure by the next', async () => {
    open();
    await send('wrong');
    await screen.findByRole('alert');
    service.mode = 'unreachable';
    await send('wrong');
    await screen.findAllByText(/cannot be reached/);
    await expect.poll(() => screen.getAllByRole('alert')).toHaveLength(1);
  });

  it.each(['unreachable', 'overloaded'] as const)(
    'says in the form that the service is %s, and finds no fault with the key',
    async (mode) => {
      service.mode = mode;
      open();
      await send(TRADER.password);
      const { textContent } = await screen.findByText(/^The sign-in service/, { selector: 'form p' });
      expect((await screen.findByRole('alert')).textContent).toContain(textContent);
      expect(password().getAttribute('aria-invalid')).toBe('false');
      expect(document.activeElement).toBe(password());
      service.mode = 'up';
      await send('wrong');
      await screen.findByText('Invalid login credentials', { selector: 'form p' });
      expect(password().getAttribute('aria-invalid')).toBe('true');
      expect(screen.queryByText(/^The sign-in service/)).toBeNull();
    },
  );

  it('says so when the browser will not remember the sign-in', async () => {
    open(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await send(TRADER.password);
    expect(await screen.findByText('Signed in for this tab only')).toBeDefined();
  });
});

describe('around the form', () => {
  it('shows what is typed as the key while that is asked for, and the field keeps its name and value', () => {
    open();
    fillIn('a-key');
    const eye = screen.getByRole('button', { name: 'Show password' });
    expect([password().type, eye.getAttribute('aria-pressed')]).toEqual(['password', 'false']);
    fireEvent.click(eye);
    expect([password().type, eye.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
    fireEvent.click(eye);
    expect([password().type, password().value]).toEqual(['password', 'a-key']);
  });

  it('says whom to call for a lost key, folded', () => {
    open();
    const fold = screen.getByText('Lost your key?').closest('details');
    expect(fold?.open).toBe(false);
    expect(fold?.textContent).toContain('Call +1 202 555 0143 with your trader ID.');
    expect(screen.getByRole('link', { name: '+1 202 555 0143' }).getAttribute('href')).toBe(
      'tel:+12025550143',
    );
  });
});
