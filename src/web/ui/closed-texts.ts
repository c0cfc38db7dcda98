import { defineTexts } from '../lib/catalogue.ts';

export const closedTexts = defineTexts('ui/closed', {
  marketClosed: 'MARKET CLOSED',
  autoSignalsWillStart: 'Auto signals will start when market opens',
  waiting: 'Waiting for Market Open',
  opens: 'Opens',
  yourTime: '{time} in your time zone, {zone}',
  whatOpens: 'What opens',
  firstThen: 'Asian session, then Tokyo at {time}',
  londonLater: 'London opens at {time} {zone}',
  londonLaterInTwoZones: 'London opens at {time} {zone}, {own} your time',
  closedForTheWeekend: 'Closed for the weekend',
  closedForTheNight: 'Closed for the night',
});
