/** Claims as sellers post them, written as their truth first: scoreboards, shares, lists of days, and what all brought together. */
import { asks, refused, right } from './claim-layouts.ts';
import type { Layout } from './layout.ts';

/** Shares of all three outcomes. */
const PERCENTS = [
  ['88 % wins, 10 % losses, 2 % ties of 100 trades', '88-10-2'],
  ['100 trades: 88 % wins, 10 % losses, 2 % ties', '88-10-2'],
  ['100 operaciones: 70% ganadas, 25% perdidas, 5% empates', '70-25-5'],
  ['Из 100 сделок: 70% побед, 25% поражений, 5% ничьих', '70-25-5'],
  ['100 işlem: %70 kazanç, %25 kayıp, %5 berabere', '70-25-5'],
] as const;

/** Days with letters or marks in one line. */
const DAYS_IN_LINE = [
  ['Mon: WWLW Tue: LWWW', '6-2-0'],
  ['Mon: WWLW Tue: LWWW Wed: WLLW', '8-4-0'],
  ['Mon WWLW, Tue LWWW', '6-2-0'],
  ['Mon - WWLW | Tue - LWWW', '6-2-0'],
  ['Monday WWLW Tuesday LWWW\nWednesday WLLW', '8-4-0'],
  ['Lun: ✅✅❌✅ Mar: ✅❌✅✅', '6-2-0'],
  ['Mon ✅✅❌✅ | Tue ❌✅✅✅', '6-2-0'],
  ['Пн: ✅✅❌✅, Вт: ✅❌✅✅', '6-2-0'],
] as const;

/** Weeks, and what they add up to. */
const SUMMED = [
  ['Week 1: 5-2\nWeek 2: 6-1\nMonth: 11-3', '11-3-0'],
  ['Week 1: 5-2\nWeek 2: 6-1\nWeek 3: 4-3\nMonth: 15-6', '15-6-0'],
  ['Week 1: 5-2\nWeek 2: 6-1\nMonth: 11-3\nWeek 3: 4-3\nWeek 4: 5-3\nMonth: 9-6', '20-9-0'],
  ['Week 45: 34W 11L\nWeek 46: 36W 12L\nMonth: 70W 23L', '70-23-0'],
  [
    'Semana 1: 34 ganadas 11 perdidas\nSemana 2: 36 ganadas 12 perdidas\nMes: 70 ganadas 23 perdidas',
    '70-23-0',
  ],
  ['Неделя 1: 34 плюса 11 минусов\nНеделя 2: 36 плюсов 12 минусов\nМесяц: 70 плюсов 23 минуса', '70-23-0'],
  ['Q1 8-5\nQ2 9-7\nQ3 6-8\n2026: 23-20', '23-20-0'],
] as const;

/** Figures of speech, or counts. */
const ROUND = [
  ['9 out of 10', '9-1-0'],
  ['9 of 10 trades won', '9-1-0'],
  ['We win 9 out of 10 trades', '9-1-0'],
  ['9 de cada 10 ganadas', '9-1-0'],
  ['9 из 10 сделок в плюс', '9-1-0'],
  ['9 dari 10 sinyal menang', '9-1-0'],
  ['10 में से 9 जीते', '9-1-0'],
  ['95 out of 100 signals win', '95-5-0'],
] as const;

