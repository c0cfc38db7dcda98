import { validationFailed } from './auth-error.ts';
import type { AuthContext, Client } from './auth-context.ts';
import type { Bearer } from './authenticator.ts';
import { recorded } from './recorded.ts';
import { endSessions, type SignOutScope } from './sessions.ts';

/** Ends the sessions of a scope: all of the user's (the default), this one, or all but this one. */
export async function signOut(
  context: AuthContext,
  scope: string | undefined,
  { user, session }: Bearer,
  client: Client,
): Promise<void> {
  const ended = requireScope(scope ?? '');
  await recorded(context, 'sign_out', client, async (about) => {
    about(user.id);
    await endSessions(context.db, ended, { userId: user.id, sessionId: session.id });
  });
}

function requireScope(scope: string): SignOutScope {
  if (scope === '') return 'global';
  if (scope === 'global' || scope === 'local' || scope === 'others') return scope;
  throw validationFailed(`Unsupported logout scope ${JSON.stringify(scope.slice(0, 40))}`);
}
