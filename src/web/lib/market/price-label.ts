import { currentLocale } from '../catalogue.ts';
import { once } from '../once.ts';
import { texts } from './price-label-texts.ts';

const days = once(
  () =>
    new Intl.DateTimeFormat(currentLocale(), {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);

/** What prices a run is on, in words: `Replay of 8 May 2014` of the label `replay 2014-05-08`; a label of another server stands for itself. */
export function priceLabelText(label: string): string {
  if (label === 'synthetic') return texts.synthetic;
  const [, first, last = first] = /^replay (\d{4}-\d\d-\d\d)(?:\/(\d{4}-\d\d-\d\d))?$/.exec(label) ?? [];
  if (first === undefined || last === undefined) return label;
  return texts.replay({ days: days().formatRange(Date.parse(first), Date.parse(last)) });
}