/** What says that it counts signs, targets and stops. */
const SCORES = [
  ['+45 / -5', 'claimed-numbers', '45-5-0'],
  ['+45/-5', 'claimed-numbers', '45-5-0'],
  ['Today +9 / -1', 'claimed-numbers', '9-1-0'],
  ['Итог: +45 / -5', 'claimed-numbers', '45-5-0'],
  ['Пн +8 -2\nВт +7 -3', 'claimed-numbers', '15-5-0'],
  ['Mon +3 -1 | Tue +4 -0 | Wed +2 -2', 'claimed-numbers', '9-3-0'],
  ['22+ 5-', 'claimed-numbers', '22-5-0'],
  ['Account A: 45-5', 'claimed-pair', '45-5-0'],
  ['Account A: 45-5\nAccount B: 30-20', 'several-claims', '75-25-0'],
  ['Account 1: 45-5\nAccount 2: 30-20\nAccount 3: 12-8', 'several-claims', '87-33-0'],
  ['Cuenta A: 45-5\nCuenta B: 30-20', 'several-claims', '75-25-0'],
  ['Счёт А: 45-5\nСчёт Б: 30-20', 'several-claims', '75-25-0'],
  ['1/0, 1/1, 2/1', 'several-claims', '4-2-0'],
  ['1/0\n1/1\n2/1', 'several-claims', '4-2-0'],
  ['1-0\n1-1\n2-1', 'several-claims', '4-2-0'],
  ['Monday: 3TP 1SL\nTuesday: 4TP 0SL\nWednesday: 2TP 2SL', 'claimed-numbers', '9-3-0'],
  ['29 TP 4 SL 2 BE minggu ini', 'claimed-numbers', '29-4-2'],
  ['12 signals today: 10 TP ✅ 1 SL ❌ 1 running ⏳', 'target-distance', '10-1-0'],
] as const;

/** What all trades brought together says that a win and a loss are not of one size, or how far they are from it. */
const NETS = [
  ['50 trades, 43 won, profit +12 pips', '43-7-0'],
  ['43 wins, 7 losses, total profit 12 pips', '43-7-0'],
  ['43 wins 7 losses +120 pips', '43-7-0'],
  ['Accuracy: 86%\nTrades: 50\nWon: 43\nLost: 7\nNet pips: +318', '43-7-0'],
  ['43 ganadas 7 perdidas, total +120 pips', '43-7-0'],
  ['43 плюса 7 минусов, +340 пунктов', '43-7-0'],
  ['Jan: +1,240 pips (20W 4L)\nFeb: +980 pips (23W 3L)', '43-7-0'],
  ['43 wins, 7 losses, net profit $300', '43-7-0'],
] as const;
const KNOWN_NETS = [
  // A loss in all: a win brings at most what makes them even.
  ['50 trades, 43 won, net -$30', '43-7-0', 7 / 43],
  ['43 wins, 7 losses, net profit -$300', '43-7-0', 7 / 43],
  ['43 wins 7 losses, -120 pips', '43-7-0', 7 / 43],
  // Units are stakes, R what was at risk.
  ['43-7 record, +18.4u', '43-7-0', (18.4 + 7) / 43],
  ['43 wins 7 losses, total +12R', '43-7-0', (12 + 7) / 43],
  ['10 trades: 3 losses of -40 pips, 7 wins of +10 pips', '7-3-0', 0.25],
  ['43 wins, 7 losses, total +120 pips, TP 10 SL 40', '43-7-0', 0.25],
] as const;

