import { setLanguage } from '../lib/catalogue.ts';

/** Takes the language that this device has chosen, English unless there is another; it is fetched before anything is drawn. */
export async function takeChosenLanguage(): Promise<void> {
  if (chosen() !== 'pseudo') return;
  const { PSEUDO_LANGUAGE } = await import('../lib/pseudo-language.ts');
  setLanguage(PSEUDO_LANGUAGE);
}

function chosen(): string | null {
  try {
    return localStorage.getItem('pipcast.language');
  } catch {
    return null;
  }
}
