import { type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import type { PublicConfig } from '../../core/wire/public-config.ts';
import type { RecordStory, RecordSummary } from '../../core/wire/record.ts';
import { AboutUs } from '../features/about/about-us.tsx';
import { CheckForm } from '../features/check/check-form.tsx';
import { MODES, sources } from '../features/draws/signals-panel.tsx';
import { texts as drawTexts } from '../features/draws/texts.ts';
import { DrawnRecord } from '../features/record/record-head.tsx';
import { DrawnStory } from '../features/record/story-view.tsx';
import { type LanguagePart, setLanguage } from '../lib/catalogue.ts';
import { SessionContext } from '../lib/session/session-context.ts';
import type { Session } from '../lib/session/session.ts';
import { createStore } from '../lib/store.ts';
import { SignalFrame } from '../ui/signal-frame.tsx';
import { texts as uiTexts } from '../ui/texts.ts';
import { App } from './app.tsx';
import { ConfigContext } from './config-context.ts';
import { Header, Menu } from './header.tsx';
import { MainNav } from './main-nav.tsx';
import { PageFrame } from './page-frame.tsx';
import { authPage } from './pages.ts';
import { shellTexts } from './shell-texts.ts';
import { texts as signInTexts } from '../features/auth/texts.ts';
import { LabelledToggle } from '../ui/toggle.tsx';

await authPage.load();

const LANGUAGES: readonly LanguagePart[] = [
  { locale: 'en', direction: 'ltr', messages: {} },
  ...Object.values(
    import.meta.glob<LanguagePart>('../languages/*.ts', {
      query: '?part=all',
      import: 'default',
      eager: true,
    }),
  ),
];

interface DrawnPage {
  readonly path: string;
  readonly title: () => string;
  /** Of the server's own answer. */
  readonly draw: (answer: unknown) => ReactNode;
}

/** What is drawn for whom: `home` for those who are signed in, who at `/` and `/auth` are not shown `signIn`. */
const DRAWN = {
  signIn: { path: '/auth', title: () => signInTexts.form, draw: () => <App {...current} /> },
  home: { path: '/', title: () => uiTexts.signals, draw: () => inContexts(<HomeFrame />) },
  check: framed('/check', () => shellTexts.checkTitle, drawnCheck),
  record: framed(
    '/record',
    () => uiTexts.record,
    (answer) => <DrawnRecord summary={answer as RecordSummary | undefined} />,
  ),
  story: framed(
    '/record',
    () => uiTexts.record,
    (answer) => <DrawnStory story={answer as RecordStory | undefined} />,
  ),
};

let current: { readonly config: PublicConfig; readonly session: Session };

/**
 * The pages as HTML in each language, English first, for the server to send before there is a script: of the same components as in the
 * browser. What is drawn of the record is what `answer` says, the server's own answer to a reader who is not signed in.
 */
export function drawPages(config: PublicConfig) {
  return LANGUAGES.map(({ locale, direction, messages }) => {
    const use = () =>
      setLanguage({
        locale: locale === 'en' ? 'en-GB' : locale,
        direction,
        message: (room, key) => messages[room]?.[key],
      });
    use();
    return {
      locale,
      direction,
      script: new Intl.Locale(locale).maximize().script,
      loading: uiTexts.loading,
      needsScript: shellTexts.needsScript,
      draw(name: keyof typeof DRAWN, answer?: unknown) {
        use();
        current = { config, session: signedOut() };
        const { path, draw, title }: DrawnPage = DRAWN[name];
        const html = renderToString(
          <StrictMode>
            <Router ssrPath={path}>{draw(answer)}</Router>
          </StrictMode>,
        );
        return { title: title(), html };
      },
    };
  });
}

function inContexts(page: ReactNode): ReactNode {
  return (
    <ConfigContext value={current.config}>
      <SessionContext value={current.session}>{page}</SessionContext>
    </ConfigContext>
  );
}

/** In the frame of a page that needs no sign-in. */
function framed(path: string, title: DrawnPage['title'], draw: DrawnPage['draw']): DrawnPage {
  const page = (answer: unknown) => (
    <PageFrame email={undefined} title={title()}>
      {draw(answer)}
    </PageFrame>
  );
  return { path, title, draw: (answer) => inContexts(page(answer)) };
}

function drawnCheck(): ReactNode {
  const never = () => {};
  const { market, publicRecord } = current.config;
  return (
    // Input in a form that the app is about to replace would be lost.
    <div inert>
      <CheckForm
        isBusy={false}
        refusal={undefined}
        onSource={never}
        onCancel={never}
        onOurs={market && publicRecord ? never : undefined}
      />
    </div>
  );
}

/** The home page's frame with an empty card: only the browser knows its signal. */
function HomeFrame() {
  const { market, brand, contact } = current.config;
  return (
    <div className="page">
      <Header nav={market ? <MainNav /> : null}>
        <Menu />
      </Header>
      <main className="wrap main">
        <div className="bar">
          <LabelledToggle label={drawTexts.mode} options={MODES} />
          {market ? <LabelledToggle label={drawTexts.source} options={sources()} /> : null}
        </div>
        <div className="grid">
          <div className="stack c8">
            <SignalFrame
              label={uiTexts.loading}
              isBusy
              heading={null}
              what={<output className="signal__direction">{uiTexts.loading}</output>}
              confidence={<span className="skeleton skeleton--confidence" />}
              meta={null}
            />
          </div>
          <div className="stack c4">
            <AboutUs brand={brand} contact={contact} />
          </div>
        </div>
      </main>
    </div>
  );
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
