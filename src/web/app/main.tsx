import { setLanguage } from '../lib/catalogue.ts';
import { storedChoice } from '../lib/stored-choice.ts';
import '../styles/tokens.css';
import '../styles/fonts.css';
import '../styles/base.css';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Router } from 'wouter';
import type { PublicConfig } from '../../core/wire/public-config.ts';
import type { Session } from '../lib/session/session.ts';
import { paintFrame } from '../lib/theme.ts';
import { App } from './app.tsx';
import { openSession } from './open-session.ts';
import { authPage } from './pages.ts';

// The home page's styles come with the first ones: a style file of its own would be a ninth file of a visit. Styles for outcomes
// and reasons of market signals come with those.
import.meta.glob(
  [
    '../app/*.css',
    '!../app/not-found.css',
    '../ui/*.css',
    '!../ui/{course,luck-dots,outcome,race,report,switch-row,waffle,why-bars}.css',
    '../features/{about,auth,draws,market}/*.css',
  ],
  { eager: true },
);

// What the sign-in page and the home page both show is in the first file, or one would fetch the other's.
import.meta.glob(
  [
    './{home-link,language-field,use-page}.{ts,tsx}',
    '../lib/{now,running-signal}.ts',
    '../ui/{button,direction-face,field,icon,links,opens,tag}.{ts,tsx}',
  ],
  { eager: true },
);

paintFrame();
void openPage();

async function openPage(): Promise<void> {
  // In its own task, where the browser can: running the script's file is a long one on a slow phone.
  await (globalThis.scheduler as Partial<Scheduler> | undefined)?.yield?.();
  const isAsDrawn = await takeChosenLanguage();
  const config = JSON.parse(elementOf('config').textContent) as PublicConfig;
  const session = openSession(config);
  // A session may end while offline. Loaded later: the first load is of the requested page.
  if (session.getState().status !== 'signed-out') setTimeout(() => void authPage.load(), 1_000);
  keepAppLater(session);
  const root = elementOf('root');
  const page = (
    <StrictMode>
      <Router>
        <App config={config} session={session} />
      </Router>
    </StrictMode>
  );
  // The server has drawn the sign-in page (draw-pages.tsx) for /auth, and for / where it is what shows without a session.
  const hasSession = session.getState().status !== 'signed-out';
  const isDrawn = isAsDrawn && root.hasChildNodes() && !hasSession;
  if (isDrawn) await authPage.load();
  const isTakenOver = isDrawn && !authPage.getState().hasFailed;
  if (isTakenOver && location.pathname === '/') history.replaceState(null, '', '/auth');
  if (!isTakenOver) root.replaceChildren();
  const frame = document.getElementById('drawn');
  if (!isAsDrawn || (frame?.dataset['for'] !== undefined && !hasSession)) frame?.remove();
  else delete frame?.dataset['for'];
  delete document.documentElement.dataset['boot'];
  if (isTakenOver) document.getElementById('loading')?.remove();
  else new MutationObserver(leaveDrawn).observe(root, { childList: true });
  // In a transition React works in short tasks, and gives way to what the person types.
  startTransition(() => {
    if (isTakenOver) hydrateRoot(root, page);
    else createRoot(root).render(page);
  });
}

/**
 * Not before the page has come to rest; a page that was kept says so at once. The sign-in page alone fetches no more than itself: the
 * app's files are kept from the sign-in on, or from a visit of another page.
 */
function keepAppLater(session: Session): void {
  const isKept = 'kept' in document.documentElement.dataset;
  const isWanted = () => isKept || session.getState().status === 'signed-in' || location.pathname !== '/auth';
  const keepIfWanted = () => {
    if (!isWanted()) return;
    stop();
    // The reader may sign out before the file is here.
    void import('./keep-app.ts').then((app) => (isWanted() ? app.keepApp() : follow())).catch(() => {});
  };
  const follow = () => {
    stop = session.subscribe(keepIfWanted);
  };
  let stop = () => {};
  const start = () => {
    follow();
    keepIfWanted();
  };
  setTimeout(start, isKept ? 0 : 5_000);
}

/** Removes the server's drawing, or "Loading...", in the frame that shows the app's page. */
function leaveDrawn(_changes: unknown, observer: MutationObserver): void {
  if (document.querySelector('#root > :not(.loading)') === null) return;
  observer.disconnect();
  for (const id of ['drawn', 'loading']) document.getElementById(id)?.remove();
}

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * Takes the language that the server has chosen for this page (src/server/routes/site/pages.ts), fetched before anything is drawn.
 * Whether the page is now in the language that the server has drawn it in.
 */
async function takeChosenLanguage(): Promise<boolean> {
  const root = document.documentElement;
  if (storedChoice('pipcast.language') === 'pseudo') {
    const { PSEUDO_LANGUAGE } = await import('../lib/pseudo-language.ts');
    setLanguage(PSEUDO_LANGUAGE);
    root.lang = PSEUDO_LANGUAGE.locale;
    root.dir = PSEUDO_LANGUAGE.direction;
    return false;
  }
  if (root.lang === 'en') return true;
  try {
    const { takeLanguage } = await import('./take-language.ts');
    await takeLanguage(root.lang);
    return true;
  } catch {
    // The language could not be fetched: English instead.
    root.lang = 'en';
    root.dir = 'ltr';
    return false;
  }
}
