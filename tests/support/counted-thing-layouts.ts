/** Claims whose numbers count something else than trades, or some of them apart, written as their truth first. */
import { asks, refused, right } from './claim-layouts.ts';
import type { Layout } from './layout.ts';

/** Amounts. */
const AMOUNTS = [
  'Won 312 pips, lost 41 pips',
  'Won: 312 (pips) Lost: 41 (pips)',
  'Won 312R, lost 41R',
  'Won: 31 units Lost: 4 units',
  'won 312 USD, lost 41 USD',
] as const;
/** A chat with two outcomes, or amounts. */
const AMOUNTS_OR_ENDS = [
  'Gewonnen: 312 Punkte, verloren: 41 Punkte',
  'Winners 312 ticks / Losers 41 ticks',
  'Profit 312 pips / Loss 41 pips',
  'Ganados 312 puntos, perdidos 41 puntos',
  'выиграли 312 рублей, проиграли 41 рубль',
] as const;

/** What is counted is no word for trades. */
const THINGS = [
  ['312 members won, 41 lost', '312-41-0'],
  ['Our team won 312 games and lost 41', '312-41-0'],
  ['We won 312 awards and lost 41', '312-41-0'],
  ['1,200 winners and 14 losers among our students', '1200-14-0'],
  ['312 winners, 41 losers in our contest', '312-41-0'],
  ['wins: 312 chips, losses: 41 chips', '312-41-0'],
  ['312 पॉइंट जीते, 41 पॉइंट हारे', '312-41-0'],
  ['Winning weeks: 31, losing weeks: 4', '31-4-0'],
  ['31 winning days, 4 losing days', '31-4-0'],
  ['Green days: 22, red days: 3', '22-3-0'],
  ['Winning traders: 312, losing traders: 41', '312-41-0'],
  ['45 of our 50 members won', '45-5-0'],
  ['75% of 400 members win', '298-102-0'],
  ['We won 312 of 353 elections', '312-41-0'],
  ['353 days: 312 green, 41 red', '312-41-0'],
  ['Record: 312-41 games', '312-41-0'],
] as const;

/** A part of the wins, what has not ended, and ties in words of their own. */
const PARTS = [
  ['92 wins (including 14 breakeven), 8 losses', '78-8-14'],
  ['100 signals: 92 wins, including 14 break even, 8 losses', '78-8-14'],
  ['92 ganadas (incluidas 14 en empate), 8 perdidas', '78-8-14'],
  ['92 wins (14 of them breakeven), 8 losses', '78-8-14'],
  ['92 wins incl. 14 BE, 8 losses', '78-8-14'],
  ['92 Gewinner (davon 14 Breakeven), 8 Verlierer', '78-8-14'],
  ['Von 120 Trades 78 im Plus, 4 pari, der Rest verloren.', '78-38-4'],
  ['won 312 times and lost 41 times', '312-41-0'],
  ['выиграли 312 раз, проиграли 41 раз', '312-41-0'],
  ['312 victoires, 41 défaites', '312-41-0'],
  ['62 gagnés, 21 perdus, 5 remboursés', '62-21-5'],
  ['이번 달 120전 78승 38패 4무', '78-38-4'],
] as const;
const OPEN = [
  ['Sent 60 signals: 37 won, 3 lost, 20 still running', '37-3-0', 20],
  ['60 signals: 37 wins, 3 losses, 20 pending', '37-3-0', 20],
  ['37 ganadas, 3 perdidas, 20 abiertas', '37-3-0', 20],
  ['Won: 37\nLost: 3\nOpen: 20', '37-3-0', 20],
  ['37 wins, 3 losses, 2 void, 1 still running', '37-3-2', 1],
] as const;

