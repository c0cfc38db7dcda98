import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('about', {
  aboutUs: 'About Us',
  publishes: '{brand} publishes signals. It never holds your money.',
  broker: 'Open a broker account',
  videos: 'Watch our short videos',
});
