import { describe, expect, it } from 'vitest';
import { createSessionStorage, SESSION_KEY } from './session-storage.ts';

const SESSION = { access_token: 'a.b.c', refresh_token: 'r', expires_at: 2_000_000_000, user: { id: '1' } };
const STORED = JSON.stringify(SESSION);

function refusing(error: string): () => Storage {
  return () => {
    throw new DOMException('refused', error);
  };
}

describe('a browser that stores', () => {
  it('keeps the session beyond the page', () => {
    createSessionStorage(() => localStorage).setItem(SESSION_KEY, STORED);
    const later = createSessionStorage(() => localStorage);
    expect(later.getItem(SESSION_KEY)).toBe(STORED);
    expect(later.hasSession()).toBe(true);
    expect(later.isPersistent()).toBe(true);
  });

  it.each([
    ['no JSON', 'hello'],
    ['null', 'null'],
    ['a number', '5'],
    ['no tokens', '{}x'],
    ['an access token that is no text', JSON.stringify({ ...SESSION, access_token: 5 })],
    ['an access token no header can carry', JSON.stringify({ ...SESSION, access_token: 'schlüssel\n' })],
    ['no refresh token', JSON.stringify({ ...SESSION, refresh_token: '' })],
    ['no time of expiry', JSON.stringify({ ...SESSION, expires_at: 'soon' })],
    ['no user', JSON.stringify({ ...SESSION, user: null })],
  ])('takes %s for no session, and removes it', (_, value) => {
    localStorage.setItem(SESSION_KEY, value);
    const storage = createSessionStorage(() => localStorage);
    expect(storage.hasSession()).toBe(false);
    expect(storage.getItem(SESSION_KEY)).toBeNull();
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  });

  it('lets a session expire only if it still holds the refused refresh token', () => {
    const storage = createSessionStorage(() => localStorage);
    storage.setItem(SESSION_KEY, STORED);
    storage.expire('another');
    expect(storage.getItem(SESSION_KEY)).toBe(STORED);
    storage.expire('r');
    expect(JSON.parse(storage.getItem(SESSION_KEY) ?? '')).toEqual({ ...SESSION, expires_at: 1 });
  });
});

describe.each(['SecurityError', 'QuotaExceededError'])('a browser that refuses with %s', (error) => {
  it('keeps the session for as long as the page lives, and says so', () => {
    const storage = createSessionStorage(refusing(error));
    expect(storage.getItem(SESSION_KEY)).toBeNull();
    expect(storage.isPersistent()).toBe(true);
    storage.setItem(SESSION_KEY, STORED);
    expect(storage.getItem(SESSION_KEY)).toBe(STORED);
    expect(storage.isPersistent()).toBe(false);
    storage.removeItem(SESSION_KEY);
    expect(storage.getItem(SESSION_KEY)).toBeNull();
  });
});

it('does not bring an older session back when the newer one did not fit', () => {
  localStorage.setItem(SESSION_KEY, STORED);
  const full = new Proxy(localStorage, {
    get(target, name) {
      if (name === 'setItem') return refusing('QuotaExceededError');
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const newer = JSON.stringify({ ...SESSION, refresh_token: 'newer' });
  const storage = createSessionStorage(() => full);
  storage.setItem(SESSION_KEY, newer);
  expect(storage.getItem(SESSION_KEY)).toBe(newer);
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
});
