import { defineTexts } from '../../../lib/catalogue.ts';

export const texts = defineTexts('market-signals/today', {
  today: 'Today',
  lastSession: 'Last session, {day}',
  lastMinutes: 'Last {minutes} minutes',
  beforeTheClose: 'Last {minutes} minutes before the close',
  count: '{won} of {decided}',
  summary:
    'The engine was right {won} of {decided} times, the coin {coinWon} of {coinDecided}. Each signal is a link; the arrow keys go from one to the next.',
  none: 'No signal ended in these minutes.',
  gap: 'gap: no signal',
  signal:
    '{time} {pair} {direction}: {outcome, select, won {won} lost {lost} unchanged {unchanged} other {void}}. Coin: {control, select, won {won} lost {lost} unchanged {unchanged} other {void}}.',
  open: 'Its story',
  problem: 'The last outcomes did not load: {reason}',
});
