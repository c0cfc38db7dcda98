import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('market', {
  open: 'Market open',
  closed: 'Market closed',
  hours: 'Market hours',
  session: '{name} <hours>{from}–{to}</hours>',
  openSession: '{name} <hours>{from}–{to}<hidden>, open now</hidden></hours>',
  /** One session after the other, in the order in which they open. */
  openUntil: '{name} open until {hour} {zone}',
  bothOpenUntil: '{first} open until {firstHour}, {second} until {secondHour} {zone}',
  opensToday: 'All closed. {name} opens {time} {zone}',
  opensLater: 'All closed. {name} opens {day} {time} {zone}',
});
