import { defineTexts } from '../../src/web/lib/catalogue.ts';

/** One message of each kind; only files with this ending are compiled. */
export const texts = defineTexts('sample', {
  plain: "It's plain",
  opens: 'Opens {time}, not before {time}',
  signals: '{count, plural, =0 {No signals} one {# signal of {pair}} other {# signals of {pair}}}',
  source: '{source, select, kraken {Kraken is away} other {The feed is away}}',
  more: '<b>Now</b>: read <link>the {name} record</link>.',
  braces: "Write '{'name'}'",
});
