/**
 * Runs before the first paint, as a plain script that the server puts into the page (see vite.config.ts). It must not import anything; the keys and values are those of
 * src/web/lib/theme.ts, src/web/lib/session/session-storage.ts and src/web/features/auth/sign-in.tsx.
 */
const root = document.documentElement;

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is forbidden.
    return null;
  }
}

// A remembered theme is set at once, or the page would flash in the system's.
const theme = stored('pipcast.theme');
if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme;

// What the record's headline says depends on the reader's payout: the server has drawn it for the usual one (record.css).
if (stored('pipcast.payout') !== null) root.dataset['payout'] = '';

const hasSession = stored('pipcast.session') !== null;
const isDrawn = stored('pipcast.language') === null;
const isSignIn = !hasSession && /^\/(?:auth)?$/.test(location.pathname);
// The drawn sign-in page is not for the signed-in, and nothing drawn for the development language (styles/base.css).
if (!isDrawn) root.dataset['boot'] = 'undrawn';
else if (hasSession) root.dataset['boot'] = 'session';
else {
  // The drawn sign-in form accepts input before the app is there. A submit then would leave the page: the app repeats it.
  if (isSignIn) root.dataset['form'] = 'early';
  document.addEventListener('submit', (event) => {
    if (root.dataset['form'] === undefined) return;
    event.preventDefault();
    root.dataset['form'] = 'sent';
  });
}

/** If Geist comes later, the next page uses it: words would move before the reader's eyes. */
const LONGEST_WAIT_MS = 500;
/** Boxes stand for letters that the system has not: a browser waits for them as long. */
const LONGEST_WAIT_FOR_LETTERS_MS = 3_000;

// The drawn page is shown with its typefaces. See docs/decisions/0272, 0412 and 0429.
async function showWithTypefaces(): Promise<void> {
  const within = (ms: number, coming: readonly Promise<unknown>[]) =>
    Promise.race([Promise.all(coming), new Promise((_resolve, reject) => setTimeout(reject, ms))]);
  const own = within(LONGEST_WAIT_MS, [document.fonts.load('1em "Geist Variable"')]).catch(() =>
    root.style.setProperty('--typeface', 'var(--fallback)'),
  );
  const ofLetters = [...document.fonts].filter(({ family }) => family.includes('Subset'));
  if (ofLetters.length > 0) {
    // A browser asks for these when it lays out text that needs them.
    root.style.removeProperty('display');
    root.style.visibility = 'hidden';
    void root.offsetHeight;
  }
  const coming = ofLetters.filter(({ status }) => status === 'loading').map(({ loaded }) => loaded);
  await Promise.allSettled([own, within(LONGEST_WAIT_FOR_LETTERS_MS, coming)]);
  root.style.removeProperty('display');
  root.style.removeProperty('visibility');
}
// Not laid out before: to find a face of the system in the place of Geist, and lay the page out in it, takes a slow phone 100 ms.
root.style.display = 'none';
document.addEventListener('readystatechange', () => void showWithTypefaces(), { once: true });

// The first screen's files are fetched beside the app.
const files = (document.currentScript as HTMLScriptElement | null)?.dataset;
const needed = hasSession ? 'signedIn' : isSignIn ? 'signIn' : undefined;
if (files !== undefined && needed !== undefined) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = files[needed] ?? '';
  document.head.append(link);
}

// The first format of a number takes a slow phone 60 ms, that of a date 15 more: where a page begins with figures, each is made in a task
// of its own, while the page waits for its typeface. An equal format costs little then.
if (hasSession || location.pathname.startsWith('/record')) {
  const locale = root.lang === 'en' ? 'en-GB' : root.lang;
  requestAnimationFrame(() => {
    setTimeout(() => new Intl.NumberFormat(locale));
    setTimeout(() => new Intl.DateTimeFormat(locale));
  });
}
