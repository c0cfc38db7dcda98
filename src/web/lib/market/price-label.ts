import { currentLocale } from '../catalogue.ts';
import { texts } from './price-label-texts.ts';
import { priceLabelWords } from './price-label-words.ts';

/** What prices a run is on, in words of the page's language. */
export function priceLabelText(label: string): string {
  return priceLabelWords(label, texts, currentLocale());
}
