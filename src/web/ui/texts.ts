import { defineTexts } from '../lib/catalogue.ts';

export const texts = defineTexts('ui', {
  confidence: 'Confidence <b>{percent}</b>',
  timeframe: 'Timeframe',
  generated: 'Generated',
  marketClock: 'Market clock',
  expiresIn: 'Expires in <b>{seconds, number}<small>s</small></b>',
  startsIn: 'Starts in <b>{seconds, number}<small>s</small></b>',
  decidesIn: 'Decides in <b>{seconds, number}<small>s</small></b>',
  generate: 'Generate P-BOT Signal',
  simulated: 'Simulated',
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  tryAgain: 'Try again',
  didNotLoad: 'This did not load',
  partStopped: 'This part of the page stopped working',
  onlyAPart: 'The rest of the page goes on. If it happens again, reload the page.',
  loading: 'Loading...',
  newTab: 'Opens in a new tab',
  showMore: 'Show more',
  checkConnection: 'Check your connection. If it happens again, reload the page.',
  alerts: 'Alerts',
  from: 'From',
  to: 'To',
  signIn: 'Sign In',
  community: 'Join the community',
  payout: 'Payout, % of the stake',
  breakEven: 'Break-even {rate}',
  risk: 'Binary options are prohibited for retail clients in the EU and the UK and restricted elsewhere. Most retail accounts lose money. Nothing here is advice.',
});

export const measuredTexts = defineTexts('ui/measured', { measured: 'Measured' });