/** What sellers post of a day, a week or a month, in their words. */
const POSTED = [
  ['VIP RESULTS\nJan 2025: 38W 9L\nFeb 2025: 35W 12L\nMar 2025: 41W 8L', '114-29-0'],
  ['January: 82% (41/50)\nFebruary: 86% (43/50)\nMarch: 78% (39/50)', '123-27-0'],
  ['17 wins in a row, 20-2 this week', '20-2-0'],
  ['PLACAR DO DIA\n✅ 18 x 2 ❌', '18-2-0'],
  ['Resumo semanal\nOperações: 64\nGains: 55\nLoss: 9\nTaxa: 85,9%', '55-9-0'],
  ['Статистика за октябрь: всего 112 сигналов, 94 прибыльных, 18 убыточных (83,9%)', '94-18-0'],
  ['Прибыльных сделок 89 (86%), убыточных 14 (14%)', '89-14-0'],
  ['De 70 señales, 61 fueron ganadoras', '61-9-0'],
  ['Acertadas: 89 Falladas: 14', '89-14-0'],
  ['نتائج اليوم: ✅ 9 ❌ 1', '9-1-0'],
  ['Ekim: %88 başarı (44/50)', '44-6-0'],
  ['89 tuttu 14 yattı', '89-14-0'],
  ['Tỉ lệ thắng 86% (89/103)', '89-14-0'],
  ['Tổng kết: 29 thắng, 4 thua, 2 hòa', '29-4-2'],
  ['आज का रिज़ल्ट: 9 ट्रेड, 8 प्रॉफिट, 1 लॉस', '8-1-0'],
  ['कुल 103 ट्रेड: 89 सही, 14 गलत', '89-14-0'],
  ['এই মাসে ১১২টি সিগন্যালের মধ্যে ৯৪টি প্রফিট', '94-18-0'],
  ['اس مہینے 112 سگنل میں سے 94 کامیاب، 18 ناکام', '94-18-0'],
  ['89 kali menang, 14 kali kalah', '89-14-0'],
  ['89 acertos em 103 palpites (86%)', '89-14-0'],
  ['103 predictions, 89 correct', '89-14-0'],
  ['89 correct and 14 wrong predictions', '89-14-0'],
  ['Green: 89\nRed: 14\nVoid: 3', '89-14-3'],
  ['W-L-T: 89-14-3', '89-14-3'],
  ['43W-7L-2BE', '43-7-2'],
  ['29 wins, 4 losses (1 refund)', '29-4-1'],
  ['Trades: 120\nProfitable: 96\nUnprofitable: 24\nBest trade: +210\nWorst trade: -95', '96-24-0'],
  ['hit 10/10 yesterday and 9/10 today', '19-1-0'],
  ['✅✅✅✅❌✅✅ 6/7', '6-1-0'],
  ['Wins - 43\nLosses - 7', '43-7-0'],
  ['Wins — 43 | Losses — 7 | Draws — 2', '43-7-2'],
  ['Побед - 43\nПоражений - 7', '43-7-0'],
  ['Thắng - 43\nThua - 7', '43-7-0'],
  ['Total trades - 50\nWins - 43\nLosses - 7', '43-7-0'],
  ['43 - wins\n7 - losses', '43-7-0'],
  ['wins - 43 losses - 7', '43-7-0'],
  ['Day 3: 17 wins - 12 losses', '17-12-0'],
  ['✅ - 43\n❌ - 7', '43-7-0'],
  ['30টি ট্রেডে মাত্র ২টি হার', '28-2-0'],
  ['win ✅ loss ❌ win ✅', '2-1-0'],
  ['Semana 1 ✅38 ❌9\nSemana 2 ✅35 ❌12\nTotal ✅73 ❌21', '73-21-0'],
  ['يناير: 38 ربح 9 خسارة\nفبراير: 35 ربح 12 خسارة', '73-21-0'],
  ['जनवरी: 38 जीत 9 हार\nफरवरी: 35 जीत 12 हार', '73-21-0'],
  ['জানুয়ারি: ৩৮ জয় ৯ হার\nফেব্রুয়ারি: ৩৫ জয় ১২ হার', '73-21-0'],
  ['جنوری: 38 جیت 9 ہار\nفروری: 35 جیت 12 ہار', '73-21-0'],
  ['1st week: 22-3\n2nd week: 20-4\n3rd week: 23-4\n4th week: 24-3', '89-14-0'],
] as const;
const POSTED_OPEN = [
  ['Our VIP closed October with +3,412 pips: 88 winning signals, 14 losing', 'target-distance', '88-14-0'],
  ['1,240 pips profit, 43 wins and 7 losses', 'target-distance', '43-7-0'],
  ['43 wins and 7 losses made us 1240 pips', 'target-distance', '43-7-0'],
  ['Lost 120 pips overall with 43 wins and 7 losses', 'target-distance', '43-7-0'],
  ['Lucro total: R$ 540, 43 gain 7 loss', 'target-distance', '43-7-0'],
  ['Прибыль за месяц 540$, 43 плюса, 7 минусов', 'target-distance', '43-7-0'],
  ['ربح 540$، 43 رابحة و 7 خاسرة', 'target-distance', '43-7-0'],
  ['Keuntungan 540$, 43 menang 7 kalah', 'target-distance', '43-7-0'],
  ['मुनाफा ₹5400, 43 जीत 7 हार', 'target-distance', '43-7-0'],
  ['43 wins 7 losses ROI 12%', 'target-distance', '43-7-0'],
  ['43 wins 7 losses, SL 60 pips', 'target-distance', '43-7-0'],
  ['Win 43, Loss 7, Win rate 86%, Net Profit +$1,240, Max DD 12%', 'target-distance', '43-7-0'],
  ['Mon 6/7 Tue 5/7 Wed 8/8 Thu 4/6 Fri 7/7', 'claimed-pair', '30-5-0'],
  ['Robot A: 43 wins 7 losses\nRobot B: 30 wins 20 losses', 'several-claims', '73-27-0'],
  ['43 wins 7 losses, Risk:Reward 6:1', 'payout-kind', '43-7-0'],
  ['Wins>300, losses<40', 'claimed-numbers', '300-40-0'],
  ['~300 wins, ~40 losses', 'claimed-numbers', '300-40-0'],
  ['300+ wins, 40 losses', 'claimed-numbers', '300-40-0'],
  ['🟩43 🟥7 ⬜2', 'claimed-numbers', '43-7-2'],
  ['3/3 ✅ 2/3 ✅ 4/4 ✅', 'claimed-pair', '9-1-0'],
  ['TP ✅ TP ✅ SL ❌ TP ✅', 'target-distance', '3-1-0'],
  ['88% of our 25 members are in profit', 'claimed-numbers', '22-3-0'],
  ['Kâr: 540$, 43 kazanç 7 kayıp', 'target-distance', '43-7-0'],
  ['43-7 for +3.1 units', 'claimed-pair', '43-7-0'],
  ['50 trades, win rate 86%, expectancy 0.02R', 'target-distance', '43-7-0'],
  ['record 43-7, yield 6.2%', 'target-distance', '43-7-0'],
  ['43 wins, 7 losses, best trade +210 pips', 'target-distance', '43-7-0'],
] as const;
/** Figures of reports that say what a win brings. */
const FIGURES = [
  ['Trades 50 | Win 86% | PF 1.02', '43-7-0', (1.02 * 7) / 43],
  ['Win rate 86%, 50 trades, average RR 1:0.2', '43-7-0', 0.2],
  ['Gross profit 430, gross loss 420, 43 wins, 7 losses', '43-7-0', 1 / 6],
  [
    'Total Net Profit: 83.20\nGross Profit: 1 430.00\nGross Loss: -1 346.80\nExpected Payoff: 1.66\nTotal Trades: 50\nProfit Trades (% of total): 43 (86.00%)\nLoss trades (% of total): 7 (14.00%)',
    '43-7-0',
    (1_430 / 1_346.8) * (7 / 43),
  ],
  ['43 wins at +8 pips, 7 losses at -50 pips', '43-7-0', 0.16],
  ['43 winners of 50. avg winner 0.3R, avg loser 1R', '43-7-0', 0.3],
  ['43 wins, 7 losses, payout 85%, profit +$310', '43-7-0', 0.85],
  ['We risk 50 pips for 10 pips. 43 wins, 7 losses', '43-7-0', 0.2],
  ['50 signals, 86 %, -120 pips', '43-7-0', 7 / 43],
] as const;