/** What is said not to count, and what was so each time. */
const BESIDE = [
  ['92 wins 8 losses (excluding 31 losses from news days)', '92-39-0'],
  ['Wins: 92\nLosses: 8\nNot counted: 17 stop-outs during news', '92-25-0'],
  ['92 ganadas 8 perdidas (sin contar 31 pérdidas por noticias)', '92-39-0'],
  ['92 wins, 8 losses (excluding news)', '92-8-0'],
  ['92 wins, 8 losses, 31 losses not counted', '92-39-0'],
  ['60 trades: 37 won, 20 lost, 5 open', '37-20-0'],
  ['Average 12 wins 3 losses per week for 10 weeks', '12-3-0'],
  ['9 wins and 1 loss every day for 20 days', '9-1-0'],
  ['5 channels, each 40 wins 10 losses', '40-10-0'],
  ['12✅ 3❌ 1⚪', '12-3-1'],
] as const;

/** Labels above their numbers, headings that name an order, letters with voids, ranks, and words of other languages. */
const FORMS = [
  ['Statistics\nTrades\n120\nWins\n78\nLosses\n42\nWin rate\n65%', '78-42-0'],
  ['Ganadas\n\n78\n\nPerdidas\n\n42', '78-42-0'],
  ['78\nWins\n42\nLosses', '78-42-0'],
  ['Record (W-L-D): 31-20-12', '31-20-12'],
  ['Record (W-D-L): 31-12-20', '31-20-12'],
  ['L-W this quarter: 20-31', '31-20-0'],
  ['Losses-Wins: 20-31', '31-20-0'],
  ['W/D/L 31/12/20', '31-20-12'],
  ['Mon: W W L (2 BE)\nTue: W L W', '4-2-2'],
  ['W5 L1 W7 L2 W3', '15-3-0'],
  ['#1 win #2 win #3 loss #4 win', '3-1-0'],
  ['won lost void won lost won', '3-2-1'],
  ['周一20中15\n周二18中12', '27-11-0'],
  ['共100单，胜率78%，连红9单', '78-22-0'],
  ['120戦78勝42敗', '78-42-0'],
  ['120 kuponów: 70 trafionych, 46 przegranych, 4 zwroty', '70-46-4'],
  ['vinte 78, perse 38', '78-38-0'],
  // Reports beside figures of something else.
  [
    'Modelling quality 90.00%\nTotal trades 214\nShort positions (won %) 100 (61.00%)\nLong positions (won %) 114 (64.91%)\nProfit trades (% of total) 135 (63.08%)\nLoss trades (% of total) 79 (36.92%)',
    '135-79-0',
  ],
  ['Trades 412\nPercent Profitable 63.11%\nAvg # Bars in Trades 14\nMax Bars in Trades 40', '260-152-0'],
  // Parts of a day, and those that hold the others.
  ['This week we went 12 of 15 in London and 11 of 14 in New York', '23-6-0'],
  ['Last 100: 71 won. All: 1,204 of 2,310.', '1204-1106-0'],
  ['Winrate: 0.65, n = 120', '78-42-0'],
] as const;
const FORMS_OPEN = [
  ['P L P P L', 'result-letters', '3-2-0'],
  ['Monday 9 wins 1 loss (312 pips)\nTuesday 8 wins 2 losses (210 pips)', 'target-distance', '17-3-0'],
  ['W/L: 45/50', 'claimed-pair', '45-5-0'],
  ['W W L P W L W V', 'claimed-letters', '4-2-2'],
  ['W, L, W, void, void, L, W', 'claimed-letters', '3-2-2'],
  [
    '✅ Sem gale: 12\n✅ Gale 1: 7\n✅ Gale 2: 4\n❌ Loss: 2\nAssertividade: 92,5%',
    'announced-gales',
    '23-21-0',
  ],
  ['150 wins (first entry 110, gale 1 30, gale 2 10). Losses 10', 'announced-gales', '150-80-0'],
  ['37 wins (12 with gale 1), 23 losses', 'announced-gales', '37-58-0'],
  ['150 wins (40 of them on martingale 1), 10 losses', 'announced-gales', '150-60-0'],
  ['Wins: 150 (gale 1: 30)\nLosses: 10', 'announced-gales', '150-50-0'],
  [
    'RESULTS 01-07 JUNE\nDirect win: 120\nWin MTG1: 34\nLoss: 9\nWe use only 1 martingale',
    'announced-gales',
    '154-52-0',
  ],
  ['✅ Direct: 120\n✅ MTG1: 34\n❌ Loss: 9\nOnly 1 MTG used', 'announced-gales', '154-52-0'],
  ['Resultados 01/06 - 07/06\nDireto 120\nGale 1: 34\nLoss 9', 'announced-gales', '154-52-0'],
  ['120 direct wins, 34 wins in gale 1, 9 losses. We use 1 gale', 'announced-gales', '154-52-0'],
  ['First 5 months: 210-90. Then 12-40 since June.', 'several-claims', '222-130-0'],
  ['Since the new strategy: 40-5. Before: 60-71.', 'several-claims', '100-76-0'],
  [
    'Week 1: 5-2\nWeek 2: 4-1\nMonth: 9-3\nWeek 3: 10-5\nWeek 4: 11-6\nMonth: 20-10',
    'several-claims',
    '30-14-0',
  ],
  ['TP: 37, SL: 12, BE: 8, closed early in profit 5, closed early in loss 9', 'several-claims', '42-21-8'],
  ['Signals: 200, TP1 hit: 120, TP2 hit: 80, TP3 hit: 40, SL hit: 80', 'target-distance', '120-80-0'],
  ['200 signals\nTP1 hit: 85%\nTP2 hit: 60%\nSL hit: 15%', 'target-distance', '170-30-0'],
  ['45 wins 5 losses, last month 20 of 50', 'several-claims', '65-35-0'],
  ['Win/loss ratio 3:1 over 200 trades', 'claimed-numbers', '150-50-0'],
  ['W/L ratio of 4.0, 150 trades', 'claimed-numbers', '120-30-0'],
] as const;

