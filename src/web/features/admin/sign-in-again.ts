import type { Session } from '../../lib/session/session.ts';

export interface SignInAgainDeps {
  readonly session: Pick<Session, 'signIn' | 'accessToken'>;
  readonly email: string;
  readonly authUrl: string;
}

/** Signs in with a key; undefined when it worked, else what to tell the person. */
export type SignInAgain = (key: string) => Promise<string | undefined>;

/** The account's sign-in as of now: a new session in the place of the one there is, which ends. */
export function createSignInAgain({ session, email, authUrl }: SignInAgainDeps): SignInAgain {
  return async (key) => {
    const before = await session.accessToken();
    const refusal = await session.signIn(email, key);
    if (refusal === undefined && before !== undefined) {
      // One that stays open ends by itself one day; nothing waits for it.
      void fetch(`${authUrl}/logout?scope=local`, {
        method: 'POST',
        headers: { authorization: `Bearer ${before}` },
      }).catch(() => {});
    }
    return refusal;
  };
}