/** Wins by their doubled stakes beside all wins: among these, or beside them. A total that is their sum decides, and so do brackets. */
const GALED = [
  ['WIN: 20\nLOSS: 0\nGALE 1: 6\nGALE 2: 3', 'lists', '20-12-0'],
  ['WIN: 20\nLOSS: 0\nGALE 1: 6\nGALE 2: 3', 'lists', '29-12-0'],
  ['WIN 20 / GALE 1: 6 / GALE 2: 3 / LOSS 1', 'lists', '20-13-0'],
  ['WIN: 20\nWIN G1: 6\nLOSS: 1', 'lists', '26-8-0'],
  ['ITM: 20\nITM MTG1: 6\nOTM: 1', 'lists', '20-7-0'],
  ['Placar: 20x1\nG1: 6', 'announced-gales', '20-8-0'],
  ['Total win: 20\nDirect: 11\nG1: 6\nG2: 3\nLoss: 1', 'announced-gales', '20-15-0'],
  ['15 WINS (4 in MTG1, 2 in MTG2), 1 LOSS', 'announced-gales', '15-11-0'],
  ['15 wins, 4 of them at gale 1, 2 at gale 2, 1 loss', 'announced-gales', '15-9-0'],
  ['Placar: 10x1 ✅\nsendo 7 de primeira, 2 gale 1 e 1 gale 2', 'announced-gales', '10-7-0'],
  ['30 sinais: 24 de primeira, 4 no G1, 1 no G2, 1 loss', 'announced-gales', '29-9-0'],
  ['Signals: 30\nDirect: 24\nG1: 4\nG2: 1\nLoss: 1', 'announced-gales', '29-7-0'],
  ['GREEN 20 (14 SG / 6 G1) RED 1', 'announced-gales', '20-8-0'],
  ['8 Win ✅ 3 G1 ✅ 1 Loss ❌', 'lists', '11-5-0'],
  ['12/11: WIN 9 (G1 2) LOSS 1\n13/11: WIN 8 (G1 3) LOSS 2', 'announced-gales', '17-11-0'],
  ['9 wins 1 loss, 1 step MTG', 'announced-gales', '9-2-0'],
  // How often their stakes were doubled is not said.
  ['✅ 20 (gale 6) ❌ 4', 'gale-without-number', '20-14-0'],
  ['Direct win 14, recovery win 6, loss 5', 'gale-without-number', '20-16-0'],
  ['WIN 20 / WIN GALE 9 / LOSS 1', 'gale-without-number', '20-11-0'],
  ['Profit: 9\nLoss: 1\nMTG Profit: 3', 'gale-without-number', '9-5-0'],
  ['Direct wins: 14\nGale wins: 6\nLosses: 1', 'gale-without-number', '20-8-0'],
  ['Sure shot: 14\nMTG: 6\nLoss: 1', 'gale-without-number', '20-15-0'],
  ['20 побед: 14 сразу, 6 с догоном, 1 минус', 'gale-without-number', '20-8-0'],
  // So many wins, or so many stakes.
  ['18 win 0 loss (3 gale)', 'gale-without-number', '18-3-0'],
  ['18 win 0 loss (3 gale)', 'gale-without-number', '18-0-0'],
  ['20-1 (6 gale wins)', 'gale-without-number', '20-8-0'],
  ['20 greens, 6 no gale, 1 red', 'gale-without-number', '20-15-0'],
  ['WINS 20 | MTG 6 | LOSS 1', 'gale-without-number', '20-8-0'],
  ['Direct 14 + MTG 6 = 20 wins, 1 loss', 'gale-without-number', '20-8-0'],
] as const;

