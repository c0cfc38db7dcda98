import { setLanguage } from '../lib/catalogue.ts';

/** Takes the language that this device has chosen, fetched before anything is drawn. Whether that is English, as it is without a choice. */
export async function takeChosenLanguage(): Promise<boolean> {
  if (chosen() !== 'pseudo') return true;
  const { PSEUDO_LANGUAGE } = await import('../lib/pseudo-language.ts');
  setLanguage(PSEUDO_LANGUAGE);
  return false;
}

function chosen(): string | null {
  try {
    return localStorage.getItem('pipcast.language');
  } catch {
    return null;
  }
}
