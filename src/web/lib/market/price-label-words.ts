import type { texts as labelTexts } from './price-label-texts.ts';

/** The label of a run's prices in a language: `Replay of 8 May 2014` for `replay 2014-05-08`; an unknown label stands for itself. */
export function priceLabelWords(label: string, texts: typeof labelTexts, locale: string): string {
  if (label === 'synthetic') return texts.synthetic;
  const [, first, last = first] = /^replay (\d{4}-\d\d-\d\d)(?:\/(\d{4}-\d\d-\d\d))?$/.exec(label) ?? [];
  if (first === undefined || last === undefined) return label;
  const days = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return texts.replay({ days: days.formatRange(Date.parse(first), Date.parse(last)) });
}
