import { defineTexts } from '../../../lib/catalogue.ts';

export const texts = defineTexts('market-signals/today', {
  today: 'Today',
  last: 'Today. Last: <b>{time} {direction} {outcome, select, won {won} lost {lost} unchanged {unchanged} other {void}}</b>',
  lastSession: 'Last session, {day}',
  lastMinutes: 'Last {minutes} minutes',
  count: '{won} of {decided}',
  summary:
    'The engine was right {won} of {decided} times, the coin {coinWon} of {coinDecided}. The arrow keys go from signal to signal, Enter opens its story.',
  none: 'No signal ended in these minutes.',
  signal:
    '{time} {pair} {direction}: {outcome, select, won {won} lost {lost} unchanged {unchanged} other {void}}. Coin: {control, select, won {won} lost {lost} unchanged {unchanged} other {void}}.',
  problem: 'The last outcomes did not load: {reason}',
});