/** What is usual, or happens in each day, week or month, is no record, whatever adds up beside it. */
const TYPICAL = [
  ['We take 12 trades a day, 9 wins 3 losses, 20 days', '9-3-0'],
  ['60 trades per week, 45 wins 15 losses', '45-15-0'],
  ['Per month 90 signals: 70 wins, 20 losses', '70-20-0'],
  ['90 signals monthly, 70 wins 20 losses', '70-20-0'],
  ['12 signals daily: 9 wins and 3 losses', '9-3-0'],
  ['In a normal week we take 30 trades, 24 wins and 6 losses', '24-6-0'],
  ['We usually win 36 and lose 4', '36-4-0'],
  ['Signals per day: 12\nWins: 9\nLosses: 3', '9-3-0'],
  ['12 sinais por dia, em média 9 wins e 3 loss, 20 dias por mês', '9-3-0'],
  ['Cada mes 90 operaciones: 70 ganadas, 20 perdidas', '70-20-0'],
  ['Обычно 30 сделок, 24 в плюс и 6 в минус', '24-6-0'],
  ['Chaque semaine 30 trades : 24 gagnés, 6 perdus', '24-6-0'],
  ['Normalerweise 30 Trades, 24 gewonnen, 6 verloren', '24-6-0'],
  ['Her hafta 30 işlem, 24 kazandı 6 kaybetti', '24-6-0'],
  ['Setiap minggu 30 sinyal, 24 menang 6 kalah', '24-6-0'],
  ['हर महीने 30 ट्रेड, 24 जीते 6 हारे', '24-6-0'],
  ['প্রতি মাসে 30 ট্রেড, 24 জয় 6 হার', '24-6-0'],
  ['ہر مہینے 30 ٹریڈ، 24 جیت 6 ہار', '24-6-0'],
  ['40 trades/week, 32 wins 8 losses', '32-8-0'],
  ['Every day W W W L W', '4-1-0'],
  ['10 signals p/d: 8 wins 2 losses', '8-2-0'],
  ['8 wins 2 losses p/w', '8-2-0'],
  ['8 kazanç 2 kayıp / gün', '8-2-0'],
  ['consistently 8 wins 2 losses', '8-2-0'],
  ['Normalerweise 170 Gewinne und 30 Verluste im Monat', '170-30-0'],
  ['Im Monat 170 Gewinne und 30 Verluste', '170-30-0'],
  ['170 thắng 30 thua một tháng', '170-30-0'],
  ['170 ربح و 30 خسارة في الشهر', '170-30-0'],
  ['महीने में 170 जीत 30 हार', '170-30-0'],
] as const;
/** Letters and words beside counts that count nothing themselves. */
const BESIDE_COUNTS = [
  ['60 wins 40 losses, avg win/avg loss 1.4', '60-40-0'],
  ['p/l tracker: 8W 2L 1D', '8-2-1'],
  ['30d: 38 wins, 12 losses', '38-12-0'],
  ['38W 12L 7d', '38-12-0'],
  ['R/R 1:1, 38 wins 12 losses', '38-12-0'],
  ['b/e 3, wins 38, losses 12', '38-12-3'],
  ['w/ 38 wins and 12 losses', '38-12-0'],
  ['atm 38 wins 12 losses', '38-12-0'],
  ['Another win: 38 wins 12 losses', '38-12-0'],
  ['NY open: 38 wins 12 losses', '38-12-0'],
  ['Lo mejor: 38 ganadas 12 perdidas', '38-12-0'],
  ['47 signals won, 3 lost', '47-3-0'],
  ['47 setups worked, 3 failed', '47-3-0'],
  ['170 Gewinne und 30 Verluste im November', '170-30-0'],
  ['29 lệnh thắng / 33 lệnh', '29-4-0'],
  ['47 lệnh ăn 3 lệnh thua', '47-3-0'],
  ['2024 470-130\n2025 200-80', '670-210-0'],
  ['Record: 47-2-3 (W-D-L)', '47-3-2'],
  ['S1 38/9 S2 35/12', '73-21-0'],
  ["We've won 47 of our last 50", '47-3-0'],
] as const;
/** What is said otherwise than by a number of trades with its outcome. */
const OTHERWISE_COUNTED = [
  ['42 bons, 38 mauvais', 'claimed-numbers', '42-38-0'],
  ['42 good signals, 38 bad signals', 'claimed-numbers', '42-38-0'],
  ['42 gute Signale, 38 schlechte', 'claimed-numbers', '42-38-0'],
  ['42 хороших, 38 плохих', 'claimed-numbers', '42-38-0'],
  ['42 señales buenas y 38 malas', 'claimed-numbers', '42-38-0'],
  ['42 boas, 38 ruins', 'claimed-numbers', '42-38-0'],
  ['42 iyi, 38 kötü', 'claimed-numbers', '42-38-0'],
  ['42 جيدة، 38 سيئة', 'claimed-numbers', '42-38-0'],
  ['42 tốt, 38 xấu', 'claimed-numbers', '42-38-0'],
  ['42 अच्छे, 38 बुरे', 'claimed-numbers', '42-38-0'],
  ['42 bagus, 38 jelek', 'claimed-numbers', '42-38-0'],
  ['42 ভালো, 38 খারাপ', 'claimed-numbers', '42-38-0'],
  ['42 اچھے، 38 برے', 'claimed-numbers', '42-38-0'],
  ['38 kâr 9 zarar', 'claimed-numbers', '38-9-0'],
  ['50 plus wins, 3 losses', 'claimed-numbers', '50-3-0'],
  ['50 trades, 88% growth', 'claimed-numbers', '44-6-0'],
  ['Winners: EURUSD, GBPUSD, AUDJPY\nLosers: USDCAD', 'claimed-numbers', '3-1-0'],
  ['✅ EURUSD, GBPUSD and AUDJPY\n❌ USDCAD', 'claimed-numbers', '3-1-0'],
  ['Ganadoras: EURUSD, GBPUSD. Perdedoras: USDCAD y XAUUSD', 'claimed-numbers', '2-2-0'],
  ['40 hit TP, 18 hit SL, 2 closed at BE', 'target-distance', '40-18-2'],
  ['40 TP hits, 18 SL hits, 2 closed at entry', 'target-distance', '40-18-2'],
  ['By session: London 40-10, NY 30-20. By pair: EURUSD 50-20, GBPUSD 20-10', 'several-claims', '70-30-0'],
  ['Longs: 40W 10L, Shorts: 30W 20L. Mornings: 50W 20L, Evenings: 20W 10L', 'several-claims', '70-30-0'],
  ['Mon 10-2 Tue 12-3 Wed 8-5. Morning 18-6 Evening 12-4', 'several-claims', '30-10-0'],
  ['This week 12W 3L, this month 47W 13L', 'several-claims', '47-13-0'],
  ['Last 7 days: 12W 3L. Last 30 days: 47W 13L', 'several-claims', '47-13-0'],
  ['esta semana 12 ganadas 3 perdidas, este mes 47 ganadas 13 perdidas', 'several-claims', '47-13-0'],
  ['за неделю 12 побед 3 поражения, за месяц 47 побед 13 поражений', 'several-claims', '47-13-0'],
  ['bu hafta 12 kazanç 3 kayıp, bu ay 47 kazanç 13 kayıp', 'several-claims', '47-13-0'],
  ['Q3 140W 40L, this year 470W 130L', 'several-claims', '470-130-0'],
  ['Week 1: 12W 3L\nWeek 2: 14W 2L\nMonth: 28W 5L', 'several-claims', '28-5-0'],
  ['ATS 27-3, O/U 20-10', 'several-claims', '47-13-0'],
  ['Backtest: 47 wins 3 losses', 'claimed-numbers', '47-3-0'],
] as const;
/** Of one day, week or month, or beside a price. */
const OF_ONE_TIME = [
  ['Daily report\n12 trades, 9 wins 3 losses', '9-3-0'],
  ['Monthly results: 90 trades, 70 wins 20 losses', '70-20-0'],
  ['Week 3: 30 trades, 24 wins 6 losses', '24-6-0'],
  ['What a day! 12 trades, 9 wins, 3 losses', '9-3-0'],
  ['Results per week\nWeek 1: 30 trades, 24 wins 6 losses\nWeek 2: 20 trades, 11 wins 9 losses', '35-15-0'],
  ['Resultado mensal: 90 sinais, 70 wins 20 loss', '70-20-0'],
  ['90 trades: 70 wins, 20 losses. VIP for $49 a month', '70-20-0'],
] as const;

