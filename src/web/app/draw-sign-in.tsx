import type { CompiledMessage } from 'icu-minify/format';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import type { PublicConfig } from '../../core/wire/public-config.ts';
import { setLanguage } from '../lib/catalogue.ts';
import type { Session } from '../lib/session/session.ts';
import { createStore } from '../lib/store.ts';
import { texts as uiTexts } from '../ui/texts.ts';
import { App } from './app.tsx';
import { pageTexts } from './page-texts.ts';
import { authPage } from './pages.ts';
import { authTexts } from './texts.ts';

await authPage.load();

interface FirstPart {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly messages: Readonly<Record<string, Readonly<Record<string, CompiledMessage>>>>;
}

const OTHERS = import.meta.glob<FirstPart>('../languages/*.ts', {
  query: '?part=first',
  import: 'default',
  eager: true,
});

/** The sign-in page as HTML in each language, English first, for the server to send before there is a script. main.tsx takes it over. */
export function drawSignIn(config: PublicConfig) {
  const english = drawn(config, 'en', 'ltr');
  const others = Object.values(OTHERS).map(({ locale, direction, messages }) => {
    setLanguage({ locale, direction, message: (room, key) => messages[room]?.[key] });
    return drawn(config, locale, direction);
  });
  return [english, ...others];
}

function drawn(config: PublicConfig, locale: string, direction: 'ltr' | 'rtl') {
  const signIn = renderToString(
    <StrictMode>
      <Router ssrPath="/auth">
        <App config={config} session={signedOut()} />
      </Router>
    </StrictMode>,
  );
  const script = new Intl.Locale(locale).maximize().script;
  return {
    locale,
    direction,
    script,
    signIn,
    title: authTexts.title,
    loading: uiTexts.loading,
    needsScript: pageTexts.needsScript,
  };
}

/** The session of a page that is only drawn. */
function signedOut(): Session {
  const never = () => Promise.reject(new Error('a page that is being drawn has no sign-in'));
  return {
    ...createStore({ status: 'signed-out', why: 'no-session' } as const),
    connection: createStore({ lostAt: undefined }),
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
