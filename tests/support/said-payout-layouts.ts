/** Chats and pasted lists that say beside their signals or outcomes what a win pays: odds, payouts, amounts, or what was at risk. Each with its truth. */
import { telegram } from './chat-layouts.ts';
import { asks as open, right } from './claim-layouts.ts';
import { type Layout, pairOf, RIGHT, WON } from './layout.ts';

const team = (at: number): string => ['Arsenal', 'Leeds', 'Betis', 'Roma', 'Ajax'][at % 5] as string;
const replies = (of: (at: number) => string, won: string, lost: string, most = WON.length): string =>
  telegram(
    WON.slice(0, most).flatMap((isWon, at) => [
      { text: of(at) },
      { text: isWon ? won : lost, replyTo: at * 2 + 1 },
    ]),
  );
const listed = (of: (at: number) => string): string =>
  WON.map((isWon, at) => `${of(at)} ${isWon ? '✅' : '❌'}`).join('\n');
const layout = (name: string, text: string, asks: string | undefined, offers: number): Layout => ({
  name: `a chat that says what a win pays: ${name}`,
  text,
  counts: RIGHT,
  ...(asks === undefined ? { isPlain: true, payout: offers } : { asks, offers }),
});

/** What each outcome brought, below it or beside it, in units and currencies of several languages: a fourth of what a loss cost. */
const BROUGHT: readonly Layout[] = (
  [
    ['WIN ✅\n+5 pips', 'LOSS ❌\n-20 pips'],
    ['WIN ✅\nProfit: $5.00', 'LOSS ❌\nProfit: -$20.00'],
    ['WIN ✅\nPips: 5', 'LOSS ❌\nPips: -20'],
    ['WIN ✅\nGewinn: 5 €', 'LOSS ❌\nVerlust: 20 €'],
    ['WIN ✅\nLucro: R$ 5,00', 'LOSS ❌\nPrejuízo: R$ 20,00'],
    ['✅ WIN\n💰 Result: +5.00$', '❌ LOSS\n💰 Result: -20.00$'],
    ['WIN ✅\n$10 → $12.50', 'LOSS ❌\n$10 → $0'],
    ['✅ +R$ 5,00', '❌ -R$ 20,00'],
    ['✅ Profit ₹500', '❌ Loss ₹2,000'],
    ['THẮNG ✅ +50k', 'THUA ❌ -200k'],
    ['WIN ✅ +50 نقطة', 'LOSS ❌ -200 نقطة'],
    ['WIN ✅ +500 руб', 'LOSS ❌ -2000 руб'],
    ['WIN ✅ +5 USDT', 'LOSS ❌ -20 USDT'],
    ['WIN ✅ +5 ticks', 'LOSS ❌ -20 ticks'],
  ] as const
).map(([won, lost]) =>
  layout(
    `${won} beside ${lost}`,
    replies((at) => `${pairOf(at)} CALL 5 min`, won, lost),
    undefined,
    0.25,
  ),
);

/** Tips that name their odds are signals; the outcomes of others, or in a list, are asked about. */
const TIPS = (
  [
    ['{team} to win ML -250 (2u)', 0.4],
    ['{team} (-250)', 0.4],
    ['{team} gagne - cote 1,40', 0.4],
    ['{team} победит, кф 1.40', 0.4],
    ['{team} победа, коэффициент: 1,4', 0.4],
    ['{team} kazanır\nOran: 1.40', 0.4],
    ['{team} vence\nOdd 1,40\nUnidades: 2', 0.4],
    ['{team} 胜 赔率1.40', 0.4],
    ['{team} to win 2/5', 0.4],
    ['{team} to win 2/5, stake 3/10', 0.4],
    ['{team} - quota 1,40', 0.4],
    ['{team} win - Bet365 1.40 - 2 units', 0.4],
    ['{team} over 2.5 goals 1.40', 0.4],
    ['{team} +1.5, 1.40', 0.4],
    ['{team} 1.4', 0.4],
    ['Kvote 1.40 {team}', 0.4],
    ['{team} 1.40x', 0.4],
    ['{team} kazanır 1,85', 0.85],
  ] as const
).flatMap(([text, payout]) => {
  const of = (at: number): string => text.replace('{team}', team(at));
  const isNamed = /cote|кф|коэф|oran|odd|赔率|quota|ML/i.test(text);
  const asks = isNamed ? 'endings-without-signal' : 'payout-kind';
  const asksOfTip = isNamed ? undefined : asks;
  return [
    layout(text, replies(of, '✅', '❌'), asksOfTip, payout),
    // A word for a win in the name of a bet is one more outcome.
    ...(/\n|win|gagne|победа|2\/5/.test(text)
      ? []
      : [layout(`${text}, in a list`, listed(of), asks, payout)]),
  ];
});

