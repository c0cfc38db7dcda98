/** Tables with a column of remarks that deny outcomes, tell of doubled stakes, or say nothing of either. Each with its truth. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';
import { right, text } from './row-parts.ts';

const table = (heading: string, remarkOf: (at: number, won: boolean) => string | number): string =>
  text(
    `Date,Pair,Side,Result,${heading}`,
    WON.map((won, at) => [
      stamp(at),
      pairOf(at),
      at % 2 === 0 ? 'CALL' : 'PUT',
      won ? 'Win' : 'Loss',
      remarkOf(at, won),
    ]),
  );
const seldom = (at: number): boolean => at % 5 === 0;
const [kept, denied] = [false, true].map(
  (isSeldom) => WON.filter((won, at) => won && seldom(at) === isSeldom).length,
) as [number, number];

/** One win in five is denied. */
const denies = ([heading, remark]: readonly [string, string], counts = `${kept}-${23 + denied}-0`): Layout =>
  right(
    `wins denied by a remark: ${heading}: ${remark}`,
    table(heading, (at, won) => (won && seldom(at) ? remark : at % 7 === 0 ? 'clean' : '')),
    { asks: 'doubtful-outcomes', counts },
  );

/** One win in five has had as many doubled stakes. */
const doubles = (
  heading: string,
  remark: string | number,
  gales: number,
  other: string | number = '',
): Layout =>
  right(
    `doubled stakes named by a remark: ${heading}: ${remark}`,
    table(heading, (at, won) => (won && seldom(at) ? remark : other)),
    { asks: 'posted-gales', counts: `37-${23 + denied * gales}-0` },
  );

/** All losses have had as many stakes as any win. */
const levels = (heading: string, before = ''): Layout =>
  right(
    `a column of levels: ${heading}`,
    table(heading, (at, won) => `${before}${won ? 1 + (at % 3) : 3}`),
    {
      asks: 'posted-gales',
      counts: `37-${69 + WON.reduce((sum, won, at) => sum + (won ? at % 3 : 0), 0)}-0`,
    },
  );

export const REMARK_LAYOUTS: readonly Layout[] = [
  ...(
    [
      ['Note', 'broker reversed to loss'],
      ['Comment', 'was actually OTM'],
      ['Remarks', 'should be a loss'],
      ['Notes', 'corrected: LOSS'],
      ['Check', 'Lost'],
      ['Nota', 'en realidad perdida'],
      ['Комментарий', 'на самом деле минус'],
      ['Not', 'aslında kayıp'],
      ['Status', 'Reversed'],
    ] as const
  ).map((remark) => denies(remark)),
  denies(['Notes', 'Voided by broker'], `${kept}-23-${denied}`),
  doubles('Comment', '2nd step', 1),
  doubles('Comment', 'Step 2', 1),
  doubles('Remark', 'recovered with martingale', 1),
  doubles('Remark', 'mtg 2', 2, 'good'),
  doubles('Notes', 'doubled stake after loss', 1),
  doubles('Tags', 'mg2/otc', 2, 'otc'),
  doubles('Observação', 'ganhou no gale 2', 2),
  doubles('Комментарий', 'догон 1', 1, 'по тренду'),
  doubles('Notas', 'segunda entrada', 1, 'a favor'),
  ...'entrada 2|recovery|M1|2e essai|2ème entrée|zweiter Einstieg|на 2-й|after a loss|2 tries|cover|x2|averaged|nachgekauft|hedged'
    .split('|')
    .map((remark) => doubles('Note', remark, 1)),
  ...['Bot,Level', 'Strategy,Grid level', 'Account,Safety orders'].map((names) => levels(names, 'MG-bot,')),
  // No row of trades is one of names, however often it stands there.
  ...['2nd entry', 'gale 1', 'G1', 'entrada 2'].flatMap((remark) =>
    ['Pair', 'Asset'].map((name) =>
      right(
        `a row of ${name}s that repeats: ${remark}`,
        text(
          `${name},Result,Note`,
          WON.map((won, at) => [
            name === 'Pair' ? 'EUR/USD' : 'Gold',
            won ? 'WIN' : 'LOSS',
            won && seldom(at) ? remark : '',
          ]),
        ),
        { asks: 'posted-gales', counts: `37-${23 + denied}-0` },
      ),
    ),
  ),
  ...['Nivel', 'Level', 'Candle', 'Fase', 'Zug', 'N'].map((name) => levels(name)),
  right(
    'remarks that are of something else',
    table('Notes', (at, won) => {
      const ofAll = [
        '',
        'double top',
        'red news',
        'gap fill',
        'stop loss moved to BE',
        'no loss of structure',
        'late entry',
        'H1 trend',
        '2 pips late',
        'level 2 support',
        'stopped trading after loss',
      ];
      return (won ? ofAll : [...ofAll, 'lost focus', 'cut early'])[at % 12] ?? '';
    }),
    { isPlain: true, counts: RIGHT },
  ),
  right(
    'lost trades, with why they were',
    table('Notes', (at, won) =>
      won ? '' : (['slippage', 'spread widened', 'requote', 'went against us'][at % 4] ?? ''),
    ),
    { isPlain: true },
  ),
  ...['no fill: price ran away', 'missed entry', 'asleep and not traded', 'would have won'].map((remark) =>
    right(
      `wins that were not taken, by a remark: ${remark}`,
      table('Comment', (at, won) => (won && seldom(at) ? remark : '')),
      { asks: 'row-kinds', counts: `${kept}-23-0` },
    ),
  ),
  ...['<s>', '<span style="text-decoration: line-through">'].map((tag) =>
    right(
      `wins that are struck out: ${tag}`,
      `<table><tr><th>Date<th>Pair<th>Result</tr>${WON.map((won, at) => {
        const cells = [stamp(at), pairOf(at), won ? 'Win' : 'Loss'];
        return `<tr>${cells.map((cell) => `<td>${won && seldom(at) ? tag : ''}${cell}</td>`).join('')}</tr>`;
      }).join('')}</table>`,
      { asks: 'row-kinds', counts: `${kept}-23-0` },
    ),
  ),
];
