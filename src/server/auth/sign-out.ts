import { validationFailed } from './auth-error.ts';
import type { AuthContext } from './auth-context.ts';
import type { Bearer } from './authenticator.ts';
import { endSessions, type SignOutScope } from './sessions.ts';

/** Ends the sessions of a scope: all of the user's (the default), this one, or all but this one. */
export async function signOut(
  { db }: AuthContext,
  scope: string | undefined,
  { user, session }: Bearer,
): Promise<void> {
  await endSessions(db, requireScope(scope ?? ''), { userId: user.id, sessionId: session.id });
}

function requireScope(scope: string): SignOutScope {
  if (scope === '') return 'global';
  if (scope === 'global' || scope === 'local' || scope === 'others') return scope;
  throw validationFailed(`Unsupported logout scope ${JSON.stringify(scope.slice(0, 40))}`);
}
