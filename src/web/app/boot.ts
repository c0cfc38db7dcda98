/**
 * Runs before the first paint, as a plain script that the server puts into the page (see vite.config.ts). It must not import anything; the keys and values are those of
 * src/web/lib/theme.ts, src/web/lib/session/session-storage.ts and src/web/lib/early-form.ts.
 */
const root = document.documentElement;

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is forbidden: nothing is in it.
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
  // The drawn sign-in form can be typed into before the app is there. Sent by then, it would leave the page: it is sent again by the app.
  if (isSignIn) root.dataset['form'] = 'early';
  document.addEventListener('submit', (event) => {
    if (root.dataset['form'] === undefined) return;
    event.preventDefault();
    root.dataset['form'] = 'sent';
  });
}

// Where the system has no letters of the language, boxes of other widths would stand for them until ours are here: the drawn page is shown with the
// letters, or after as long as a browser waits. See docs/decisions/0272.
function showWithLetters(): void {
  // A browser asks for a typeface when it lays out text that needs it.
  void root.offsetHeight;
  const coming = [...document.fonts].filter(
    ({ family, status }) => /Subset/.test(family) && status === 'loading',
  );
  const show = () => root.style.removeProperty('visibility');
  setTimeout(show, 3_000);
  void Promise.all(coming.map(({ loaded }) => loaded)).then(show, show);
}
if (root.lang !== 'en') {
  root.style.visibility = 'hidden';
  document.addEventListener('readystatechange', showWithLetters, { once: true });
}

// What the first screen needs is fetched beside the app.
const files = (document.currentScript as HTMLScriptElement | null)?.dataset;
const needed = hasSession ? 'signedIn' : isSignIn ? 'signIn' : undefined;
if (files !== undefined && needed !== undefined) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = files[needed] ?? '';
  document.head.append(link);
}

// The first format of a date takes a slow phone 100 ms: it is made while the app is on its way. A format that is alike costs little then.
if (hasSession) {
  const locale = root.lang === 'en' ? 'en-GB' : root.lang;
  requestAnimationFrame(() => setTimeout(() => new Intl.DateTimeFormat(locale)));
}
