import type { CompiledMessage } from 'icu-minify/format';
import { expect, it } from 'vitest';
import { setLanguage } from './catalogue.ts';
import * as figures from './figures.ts';
import * as formats from './formats.ts';

type Messages = Readonly<Record<string, Readonly<Record<string, CompiledMessage>>>>;
const FIRST = import.meta.glob<{ readonly direction: 'ltr' | 'rtl'; readonly messages: Messages }>(
  '../languages/*.ts',
  { query: '?part=first', import: 'default' },
);

const AUGUST = Date.UTC(2026, 7, 18);

it.each([
  [
    'bn',
    [
      '−$০.০৬৬',
      '$১.৮০',
      '< ০.০০১',
      '৪৯.১% থেকে ৫৪.৬%',
      '−২.১% থেকে ৩.৪%',
      '৮২.৫%',
      '১৩:০০',
      '৫৪:০০:০০',
      '১৮ আগস্ট, ২০২৬',
    ],
  ],
  [
    'id',
    [
      '−$0,066',
      '$1,80',
      '< 0,001',
      '49,1% sampai 54,6%',
      '−2,1% sampai 3,4%',
      '82,5%',
      '13.00',
      '54.00.00',
      '18 Agu 2026',
    ],
  ],
  [
    'pt-BR',
    [
      '−US$ 0,066',
      'US$ 1,80',
      '< 0,001',
      '49,1% a 54,6%',
      '−2,1% a 3,4%',
      '82,5%',
      '13:00',
      '54:00:00',
      '18 de ago. de 2026',
    ],
  ],
  [
    'ur',
    [
      '−$0.066',
      '$1.80',
      '< 0.001',
      '49.1% سے 54.6%',
      '−2.1% سے 3.4%',
      '82.5%',
      '13:00',
      '54:00:00',
      '18 اگست، 2026',
    ],
  ],
])(
  'in %s, also after another language, figures have its digits, its decimal mark, its time separator and its currency sign',
  async (locale, written) => {
    const { direction, messages } = (await FIRST[`../languages/${locale}.ts`]?.()) ?? expect.fail();
    setLanguage({ locale, direction, message: (room, key) => messages[room]?.[key] });
    const texts = [
      figures.formatDollars(-0.066),
      figures.formatMoney(1.8),
      figures.formatChance(0.0001),
      figures.formatRates({ low: 0.491, high: 0.546 }),
      figures.formatRates({ low: -0.021, high: 0.034 }),
      formats.formatPercent(82.5),
      formats.formatHour(13),
      formats.formatDuration(54 * 3_600_000),
      formats.formatDayRange(AUGUST, AUGUST),
    ];
    // Without the marks of direction, which are not seen.
    expect(texts.map((text) => text.replace(/\p{Cf}/gu, ''))).toEqual(written);
  },
);
