import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('record/own', {
  title: 'My own record',
  mine: 'Signals that I took',
  late: 'The same, entered 5 s late',
  engine: 'All signals of the engine',
  won: '{won} of {decided} won',
  delay:
    '{count, plural, =1 {It was taken {delay} after its start.} =2 {Both were taken within {delay} of their start.} other {Half of mine were taken within {delay} of their start.}}',
  open: '{count, plural, one {# is} other {# are}} not settled yet.',
  newest: 'Counted here are the newest {count} of {total} signals; the files have all that are settled.',
  prices: 'Outcomes are those of the record’s prices. Your broker’s may differ.',
  files: 'Mine as files',
});
