/**
 * Runs before the first paint, as a plain script (see vite.config.ts). It must not import anything; the keys and values are those of
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

const hasSession = stored('pipcast.session') !== null;
if (!hasSession && stored('pipcast.language') === null) {
  // The drawn form can be typed into before the app is there. Sent by then, it would leave the page: it is sent again by the app.
  root.dataset['form'] = 'early';
  document.addEventListener('submit', (event) => {
    if (root.dataset['form'] === undefined) return;
    event.preventDefault();
    root.dataset['form'] = 'sent';
  });
} else {
  // The drawn sign-in page is not for the signed-in, nor for the development language.
  root.dataset['hideDrawn'] = '';
}

// Styles and layout are computed in tasks of their own once page and styles are here, before the frame that paints: between them a slow
// phone answers a touch. The first of the sheets is the one in the page itself. See docs/decisions/0265.
function computeStyles(): void {
  if (document.readyState !== 'interactive' || document.styleSheets.length < 2) return;
  void getComputedStyle(root).color;
  setTimeout(() => void root.offsetHeight);
}
document.addEventListener('readystatechange', computeStyles);
document.addEventListener('load', computeStyles, true);

// What the first screen needs is fetched beside the app.
const files = (document.currentScript as HTMLScriptElement | null)?.dataset;
const needed = hasSession ? 'signedIn' : /^\/(?:auth)?$/.test(location.pathname) ? 'signIn' : undefined;
if (files !== undefined && needed !== undefined) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = files[needed] ?? '';
  document.head.append(link);
}