const call = (at: number): string => `${pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'}`;
const SIGNALS = (
  [
    ['{call} 1 min payout 70%', 'Win ✅', 'Loss ❌', undefined, 0.7],
    ['{call} M5 (payout: 92%)', 'Win', 'Loss', undefined, 0.92],
    ['{call} M5, 15%', 'Win ✅', 'Loss ❌', 'payout-kind', 0.15],
    ['{pair} digit differs 5, 1 tick, payout 9%', 'Win ✅', 'Loss ❌', undefined, 0.09],
    ['{call} M5, 2%', 'Win ✅', 'Loss ❌', undefined, 0.8],
    ['{call} M5, payout 185%', 'Win ✅', 'Loss ❌', 'payout-kind', 0.85],
    ['{call} M5, risk 2%', 'Win ✅', 'Loss ❌', undefined, 0.8],
    ['{call} 1 min $20', 'Profit $17 ✅', 'Loss $20 ❌', undefined, 0.85],
    ['{call} 1 min $20', 'Win $17 ✅', 'Loss ❌', undefined, 0.85],
    ['{call} 1 min', 'Won 1.7 units ✅', 'Lost 2 units ❌', undefined, 0.85],
    ['{call} 1 min', 'Win $20 ✅', 'Loss $20 ❌', undefined, 0.8],
    ['{pair} BUY 10x', 'win ✅', 'loss ❌', 'target-distance', 0.25],
    ['{pair} SELL, 0.5 lot', 'win ✅', 'loss ❌', 'target-distance', 0.25],
    ['{call} 1 min', 'Win €5 ✅', 'Loss €20 ❌', undefined, 0.25],
    ['{call} 1 min 2u', 'Won +1.7u', 'Lost -2u', undefined, 0.85],
    ['{call} 1 min 2u', '✅ Won +1.90u', '❌ Lost -2u', undefined, 0.95],
    ['{call}, risking 40 pips for 10', '✅', '❌', undefined, 0.25],
    ['{call} grid basket', 'Basket closed in profit ✅', 'Basket closed in loss ❌', 'target-distance', 0.25],
    ['{call}, no SL', 'closed all in profit ✅', 'closed all in loss ❌', 'target-distance', 0.25],
    ['{call}, add at -20, add at -40', 'win ✅', 'loss ❌', 'target-distance', 0.25],
    ['{call} 5 min', '✅ $20 profit', '❌ -$80', 'amounts', 0.25],
    ['{call} 5 min', '✅ lucro R$20', '❌ -R$80', 'amounts', 0.25],
    ['{call} 5 min', '✅ +20 USD', '❌ loss 80 USD', 'amounts', 0.25],
    ['{call} 5 min', 'Win $20 ✅', 'Loss -$20 ❌', 'amounts', 1],
    ['{call} 5 min', 'Win +1R ✅', 'Loss -4R ❌', undefined, 0.25],
    ['{pair} SELL', '✅ +20 pips', '❌', 'target-distance', 0.25],
    // Wins alone say what they brought, of stakes that are not said, or beside their stakes.
    ['{call} 5 min', 'Win 20 pips', 'Loss', 'target-distance', 0.8],
    ['{call} 5 min', 'WIN ✅ +$17', 'LOSS ❌', 'target-distance', 0.85],
    ['{call} 5 min', 'WIN ✅ 2%', 'LOSS ❌', 'target-distance', 0.8],
    ['{call} 5 min', 'WIN ✅ $17 on $20', 'LOSS ❌ $20', 'target-distance', 0.85],
    ['{call} 5 min', 'WIN ✅ got $37, staked $20', 'LOSS ❌', 'target-distance', 0.85],
    ['{call} 5 min', 'WIN 2%', 'LOSS 8%', undefined, 0.25],
    ['{call} 5 min', 'WIN ✅ 185%', 'LOSS ❌', 'target-distance', 0.85],
    ['{call} 5 min', 'WIN 2%', 'LOSS $8', 'amounts', 0.8],
    ['{call} 5 min', 'WIN ✅\nJoin VIP for $99', 'LOSS ❌', undefined, 0.8],
    ['{call} 5 min', 'WIN ✅', 'LOSS ❌ -$20', undefined, 0.8],
    ['{call} NO TOUCH, 60 min', 'win ✅', 'loss ❌', 'target-distance', 0.25],
  ] as const
).map(([text, won, lost, asks, payout]) => {
  const of = (at: number): string => text.replace('{call}', call(at)).replace('{pair}', pairOf(at));
  return layout(`${text}, ${won}, ${lost}`, replies(of, won, lost), asks, payout);
});