const GALED_CHAT = (last: string): string =>
  `[09.11.26, 09:00:00] Desk: Direct 9, gale 1: 2, loss 1\n[10.11.26, 09:00:00] Desk: ${last}`;

/** One number in two texts, dates in headings, marks with words or a legend behind them, and words for outcomes around a score. */
const AGREEING = [
  ['14 out of 15 ✅ only one loss', '14-1-0'],
  ['Today: 14/15 ✅ only one loss!', '14-1-0'],
  ['14 de 15 ✅ só um loss', '14-1-0'],
  ['95 out of 100 ✅ 5 ❌', '95-5-0'],
  ['✅✅✅✅✅✅✅✅✅✅\n❌ = 0', '10-0-0'],
  ['✅✅✅✅✅✅✅✅❌❌\n✅ = 8\n❌ = 2', '8-2-0'],
  ['✅✅✅✅ ❌x2', '4-2-0'],
  ['✅✅✅❌ (today)', '3-1-0'],
  ['✅✅✅❌✅✅ ✅✅❌✅✅✅ (yesterday and today)', '10-2-0'],
  ['G P G G G P G G G G (G = ganada, P = perdida)', '8-2-0'],
  ['✅❌✅✅ (✅ = win, ❌ = loss)', '3-1-0'],
  ['W L W W (W=win L=loss)', '3-1-0'],
  ['Mon 09 Sep: L W W\nTue 10 Sep: W W W W L W W\nMon 16 Sep: w l w l l', '10-5-0'],
  ['GREEN 17 x 3 RED', '17-3-0'],
  ['WIN 17 x 3 LOSS', '17-3-0'],
  ['RED 3 x 17 GREEN', '17-3-0'],
  ['9x✅ 2x❌', '9-2-0'],
  ['5x win 1x loss', '5-1-0'],
  ['RESULTADO FINAL 15/10\n✅ WIN: 17\n❌ LOSS: 3', '17-3-0'],
  ['RESULTADO FINAL 15/10\n🟢 GREEN: 17\n🔴 RED: 3\n📈 Assertividade: 85%', '17-3-0'],
  ['Placar 15/10\n✅ 17\n❌ 3', '17-3-0'],
  ['12W-3L on VIP / 9W-1L on premium / total 21W-4L', '21-4-0'],
  ['Résultats de la semaine\nGagnants : 21\nPerdants : 7\nNuls : 2', '21-7-2'],
  ['Trades gagnants : 21\nTrades perdants : 7', '21-7-0'],
  ['6 Gewinne, 2 Verluste, 1 unentschieden', '6-2-1'],
  ['60 gewonnene und 20 verlorene Trades', '60-20-0'],
] as const;
const DISAGREEING = [
  ['14/15 ✅ 2 ❌', '14-2-0'],
  ['✅✅✅✅✅✅✅✅✅✅\n❌: 2', '10-0-0'],
  ['RESULTS\n✅✅✅✅✅✅✅✅✅✅\n10/10\n❌ = 0\n\n(2 refunds)', '10-0-0'],
  ['✅✅✅❌ what a session guys', '3-1-0'],
  ['7 TP1, 4 TP2, 2 TP3, 3 SL', '7-3-0'],
  [
    'Out of 20 signals 20 were winners!! (losses are recovered by martingale so we do not count them)',
    '20-0-0',
  ],
] as const;

