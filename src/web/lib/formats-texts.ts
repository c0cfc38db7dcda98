import { defineTexts } from './catalogue.ts';

export const texts = defineTexts('lib/formats', { marketDay: '{weekday} {date}, {time}' });
