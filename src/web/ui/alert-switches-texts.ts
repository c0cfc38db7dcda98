import { defineTexts } from '../lib/catalogue.ts';

export const texts = defineTexts('ui/alert-switches', {
  inThisBrowser: 'In this browser, also while the tab is hidden',
  sound: 'Sound for a new signal',
  vibration: 'Vibration for a new signal',
  title: 'Countdown in the tab’s title',
});
