/**
 * Runs before the first paint, as a plain script (see vite.config.ts): a remembered theme is set at once, or the page
 * would flash in the system's. It must not import anything; the key and the values are those of src/web/lib/theme.ts.
 */
try {
  const theme = localStorage.getItem('pipcast.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
} catch {
  // Storage is forbidden: the system's theme it is.
}
