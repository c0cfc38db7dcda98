import { storeChoice } from './stored-choice.ts';
import { once } from './once.ts';
import { createStore, type OwnStore, useStore } from './store.ts';

export type Theme = 'light' | 'dark';

/** Read before the first paint by src/web/app/boot.ts as well. */
const THEME_KEY = 'pipcast.theme';
/** The header's colour, for the browser's own frame around the page: --surface of each theme. */
const FRAME_COLOUR: Record<Theme, string> = { light: '#fdfdfe', dark: '#15181b' };

const root = () => document.documentElement;
const systemDark = () => matchMedia('(prefers-color-scheme: dark)');
/** False while the server draws a page. */
const hasScreen = () => typeof document !== 'undefined';
/** Follows the system's theme while the page is open. */
const themeStore: () => OwnStore<Theme> = once(() =>
  createStore(currentTheme(), () => {
    const system = systemDark();
    const follow = () => themeStore().set(currentTheme());
    follow();
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }),
);

/** The present theme; the component renders again when it changes. */
export function useTheme(): Theme {
  return useStore(themeStore());
}

/** Switches to the other theme and remembers it, unless it is the system's own: then the page follows the system again. */
export function toggleTheme(): void {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark';
  const isSystems = theme === systemTheme();
  if (isSystems) delete root().dataset['theme'];
  else root().dataset['theme'] = theme;
  storeChoice(THEME_KEY, isSystems ? undefined : theme);
  paintFrame();
  themeStore().set(currentTheme());
}

/** Gives the browser's frame the colour of the theme that boot.ts has set. */
export function paintFrame(): void {
  const override = root().dataset['theme'] as Theme | undefined;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own: Theme = meta.getAttribute('media')?.includes('dark') ? 'dark' : 'light';
    meta.content = FRAME_COLOUR[override ?? own];
  }
}

function currentTheme(): Theme {
  if (!hasScreen()) return 'light';
  return (root().dataset['theme'] as Theme | undefined) ?? systemTheme();
}

function systemTheme(): Theme {
  return systemDark().matches ? 'dark' : 'light';
}
