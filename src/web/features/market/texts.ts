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
  now: 'now',
  namedHours: '{name} {from}–{to}',
  weekSessions: '{asian}, {tokyo}, {london}.',
  inYourZone: 'In your time zone, {zone}: {hours}',
});

export const sessionTexts = defineTexts('market/sessions', {
  asian: 'Asian',
  tokyo: 'Tokyo',
  london: 'London',
});