export const COUNTED_THING_LAYOUTS: readonly Layout[] = [
  ...AMOUNTS.map(refused),
  ...AMOUNTS_OR_ENDS.map((text) => asks(text, 'endings-without-signal')),
  ...[...THINGS, ...BESIDE].map(([text, counts]) => asks(text, 'claimed-numbers', counts)),
  ...FORMS_OPEN.map(([text, code, counts]) => asks(text, code, counts)),
  ...['#1 win #2 loss', '10:00 ✅ 10:05 ✅ 10:10 ❌', 'L/P: 5/45', 'D-L: 10-5'].map(refused),
  ...TYPICAL.map(([text, counts]) => asks(text, 'claimed-numbers', counts)),
  ...BESIDE_COUNTS.map(([text, counts]) => right(text, counts)),
  asks(
    '[09.11.26, 09:00:00] Desk: ✅ EURUSD, GBPUSD, AUDJPY\n❌ USDCAD\n[10.11.26, 09:00:00] Desk: ✅ XAUUSD, GBPUSD\n❌ USDCAD, USDCHF',
    'claimed-numbers',
    '5-3-0',
  ),
  right('Week 1: 12W 3L\nWeek 2: 14W 2L\nMonth: 26W 5L', '26-5-0'),
  ...OTHERWISE_COUNTED.map(([text, code, counts]) => asks(text, code, counts)),
  ...OF_ONE_TIME.map(([text, counts]) => right(text, counts)),
  ...[...PARTS, ...FORMS].map(([text, counts]) => right(text, counts)),
  ...OPEN.map(([text, counts, unresolved]) => right(text, counts, { unresolved })),
  asks('Signals sent: 60\nTP hit: 37\nSL hit: 0\nStill open: 23', 'target-distance', '37-0-0'),
];
