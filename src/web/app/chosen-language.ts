import { keptChoice } from '../lib/kept-choice.ts';
import { setLanguage } from '../lib/catalogue.ts';

/**
 * Takes the language that the server has chosen for this page (src/server/routes/site/page-language.ts), fetched before anything is drawn.
 * Whether the page is now in the language that the server has drawn it in.
 */
export async function takeChosenLanguage(): Promise<boolean> {
  const root = document.documentElement;
  if (keptChoice('pipcast.language') === 'pseudo') {
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
    // The language did not come: better English than nothing.
    root.lang = 'en';
    root.dir = 'ltr';
    return false;
  }
}