/** What outcomes brought, in a message behind each. */
const BEHIND = (
  [
    ['+8.50', '-34', 0.25],
    ['+8', '-32', 0.25],
    ['Profit 8', 'Loss 32', 0.25],
    ['+2%', '-8%', 0.25],
    ['+1', '+1', 0.8],
  ] as const
).map(([won, lost, payout]) =>
  layout(
    `${won} and ${lost} in messages behind`,
    telegram(
      WON.flatMap((isWon, at) => [`${call(at)} 5 min`, isWon ? 'WIN ✅' : 'LOSS ❌', isWon ? won : lost]),
    ),
    undefined,
    payout,
  ),
);

/** Signals name stakes that differ, the larger ones of those that lost. */
const STAKED: readonly Layout[] = [
  ['Risk {1}%', 3],
  ['Stake: {1} % of balance', 3],
  ['{1} units', 3],
  ['Stake ${1}', 3],
  // Prices are no stakes.
  ['Entry ${1}', 1],
  ['open @ ${1}', 1],
].map(([text, lost]) => ({
  name: `a chat whose signals name stakes that differ: ${text}`,
  text: telegram(
    WON.flatMap((won, at) => [
      `${call(at)} 5 min\n${String(text).replace('{1}', won ? '1' : '3')}`,
      won ? 'WIN ✅' : 'LOSS ❌',
    ]),
  ),
  counts: RIGHT,
  profit: 37 * 0.8 - 23 * Number(lost),
  isPlain: true,
}));

/** Prices in a currency, without a word, are no stakes. */
const PRICED: Layout = layout(
  'signals with their prices in dollars',
  telegram(WON.flatMap((won, at) => [`BTC/USD CALL $${64_000 + at * 7} 5 min`, won ? 'WIN ✅' : 'LOSS ❌'])),
  undefined,
  0.8,
);

/** Every third trade says what it brought. */
const SOME_SAID: Layout = layout(
  'some of the outcomes with an amount',
  telegram(
    WON.flatMap((isWon, at) => [
      `${call(at)} 5 min`,
      `${isWon ? 'Win ✅' : 'Loss ❌'} ${at % 3 === 0 ? (isWon ? '+$20' : '-$80') : ''}`,
    ]),
  ),
  'amounts',
  0.25,
);

/** Nine that won, with their pips: the signals say how far their stops were. */
const WON_ALONE: Layout = {
  name: 'a chat of targets with their pips, whose stops were not reached',
  text: replies(
    (at) => `${pairOf(at)} SELL 1.2700 SL 1.2740 TP 1.2690`,
    'TP ✅ +10 pips',
    'TP ✅ +10 pips',
    9,
  ),
  counts: '9-0-0',
  payout: 0.25,
  isPlain: true,
};

