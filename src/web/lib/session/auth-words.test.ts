import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFakeAuthService, TRADER } from '../../../../tests/support/fake-auth-service.ts';
import { setLanguage } from '../catalogue.ts';
import { createSession, type Session } from './session.ts';

let session: Session;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation((message: string) => {
    if (!message.includes('Multiple GoTrueClient instances')) throw new Error(message);
  });
});
afterEach(async () => {
  setLanguage({ locale: 'en-GB', direction: 'ltr', message: (_room, _key, english) => english });
  await session.dispose();
});

/** A service that has words of its own for its codes. */
async function refusedWith(code: string): Promise<string | undefined> {
  const service = createFakeAuthService();
  const send: typeof fetch = async (input, init) => {
    const answer = await service.fetch(input, init);
    if (answer.ok) return answer;
    const headers = { 'x-supabase-api-version': '2024-01-01' };
    return Response.json(
      { code, message: 'Wrong address or key, says the service.' },
      { status: 400, headers },
    );
  };
  session = createSession({ authUrl: '/auth/v1', anonKey: 'public', fetch: send });
  return session.signIn(TRADER.email, 'wrong');
}

it('in English the words of the service are shown, also of a code that has a text here', async () => {
  expect(await refusedWith('invalid_credentials')).toBe('Wrong address or key, says the service.');
});

it('in another language a code has its translation, and one without keeps the words of the service', async () => {
  setLanguage({ locale: 'pt-BR', direction: 'ltr', message: (_room, key) => `translated ${key}` });
  expect(await refusedWith('invalid_credentials')).toBe('translated invalid_credentials');
  await session.dispose();
  expect(await refusedWith('otp_disabled')).toBe('Wrong address or key, says the service.');
});
