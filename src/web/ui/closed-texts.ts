import { defineTexts } from '../lib/catalogue.ts';

export const closedTexts = defineTexts('ui/closed', {
  marketClosed: 'MARKET CLOSED',
  autoSignalsWillStart: 'Auto signals will start when market opens',
  waiting: 'Waiting for Market Open',
  daysAndTime: '{days, plural, one {# day} other {# days}} {time}',
  opens: 'Opens',
  yourTime: '{time} in your time zone, {zone}',
  firstThen: 'Asian session, then Tokyo at {time}',
  closedForTheWeekend: 'Closed for the weekend',
  closedForTheNight: 'Closed for the night',
});
