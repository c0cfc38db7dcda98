import { useState } from 'react';
import { type AdminApi, createAdminApi } from '../features/admin/admin-api.ts';
import { AdminView } from '../features/admin/admin-view.tsx';
import { adminTexts } from '../features/admin/texts.ts';
import { apiOf } from '../lib/api-client.ts';
import { useSession, useSessionState } from '../lib/session/session-context.ts';
import { useStore } from '../lib/store.ts';
import { useConfig } from './config-context.ts';
import { Loading } from './fetched.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PageFrame } from './page-frame.tsx';
import { SignInFirst } from './sign-in-first.tsx';

/** For admins; for all others the 404 page. */
export function AdminPage() {
  const session = useSession();
  const state = useSessionState();
  const [api] = useState(() => createAdminApi(apiOf(session)));
  const { value: self, problem } = useStore(api.self);
  const isRefused = useStore(api.isRefused);
  if (state.status === 'signed-out') return self === undefined ? <NotFoundPage /> : <SignInFirst />;
  if (isRefused) return <NotFoundPage />;
  if (state.status === 'loading' || (self === undefined && problem === undefined)) return <Loading />;
  return <SignedInAdmin api={api} email={state.email} />;
}

function SignedInAdmin({ api, email }: { readonly api: AdminApi; readonly email: string }) {
  const session = useSession();
  const { authUrl } = useConfig();

  /** The account's sign-in as of now: a new session in the place of the one there is, which ends. */
  async function signInAgain(key: string): Promise<string | undefined> {
    const before = await session.accessToken();
    const refusal = await session.signIn(email, key);
    if (refusal === undefined && before !== undefined) {
      // A session that stays open ends by itself later; nothing waits for it.
      void fetch(`${authUrl}/logout?scope=local`, {
        method: 'POST',
        headers: { authorization: `Bearer ${before}` },
      }).catch(() => {});
    }
    return refusal;
  }

  return (
    <PageFrame email={email} title={adminTexts.title}>
      <AdminView api={api} signInAgain={signInAgain} />
    </PageFrame>
  );
}
