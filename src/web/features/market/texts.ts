import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('market', {
  open: 'Market open',
  closed: 'Market closed',
  openShort: 'Open',
  closedShort: 'Closed',
  closedOn: '{day}, closed',
  hours: 'Market hours',
  sessionHours: '{from}–{to}',
  openSessionHours: '{from}–{to}<hidden>, open now</hidden>',
  openUntil: '{name} open until {hour} {zone}',
  bothOpenUntil: '{first} open until {firstHour}, {second} until {secondHour} {zone}',
  opensToday: 'All closed. {name} opens {time} {zone}',
  dayClosed: 'Closed',
  yourTime: '{from}–{to} your time',
  weekNote: 'All times are {zone}. Each day runs from 00 to 24.',
  weekNoteTwoZones: 'Times are {zone}, below them in your own time zone, {own}. Each day runs from 00 to 24.',
  opensLater: 'All closed. {name} opens {day} {time} {zone}',
});

export const sessionTexts = defineTexts('market/sessions', {
  asian: 'Asian',
  tokyo: 'Tokyo',
  london: 'London',
});