export const SCOREBOARD_LAYOUTS: readonly Layout[] = [
  ...[...PERCENTS, ...DAYS_IN_LINE, ...SUMMED, ...POSTED, ...AGREEING].map(([text, counts]) =>
    right(text, counts),
  ),
  ...[...ROUND, ...DISAGREEING].map(([text, counts]) => asks(text, 'claimed-numbers', counts)),
  right('Today 9 out of 10', '9-1-0'),
  right('March, EURUSD OTC, 1 minute, payout 85%:\n187 wins\n63 losses', '187-63-0', { payout: 0.85 }),
  right('9 out of 10 this week', '9-1-0'),
  asks('✅ 20 (🔁 6) ❌ 4', 'claimed-numbers'),
  ...[...SCORES, ...POSTED_OPEN].map(([text, code, counts]) => asks(text, code, counts)),
  ...NETS.map(([text, counts]) => asks(text, 'target-distance', counts)),
  ...[...KNOWN_NETS, ...FIGURES].map(([text, counts, payout]) => right(text, counts, { payout })),
  ...GALED.map(([text, code, counts]) => ({
    ...asks(text, code, counts),
    name: `wins by their doubled stakes: ${text}, ${counts}`,
  })),
  asks(GALED_CHAT('Direct 8, gale 1: 3, loss 2'), 'announced-gales', '22-11-0'),
  asks(GALED_CHAT('8 wins 3 losses'), 'announced-gales', '19-7-0'),
  right('15 WINS (4 in MTG1, 2 in MTG2) 1 LOSS (MTG2)', '15-11-0'),
  right('Greens: 20 | Reds: 1 | Gales: 0', '20-1-0'),
  right('9 win, 1 loss, up to 1 mtg', '9-2-0'),
  refused('88 % wins, 10 % losses, 2 % ties'),
  refused('1W 2L 3W'),
  asks(
    '📊 Weekly report\nTotal signals: 48\nTP: 39\nSL: 7\nBE: 2\nAccuracy: 84.7%',
    'target-distance',
    '39-7-2',
  ),
];
