import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import type { PublicConfig } from '../../core/protocol/public-config.ts';
import type { Session } from '../lib/session/session.ts';
import { createStore } from '../lib/store.ts';
import { App } from './app.tsx';

/** The sign-in page as HTML, for the server to send before there is a script. main.tsx takes it over. */
export function drawSignIn(config: PublicConfig): string {
  return renderToString(
    <StrictMode>
      <Router ssrPath="/auth">
        <App config={config} session={nobody()} />
      </Router>
    </StrictMode>,
  );
}

/** The session of a page that nobody can touch. */
function nobody(): Session {
  const never = () => Promise.reject(new Error('a page that is being drawn signs nobody in'));
  return {
    ...createStore({ status: 'signed-out', why: 'nobody' } as const),
    connection: createStore({ isReachable: true, lastAnswerAt: undefined }),
    isIntroduced: createStore(true),
    noteIntroduced: () => {},
    isPersistent: () => true,
    prepare: () => {},
    accessToken: never,
    signIn: never,
    signUp: never,
    signOut: never,
    dispose: never,
  };
}