/** Claims whose numbers beside the counts say how large wins and losses were. */
const COUNTS = '78-22-0';
const KNOWN_CLAIMS = [
  ['78 ganadas, 22 perdidas, cuota media 1,35', 0.35],
  ['78 vitórias, 22 derrotas, odd média 1,35', 0.35],
  ['78 kazanç 22 kayıp, ortalama oran 1,35', 0.35],
  ['78 побед 22 поражения, средний кф 1.35', 0.35],
  ['78 gagnés, 22 perdus, cote moyenne 1,35', 0.35],
  ['Odds we took were 1.35: 78 wins, 22 losses', 0.35],
  ['78 wins, 22 losses, payout 9%', 0.09],
  ['78 wins of $10, 22 losses of $40', 0.25],
  ['78 wins, 22 losses, net -$120', 22 / 78],
  ['78% win rate, avg RR 1:0.1, 100 trades', 0.1],
  ['RR 1:3, 100 trades, 78% win rate', 3],
  ['78% winrate\nRR 1:2\n100 trades', 2],
  ['78% winrate, RR up to 1:3, 100 trades', 3],
  ['78% winrate, RR 1:2 to 1:3, 100 trades', 2],
  ['78 wins, RR 1:0.1, 22 losses', 0.1],
  ['78 wins 22 losses, RRR of 1:3', 3],
  ['78 wins 22 losses, reward to risk ratio 0.1', 0.1],
  ['78 wins 22 losses, reward/risk 0.1:1', 0.1],
  ['78 Gewinner 22 Verlierer, CRV 0,1', 0.1],
  ['78 ganadas 22 perdidas, ratio beneficio/riesgo 0.1', 0.1],
  ['78 thắng 22 thua, tỷ lệ rủi ro lợi nhuận 1:3', 3],
  ['78 wins (+10 pips each) 22 losses (-100 pips each)', 0.1],
  ['78 trades won $10 each, 22 trades lost $100 each', 0.1],
  ['78 побед по 10$, 22 поражения по 100$', 0.1],
  ['78 wins 22 losses, total wins $780, total losses $2200', 0.1],
] as const;
const OPEN_CLAIMS = [
  ['78 wins, 22 losses, SL = 4 x TP', 'target-distance', 0.25],
  ['78 wins, 22 losses, TP is 2x the SL', 'target-distance', 2],
  ['78 wins, 22 losses, stop is 4x the target', 'target-distance', 0.25],
  ['78 wins, 22 losses. Our losses are 4 times bigger than wins', 'target-distance', 0.25],
  ['78 wins, 22 losses, payout 185%', 'payout-kind', 0.85],
  ['78 wins 22 losses on favourites at 1.25 to 1.45', 'payout-kind', 0.35],
  ['78 wins, 22 losses, all near 1.35', 'payout-kind', 0.35],
  ['78 wins, 22 losses at 4/11', 'payout-kind', 4 / 11],
  ['78 побед, 22 поражения, 1.35 в среднем', 'payout-kind', 0.35],
  ['78 ganadas y 22 perdidas a 1,35', 'payout-kind', 0.35],
  ['Wins 78 (0.5 lot), losses 22 (3 lots)', 'target-distance', 0.25],
  ['78 wins, 22 losses with DCA and averaging down', 'target-distance', 0.25],
  ['78 wins, 22 losses, grid bot', 'target-distance', 0.25],
  ['78 wins, 22 losses. Each loss cost $40', 'target-distance', 0.25],
  ['78 wins, 22 losses. Each loser costs us 4 winners', 'target-distance', 0.25],
  ['78 wins, 22 losses, digit differs', 'target-distance', 0.25],
  // Which of the two numbers is the risk, or whether they are of anything else.
  ['78 wins 22 losses, reward:risk 1:10', 'payout-kind', 0.1],
  ['78 wins 22 losses, CRV 1:0.1', 'payout-kind', 0.1],
  ['78 wins 22 losses, ratio 3:1', 'payout-kind', 3],
  ['78 ganadas 22 perdidas, RB 1:3', 'payout-kind', 3],
  ['78 побед 22 поражения, соотношение 1 к 3', 'payout-kind', 3],
  ['78 wins 22 losses, profit/loss ratio 0.1', 'payout-kind', 0.1],
  // Of each, or of all.
  ['78 wins ($780) and 22 losses ($2200)', 'target-distance', 0.1],
  ['Wins: 78, +780 pips\nLosses: 22, -2200 pips', 'target-distance', 0.1],
  ['78 ganadas (+$780) 22 perdidas (-$2200)', 'target-distance', 0.1],
  ['78 wins 22 losses, SL 100', 'target-distance', 0.25],
  ['78 wins 22 losses, avg loss 100', 'target-distance', 0.25],
  ['78 wins 22 losses, account from $100 to $950', 'target-distance', 0.25],
] as const;
const PLAIN_CLAIMS = [
  '78 wins, 22 losses on 12.11.',
  '78 wins, 22 losses in 1.5 months',
  '78 wins, 22 losses, rating 4.8',
  '78 wins, 22 losses, join VIP for $99',
  'Day 1.12: 78 wins, 22 losses',
  '78 wins, 22 losses, ratio 39:11',
  'Del 1 a 5 de mayo: 78 ganadas, 22 perdidas',
  '78 wins, 22 losses, from 10:00 to 12:00',
] as const;

export const SAID_PAYOUT_LAYOUTS: readonly Layout[] = [
  ...BROUGHT,
  ...TIPS,
  ...SIGNALS,
  ...BEHIND,
  ...STAKED,
  { ...PRICED, profit: 37 * 0.8 - 23 },
  SOME_SAID,
  WON_ALONE,
  ...KNOWN_CLAIMS.map(([text, payout]) => right(text, COUNTS, { payout })),
  ...OPEN_CLAIMS.map(([text, code, offers]) => ({ ...open(text, code, COUNTS), offers })),
  ...PLAIN_CLAIMS.map((text) => right(text, COUNTS, { payout: 0.8 })),
  {
    name: 'a chat whose signals name the stakes that their losses cost, doubled after some',
    text: telegram(
      WON.flatMap((isWon, at) => {
        const stake = [10, 22, 48][at % 3] as number;
        return [
          `${pairOf(at)} put $${stake}`,
          isWon ? `ITM +$${(stake * 0.87).toFixed(2)}` : `OTM -$${stake}`,
        ];
      }),
    ),
    counts: RIGHT,
    payout: 0.87,
    isPlain: true,
  },
];
