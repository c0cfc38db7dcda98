import { currentLocale } from '../catalogue.ts';
import { texts } from './price-label-texts.ts';
import { priceLabelWords } from './price-label-words.ts';

/** The label of a run's prices in the page's language. */
export function priceLabelText(label: string): string {
  return priceLabelWords(label, texts, currentLocale());
}
