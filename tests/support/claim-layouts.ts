/** Claims in the words of sellers, written as their truth first: counts, shares and rates in prose, and scores of several days. */
import type { Layout } from './layout.ts';

export const right = (text: string, counts: string, more: Partial<Layout> = {}): Layout => ({
  name: `a stated claim: ${text}`,
  text,
  counts,
  isPlain: true,
  ...more,
});
export const asks = (text: string, code: string, counts?: string): Layout => ({
  name: `a claim that is open: ${text}`,
  text,
  asks: code,
  ...(counts === undefined ? {} : { counts }),
});
export const refused = (text: string): Layout => ({
  name: `nothing stated: ${text}`,
  text,
  counts: 'none',
  mayRefuse: true,
});
/** WhatsApp's export, a message a day. */
const posted = (texts: readonly string[], minutes = 1_440): string =>
  texts
    .map((text, at) => {
      const moment = new Date(Date.UTC(2026, 10, 9, 9) + at * minutes * 60_000).toISOString();
      return `[${moment.slice(8, 10)}.${moment.slice(5, 7)}.26, ${moment.slice(11, 19)}] Desk: ${text}`;
    })
    .join('\n');

const PROSE = [
  ['312 profits and only 41 losses! Join now', '312-41-0'],
  ['we made 45 out of 50 this week', '45-5-0'],
  ['This month we closed 75 signals: 61 in profit, 14 in loss 📈', '61-14-0'],
  ['70 trades taken, 58 hit, 12 missed. DM for VIP', '58-12-0'],
  ['Our members won 132 of the last 160 signals!!', '132-28-0'],
  ['A total of 353 trades: 312 were winners and 41 were losers', '312-41-0'],
  ['Out of our 353 trades we lost just 41.', '312-41-0'],
  ['31 wins, 9 losses and 2 break evens in November', '31-9-2'],
  ['Stats (all members, Q3): 200 trades | 144 W | 56 L', '144-56-0'],
  ['Accuracy last quarter: 87.4% (412 signals)', '360-52-0'],
  ['312 wins, 41 losses\n88.4%, 353 trades', '312-41-0'],
  ['Balance de octubre: 52 ganadas, 8 perdidas ✅', '52-8-0'],
  ['Lunes: 14 ganadas, 6 perdidas, 1 empatada', '14-6-1'],
  ['WIN tanpa kompensasi = 34\nWIN kompensasi 1 = 16\nLOSE sampai kompensasi 1 = 1', '50-18-0'],
  ['2 de febrero: 60 ganadas 50 perdidas', '60-50-0'],
  ['2 de fevereiro: 60 vitórias 50 derrotas', '60-50-0'],
  ['Semana del 5 de enero: 19 ganadas y 15 perdidas', '19-15-0'],
  ['Del 2 al 20 de febrero: 37 ganadas y 13 perdidas', '37-13-0'],
  ['2 de febrero: 17W 12L', '17-12-0'],
  ['2 de febrero: 17 ganadas - 12 perdidas', '17-12-0'],
  ['Dia 2 de março: 17 wins - 12 losses', '17-12-0'],
  ['2 de febrero: 60W 50L\n3 de febrero: 58W 49L\n4 de febrero: 61W 50L', '179-149-0'],
  ['Jueves 5 de febrero: 4 ganadas - 5 perdidas\nViernes 6 de febrero: 8 ganadas - 6 perdidas', '12-11-0'],
  ['Esta semana acertamos 45 de 50 operaciones 🔥', '45-5-0'],
  ['Foram 312 vitórias e apenas 41 derrotas! Entre agora', '312-41-0'],
  ['40 sinais enviados hoje, 37 green e 3 red', '37-3-0'],
  ['Из 50 сделок 45 в плюс, всего 5 в минус', '45-5-0'],
  ['В октябре закрыли 60 сделок, из них 47 в плюс и 13 в минус', '47-13-0'],
  ["Bu hafta 50 işlemden 45'i kazandı", '45-5-0'],
  ['Ekim ayında 60 işlem açtık, 47 başarılı 13 başarısız', '47-13-0'],
  ['Tuần này thắng 45 trên 50 lệnh', '45-5-0'],
  ['Trong tháng 10 có 60 lệnh: 47 thắng, 13 thua', '47-13-0'],
  ['312 menang dan hanya 41 kalah! Gabung sekarang', '312-41-0'],
  ['minggu ini menang 45 dari 50 sinyal', '45-5-0'],
  ['इस हफ्ते 50 में से 45 जीते', '45-5-0'],
  ['अक्टूबर में 60 ट्रेड लिए, 47 में जीत और 13 में हार', '47-13-0'],
  ['এই সপ্তাহে ৫০টির মধ্যে ৪৫টি জয়', '45-5-0'],
  ['অক্টোবরে ৬০টি ট্রেড, ৪৭টিতে জয় ১৩টিতে হার', '47-13-0'],
  ['اس ہفتے 50 میں سے 45 جیتے', '45-5-0'],
  ['مہینے کا خلاصہ: کل 60 سگنل، 52 جیت، 8 ہار', '52-8-0'],
  ['حققنا 45 صفقة رابحة من أصل 50 هذا الأسبوع', '45-5-0'],
  ['في أكتوبر 60 صفقة منها 47 رابحة و13 خاسرة', '47-13-0'],
] as const;

const RATES = [
  ['accuracy of 88% over 353 signals', '311-42-0'],
  ['precisión del 88 % en 353 señales', '311-42-0'],
  ['taxa de acerto de 88% em 353 sinais', '311-42-0'],
  ['проходимость 88% на 353 сигналах', '311-42-0'],
  ['353 sinyalde %88 başarı oranı', '311-42-0'],
  ['tỷ lệ thắng 88% trên 353 lệnh', '311-42-0'],
  ['akurasi 88% dari 353 sinyal', '311-42-0'],
  ['353 सिग्नल में 88% सटीकता', '311-42-0'],
  ['৩৫৩ সিগন্যালে ৮৮% জয়ের হার', '311-42-0'],
  ['353 سگنلز پر 88% کامیابی کی شرح', '311-42-0'],
  ['نسبة نجاح 88% من 353 صفقة', '311-42-0'],
] as const;

const DAYS = [
  ['Placar: 9x1\nPlacar: 8x2\nPlacar: 10x0', '27-3-0'],
  ['12/11: 9-1 ✅\n13/11: 8-2 ✅\n14/11: 10-0 ✅', '27-3-0'],
  ['12.11.2026 9:1 ✅\n13.11.2026 8:2 ✅\n14.11.2026 10:0 ✅', '27-3-0'],
  ['12/11\nPlacar: 9x1\n13/11\nPlacar: 8x2', '17-3-0'],
  ['Mon 8W 2L\nTue 9W 3L', '17-5-0'],
  ['Mon 8W 2L, Tue 8W 3L', '16-5-0'],
  ['Nov 12 — 7W/1L\nNov 13 — 8W/0L\nNov 14 — 7W/2L', '22-3-0'],
  ['Day 1: 9W-1L\nDay 2: 8W-2L-1D\nDay 3: 10W-1L', '27-4-1'],
  ['11 wins - 3 losses\n9 wins - 4 losses\n12 wins - 1 loss', '32-8-0'],
  ['Yesterday: 14 wins, 1 loss. Today: 12 wins, 3 losses!', '26-4-0'],
  ['📅 Lunes ➡️ 10 ✅ 2 ❌\n📅 Martes ➡️ 9 ✅ 3 ❌\n📅 Miércoles ➡️ 10 ✅ 1 ❌', '29-6-0'],
  ['Resultado da semana\nSegunda: 9x1\nTerça: 8x2\nQuarta: 7x2\nQuinta: 8x1\nSexta: 6x1', '38-7-0'],
  ['Понедельник: 9 плюсов, 1 минус\nВторник: 8 плюсов, 2 минуса', '17-3-0'],
  ['Pazartesi 9 kazanç 1 kayıp\nSalı 8 kazanç 2 kayıp', '17-3-0'],
  ['Thứ hai: thắng 9 thua 1\nThứ ba: thắng 8 thua 2', '17-3-0'],
  ['सोमवार: 9 जीत 1 हार\nमंगलवार: 8 जीत 2 हार', '17-3-0'],
  ['الاثنين: 9 ربح 1 خسارة\nالثلاثاء: 8 ربح 2 خسارة', '17-3-0'],
  ['Week 45: 34W 11L\nWeek 46: 36W 12L\nWeek 47: 35W 12L', '105-35-0'],
  ['April\nWins: 45\nLosses: 30\n\nMay\nWins: 37\nLosses: 23', '82-53-0'],
  // The sum of the days above it, or below it, is no day.
  ['Mon 9-1\nTue 8-2\nTotal 17-3', '17-3-0'],
  ['Week total: 25-5\nMon 9-1\nTue 8-2\nWed 8-2', '25-5-0'],
  ['Mon 9-1\nTue 8-2\nWeek 45: 17-3\nMon 7-3\nTue 6-4\nWeek 46: 13-7\nTotal: 30-10', '30-10-0'],
  ['Week 45: 34W 11L\nWeek 46: 36W 12L\nTotal: 70W 23L (75%)', '70-23-0'],
] as const;

/** Numbers in words are not read, and never left out beside others. */
const SPELLED = [
  'Forty-five wins, twelve losses. Join!',
  'we closed three hundred and fifty-three trades, forty one of them lost',
  'Quarenta e cinco vitórias e três derrotas esta semana',
  'Treinta y dos ganadas, once perdidas',
  'empat puluh lima menang, sebelas kalah',
  'पैंतालीस जीत, बारह हार',
  'পঁয়তাল্লিশ জয়, বারো হার',
  'پینتالیس جیت، بارہ ہار',
  'сорок пять побед, двенадцать поражений',
  'noventa de cada cem sinais ganhos',
  'nine out of ten wins',
  '45 wins, five losses',
  '45 wins, 5 losses, three break even',
] as const;

/** Outcomes in their order, by days, below a heading or a legend. */
const ORDERED = [
  ['WLLWWL', '3-3-0'],
  ['Results: WLLWWL', '3-3-0'],
  ['EURUSD M5:\nWLWLL WLLLL\nLWWWW LLWWL', '9-11-0'],
  ['Results November\nW W L W W L L W', '5-3-0'],
  ['Mon: WWL\nTue: WLW\nWed: LLW', '5-4-0'],
  ['12/11: WWL\n13/11: WLW', '4-2-0'],
  ['November results\nDay 1 WWWL\nDay 2 WLWW\nDay 3 LWWW', '9-3-0'],
  ['W = win, L = loss\nW W L W W L L W', '5-3-0'],
  ['✅ = win ❌ = loss\n✅✅❌✅', '3-1-0'],
  ['Lunes ✅✅❌✅\nMartes ✅✅✅❌', '6-2-0'],
  ['Monday: ✅✅❌✅ (3-1)\nTuesday: ✅✅✅❌ (3/4)', '6-2-0'],
  ['Session 1: ✅✅❌\nSession 2: ✅❌✅\nTotal: 4-2', '4-2-0'],
] as const;

/** What a win brings beside what it risks, or its payout. */
const PAID = [
  ['312 wins, 41 losses, TP 10 SL 80', 0.125],
  ['312 wins, 41 losses\nTP: 10 pips\nSL: 80 pips', 0.125],
  ['312W / 41L, take profit of 10 pips and stop loss of 80 pips', 0.125],
  ['312 winners and 41 losers at 1:4 risk reward', 4],
  ['312 ganadas, 41 perdidas, riesgo beneficio 1:2', 2],
  ['312 wins, 41 losses at 85% payout', 0.85],
  ['312 wins 41 losses, average odds 1.65', 0.65],
  ['312W 41L @ -110', 0.9091],
  ['312W 41L, all bets at -230', 0.4348],
  ['312 wins, 41 losses, average price 1.44', 0.44],
  ['312 wins, 41 losses at -120 pips', 0.1314],
  ['312 wins, 41 losses, closed at -250 units', 0.1314],
  ['312 wins, 41 losses, closed at +250', 0.8],
  ['312 wins averaging +10 pips, 41 losses averaging -70 pips', 0.1429],
  ['Wins: 312 (avg +10 pips)\nLosses: 41 (avg -40 pips)', 0.25],
  ['Winning trades: 312 (88%), average $10\nLosing trades: 41, average $40', 0.25],
  ['312 wins, 41 losses, avg win +10 pips, avg loss -40 pips', 0.25],
  ['312 wins, 41 losses, risk 40 to make 10', 0.25],
  ['312 wins, 41 losses, risking $40 to win $10', 0.25],
  ['312 wins, 41 losses, profit factor 1.03', 0.1354],
] as const;

/** Claims as sellers post them, in forms of their own. */
const POSTED = [
  ['total 52 / win 45 / loss 5 / draw 2', '45-5-2'],
  ['Total=52;Win=45;Loss=5;Tie=2', '45-5-2'],
  ['12 wins and no losses', '12-0-0'],
  ['50 trades, not a single loss', '50-0-0'],
  ['12 ganadas sin pérdidas', '12-0-0'],
  ['Q1: 210W/40L | Q2: 198W/52L | Q3: 220W/30L | Q4: 205W/45L', '833-167-0'],
  ['57-3-2 (W-L-D)', '57-3-2'],
  ['Wins/Losses: 45-5', '45-5-0'],
  ['2024: 812-188, 2025: 790-210', '1602-398-0'],
  ['50 trades, 10% losses', '45-5-0'],
  ['lost only 10% of 50 trades', '45-5-0'],
  ['60 trades: loss rate 5%, win rate 95%', '57-3-0'],
  ['45 wins (90%) 5 losses (10%)', '45-5-0'],
  ['Wins 45/50', '45-5-0'],
  ['Wins 45 (of 50)', '45-5-0'],
  ['Losses: 5/50', '45-5-0'],
  ['45 Gewinner, 5 Verlierer diese Woche', '45-5-0'],
  ['vinti 45, persi 5', '45-5-0'],
  ['42/50 прогнозов зашли', '42-8-0'],
  ['Session NY 9-1, Session London 8-2, Session Asia 7-3', '24-6-0'],
  ['Efectividad del 92% (46 de 50)', '46-4-0'],
  ['अक्टूबर में सटीकता 84% (45 में से 38)', '38-7-0'],
  ['YTD 138-97 (58.7%)', '138-97-0'],
  ['138-97, 58.7%, +21 units', '138-97-0'],
  ['38-7 (+24.3u) last 45 picks', '38-7-0'],
  ['Trades: 1250; Win%: 71.2', '890-360-0'],
  ['Profit Trades (% of total): 890 (71.20%)\nLoss Trades (% of total): 360 (28.80%)', '890-360-0'],
  ['January 2026 ✅ 102 ❌ 18 | February 2026 ✅ 95 ❌ 21', '197-39-0'],
  ['Sala VIP fechou o dia com 21 wins e 2 reds, meta batida!', '21-2-0'],
  ['Ontem: 14x2 / Hoje: 9x1', '23-3-0'],
  ['We had 30 signals with 28 in profits', '28-2-0'],
  ['M1: 20 wins, 3 losses', '20-3-0'],
  ['Win de primeira: 40\nWin no G1: 12\nLoss (após G1): 3', '52-18-0'],
  [
    'Всего сигналов: 58\nПлюс с первой сделки: 28\nПлюс с 1 перекрытием: 19\nМинус (с перекрытием): 11',
    '47-41-0',
  ],
  ['1) WIN\n2) LOSS\n3) WIN', '2-1-0'],
  ['Results:\n1. menang, 2. kalah, 3. kalah, 4. menang, 5. menang', '3-2-0'],
  ['Resultados de hoy:\n9:00 ganada | 9:15 perdida | 9:30 ganada | 9:45 ganada', '3-1-0'],
  ['10:00 ✅ 10:05 ✅ 10:10 ❌', '2-1-0'],
  ['Yesterday 28.11\nWin→Win→Loss→Win→Loss', '3-2-0'],
  ['EURUSD M5:\nWLWLL WLLLL LLLWL', '4-11-0'],
  ['NFL: 58-49-3 (+4.1u)\nNBA: 131-118-2 (+3.3u)\nOverall: 189-167-5 (+7.4u)\nLast 10: 7-3', '189-167-5'],
  ['87.0% win rate over 230 signals since January (no ties)', '200-30-0'],
  [
    'Level 12\n\nTrades\n64\nWinning trades\n38\nLosing trades\n23\nBreak-even trades\n3\nCopiers\n211',
    '38-23-3',
  ],
  ['RESULTADO DA SEMANA\nSegunda: 9x1\nTerça: 8x2\nQuarta: 10x0\n27 greens x 3 reds', '27-3-0'],
  ['EURUSD: 25 wins 2 losses\nGBPUSD: 20 wins 3 losses\nTotal: 45 wins 5 losses', '45-5-0'],
] as const;
/** Wins by their doubled stakes, of which each has lost the stakes before, and a loss as many as there are, or one. */
const GALED = [
  ['MTG0: 30 wins, MTG1: 10 wins, MTG2: 5 wins, Loss: 5', '45-35-0'],
  ['✅ Direto: 30\n✅ G1: 10\n✅ G2: 5\n❌ Loss: 5', '45-35-0'],
  ['30 sem gale\n10 gale 1\n5 gale 2\n2 reds', '45-26-0'],
  ['30 win sin gale, 12 win con 1 gale, 4 loss', '42-20-0'],
  ['Без догона 30, догон 1: 10, минус 5', '40-20-0'],
  ['45W 5L with 1 gale', '45-10-0'],
  ['Direct win: 20\nMTG1 win: 6\nMTG2 win: 2\nLoss: 1', '28-13-0'],
  ['Win de primeira: 20\nWin no G2: 5\nLoss: 1', '25-13-0'],
  ['✅ 17 | ✅¹ 3 | ✅² 1 | ❌ 2', '21-11-0'],
  ['✅1: 6, ✅2: 2, ✅: 20, ❌: 1', '28-13-0'],
  ['🎯 Win de primeira: 20\n🔁 Gale 1: 6\n❌ Loss: 1', '26-8-0'],
  ['🎯 20 Direto  🔁 6 Gale 1  🔁 2 Gale 2  ❌ 1 Red', '28-13-0'],
  ['Sin gale = 20\n1º gale = 6\n2º gale = 2\nPérdidas = 1', '28-13-0'],
  ['🟢 Direct - 20 | 🟡 1-step MTG - 6 | 🔴 Loss - 1', '26-8-0'],
  ['1st entry: 20\nG1: 6\nLoss: 1', '26-8-0'],
  ['Daily report 📊\nWin direto 20\nM1 6\nM2 2\nPerdas 1', '28-13-0'],
  ['First try: 20\nLevel 1: 6\nLevel 2: 2\nKalah: 1', '28-13-0'],
] as const;
/** Those that leave something open. */
const POSTED_OPEN = [
  ['Last 30 days: 214 signals ➡️ 187 TP hit, 27 SL hit', 'target-distance', '187-27-0'],
  ['208 take profits, 92 stop losses', 'target-distance', '208-92-0'],
  ['208 hit target, 92 hit stop', 'target-distance', '208-92-0'],
  [
    'Signals sent: 240\nHit TP: 151\nHit SL: 80\nExpired: 9\nLongest streak: 11',
    'target-distance',
    '151-80-0',
  ],
  ['Only 13% of our 1,200 trades lost', 'claimed-rate', '1044-156-0'],
  ['10 losses? Not with us. 45 wins, 2 losses', 'claimed-numbers', '45-2-0'],
  ['Profit: 312, Loss: 41', 'claimed-numbers', '312-41-0'],
  ['12/12, 11/12 ITM', 'claimed-numbers', '11-1-0'],
  ['EURUSD: 14 wins / 6 losses / 1 foo\nGBPJPY: 9 wins / 8 losses', 'claimed-numbers', '23-14-0'],
  ['win:loss ratio 9:1', 'claimed-numbers', '9-1-0'],
  ['over 300 wins and under 40 losses', 'claimed-numbers', '300-40-0'],
  ['47 green days out of 50', 'claimed-numbers', '47-3-0'],
  ['45 winning days, 5 losing days', 'claimed-numbers', '45-5-0'],
  ['Day 1: 5 wins\nDay 2: 4 wins 1 loss\nDay 3: 6 wins', 'claimed-numbers', '15-1-0'],
  ['Monday: 3 wins\nTuesday: 2 wins\nWednesday: 1 loss', 'claimed-numbers', '5-1-0'],
  ['102 wins\n18 losses\n\n95 wins\n21 losses', 'several-claims', '197-39-0'],
  ['EURUSD: 25 wins 2 losses\nGBPUSD: 20 wins 3 losses', 'several-claims', '45-5-0'],
  ['Lunes 8/10, martes 9/10, miércoles 7/10', 'claimed-pair', '24-6-0'],
] as const;

/** Reports whose other figures count no trades, with what a win brings. */
const REPORTS = [
  [
    'Trades: 1.284\nWinners: 61,2 %\nAvg win: 42,10 EUR\nAvg loss: -58,30 EUR\nLongest losing streak: 9',
    '786-498-0',
    0.722,
  ],
  ['Win rate 60.2% over 500 trades, max 9 losses in a row, best streak 14 wins', '301-199-0', 0.8],
  ['Bisher 87 Gewinner, 41 Verlierer. Längste Verlustserie: 5', '87-41-0', 0.8],
  ['Trades 200, 120 winners\nMax consecutive losses: 7\nMax drawdown 31 %', '120-80-0', 0.8],
  [
    'Robot "Calm"\nPairs: EURUSD, GBPUSD\nTotal trades: 412\nWinning trades: 379 (92 %)\nTP 10 pips, SL 80 pips\nMax drawdown 31 %\nProfit factor 1.03',
    '379-33-0',
    0.125,
  ],
  [
    'Account\nBalance $103,418.22\nAverage win $212.40\nAverage loss -$188.91\nWin rate 54.29%\nNo. of trades 70\nLots 41.2\nSharpe ratio 0.31',
    '38-32-0',
    1.124,
  ],
  [
    'Backtest 2020-2024 (5 years)\nNet profit 18 400 $\nTotal trades 640\nPercent profitable 54.84%\nProfit factor 1.31\nAvg trade 28.75 $\nRatio avg win / avg loss 1.08',
    '351-289-0',
    1.08,
  ],
] as const;
const RUNNING = [
  [
    'May 1: season record 42-31\nMay 2: season record 43-33\nMay 3: season record 43-33\nMay 4: season record 45-34',
    '45-34-0',
  ],
  ['Jan: 5 wins, 3 losses YTD\nFeb: 5 wins, 3 losses YTD\nMar: 12 wins, 8 losses YTD', '12-8-0'],
  ['Mar: 12 wins, 8 losses YTD\nFeb: 5 wins, 3 losses YTD', '12-8-0'],
  ['May 1: 20W 10L 1D all time\nMay 2: 20W 10L 1D all time\nMay 3: 22W 11L 2D all time', '22-11-2'],
  ['Mon 4-1 so far\nTue 9-3 so far\nWed 13-7 so far', '13-7-0'],
  ['12/05 YTD 10-4\n13/05 YTD 12-5\n14/05 YTD 14-5', '14-5-0'],
  ['Week 1 since January: 20-9\nWeek 2 since January: 24-11', '24-11-0'],
  [posted(['Overall record 43-32', 'Overall record 43-33', 'Overall record 43-33']), '43-33-0'],
] as const;
/** A total and its parts, of which those do not name the ties; scores of leagues; the last ones of a record. */
const PARTS = [
  [
    'Total signals: 60\nWon: 37\nLost: 20\nBreakeven: 3\nEURUSD: 17 won / 12 lost\nGBPUSD: 20 won / 8 lost',
    '37-20-3',
  ],
  ['Session 1: 1 ✅ 2 ❌ 3 ✅\nSession 2: 1 ✅ 2 ✅ 3 ❌ 4 ✅', '5-2-0'],
  ['week log (W win, L loss, BE)\nMon: L W W\nFri: W W BE L\nSat: BE BE\n\ntotal 4W 2L 3BE', '4-2-3'],
  ['Record: 57-43\nLast 10: 7-3', '57-43-0'],
] as const;
const LEAGUES = [['NFL: 58-49-3\nNBA: 131-118-2\nMLB: 77-81', '266-248-5']] as const;
/** Without such a word, or with one where a number fell. */
const MAY_RUN = [
  ['May 1: 42-31\nMay 2: 43-33\nMay 3: 43-33\nMay 4: 45-34', '45-34-0'],
  ['May 4: 45-34\nMay 3: 43-33\nMay 2: 43-33\nMay 1: 42-31', '45-34-0'],
  ['May 1: 42-31 YTD\nMay 2: 43-33 YTD\nMay 3: 42-34 YTD', '42-34-0'],
  ['01.05.2025 season 43-33\n02.05.2025 season 45-33\n03.05.2025 season 46-35', '46-35-0'],
  ['Jan 8-5\nFeb 9-7\nYTD 18-12', '18-12-0'],
] as const;

const RULED = [
  '2x loss = stop\n312 wins, 41 losses',
  '312 wins, 41 losses. 2 losses = stop',
  '312 wins, 41 losses\nRule: x2 after a loss',
];

export const CLAIM_LAYOUTS: readonly Layout[] = [
  ...[...PROSE, ...DAYS, ...ORDERED, ...POSTED].map(([text, counts]) => right(text, counts)),
  ...SPELLED.map(refused),
  ...GALED.map(([text, counts]) => asks(text, 'announced-gales', counts)),
  right('208 TP hit, 92 SL hit, TP 10 SL 40', '208-92-0', { payout: 0.25 }),
  right('45 wins, 5 losses, up to 2 gales', '45-15-0'),
  right('45 wins 5 losses, no martingale', '45-5-0'),
  asks('45 wins 5 losses martingale used', 'gale-without-number', '45-5-0'),
  asks('311 of 353 trades won\nBest month: May, 41 of 44', 'several-claims', '311-42-0'),
  ...POSTED_OPEN.map(([text, code, counts]) => asks(text, code, counts)),
  ...PAID.map(([text, payout]) => right(text, '312-41-0', { payout })),
  ...REPORTS.map(([text, counts, payout]) => right(text, counts, { payout })),
  ...RULED.map((text) => right(text, '312-41-0')),
  asks('2x loss = stop\nwin\nwin\nloss', 'endings-without-signal', '2-1-0'),
  right('Jan 45-5, Feb 40-8. Altogether 85-13', '85-13-0'),
  right('Mon 9-1 Tue 8-2 Wed 10-0', '27-3-0'),
  ...['Q1', 'H1 total', '2026', 'All', 'Overall', 'YTD'].map((label) =>
    right(
      `Jan: 8 wins 5 losses\nFeb: 9 wins 7 losses\nMar: 6 wins 8 losses\n${label}: 23 wins 20 losses`,
      '23-20-0',
    ),
  ),
  right('thắng 53 từ 60 lệnh', '53-7-0'),
  right('all 45 trades won', '45-0-0'),
  right('todas las 20 operaciones ganadas', '20-0-0'),
  right('All 353 signals: 312 wins, 41 losses', '312-41-0'),
  asks('🟢 37 🔴 23', 'claimed-numbers', '37-23-0'),
  asks('Win direto 30\nM1 6\nM2 2\nPerdas 1', 'claimed-numbers', '38-13-0'),
  asks('TP: 37, SL: 23', 'claimed-numbers', '37-23-0'),
  asks('37 TP, 23 SL', 'claimed-numbers', '37-23-0'),
  right('53 từ 60', '53-7-0'),
  asks('Day 1 - 7/8\nDay 2 - 6/8\nDay 3 - 8/8', 'claimed-pair', '21-3-0'),
  // More signals than outcomes: the others have no known end.
  ...[
    'Signals: 60, Wins: 37, Losses: 20',
    'Signals: 60\nWins: 37\nLosses: 20',
    '60 signals, 37 wins, 20 losses, 3 open',
    '60 sinais: 37 green, 20 red',
    'signals: 60 | profit: 37 | loss: 20 | open: 3',
  ].map((text) => right(text, '37-20-0', { unresolved: 3 })),
  right('60 trades, 37 wins, 20 losses, 3 break even', '37-20-3', { unresolved: 0 }),
  asks('5000 signals since 2019. This month 37 wins, 20 losses', 'claimed-numbers', '37-20-0'),
  asks('88 % winners of 353 trades at 1:4 risk reward', 'claimed-rate', '311-42-0'),
  asks('88 %, 353 trades, TP 10 SL 80', 'claimed-rate', '311-42-0'),
  asks('312 wins, 41 losses, R:R 3:1', 'payout-kind', '312-41-0'),
  asks('312 wins, 41 losses, risk 1 to 2% per trade', 'claimed-numbers', '312-41-0'),
  asks('W = loss, L = win\nW W L W W L L W', 'opposite-marks', '3-5-0'),
  asks('Session 1: ✅✅❌\nSession 2: ✅❌✅\nTotal: 5-2', 'claimed-numbers', '4-2-0'),
  asks('John: WWL\nMary: LLW', 'claimed-numbers', '3-3-0'),
  // How many were lost, or won, is missing.
  ...['37 wins', '37W', 'Wins: 37', '37 wins this month!', '41 losses only', '37 ganadas'].map(refused),
  ...RATES.map(([text, counts]) => asks(text, 'claimed-rate', counts)),
  right(posted(['Placar: 9x1', 'Placar: 8x2 ✅', 'bom descanso, 💰 galera', 'Placar: 7x3']), '24-6-0'),
  right(posted(['9-1 ✅', 'Today 8 wins 2 losses ✅✅', '7W 3L 🔥']), '24-6-0'),
  right(posted(['Placar: 1x0', 'Placar: 2x0', 'Placar: 2x1', 'Placar: 3x1'], 10), '3-1-0'),
  // A running record is said once more on each day.
  ...RUNNING.map(([text, counts]) => right(text, counts)),
  ...PARTS.map(([text, counts]) => right(text, counts)),
  ...LEAGUES.map(([text, counts]) => asks(text, 'claimed-pair', counts)),
  ...MAY_RUN.map(([text, counts]) => asks(text, 'several-claims', counts)),
  // One of several may hold the others, be said twice, or be of something else.
  asks('Score so far\nTue: 4-1\nWed: 9-3\nThu: 13-7', 'several-claims', '13-7-0'),
  asks('Mon 9-1\nTue 8-2\nTotal 20-3', 'several-claims', '17-3-0'),
  asks('Mon 9-1\nMon 9-1\nTue 8-2', 'several-claims', '17-3-0'),
  asks('Day 1: 7W 1L\nDay 2: 8W 0L\nDay 2: 6W 2L', 'several-claims', '13-3-0'),
  asks('Placar: 9x1\nPlacar: 8x2\nPlacar: 17x3', 'several-claims', '17-3-0'),
  asks('Mon 9-1\nTue 8-2\nWed 8-1\n312 wins, 41 losses', 'several-claims', '25-4-0'),
  asks(posted(['Placar: 9x1', 'Placar: 15x3'], 60), 'several-claims', '15-3-0'),
  asks('312 wins, 41 losses\n300 wins, 50 losses', 'several-claims', '300-50-0'),
  asks('312 wins, 41 losses\n88%, 500 trades', 'several-claims', '312-41-0'),
  asks('Our record: 120 wins 30 losses\nWin rate of 85% on 200 trades', 'several-claims', '169-31-0'),
  asks('John: 8-2\nMary: 5-5\nBob: 6-4', 'any'),
  asks('Wins: 45\nLosses: 30\nSkipped: 12', 'claimed-numbers', '45-30-0'),
  asks('Profit: 312\nLoss: 41', 'any'),
  // Promises, questions, denials and averages.
  asks('Want 45 of 50?', 'claimed-numbers'),
  asks('we never lost 45 of 50', 'claimed-numbers'),
  asks('9/10 signals win every day', 'claimed-numbers'),
  ...[
    'you will win 9 of 10',
    'We guarantee 90 wins out of 100',
    'Join today and win 45 of 50 trades next week',
    'If you follow us you win 45 of 50',
    'Our goal: 9 wins and 1 loss a day',
    'Our bot wins 9 out of 10 trades, guaranteed!',
    'ganarás 9 de 10 operaciones',
    'Objetivo de hoy: 10 ganadas, 1 perdida',
    'você vai ganhar 9 de 10',
    'Meta: 9x1 por dia',
    'вы будете выигрывать 9 из 10',
    "10 işlemin 9'unu kazanacaksınız",
    'bạn sẽ thắng 9 trên 10 lệnh',
    'kamu akan menang 9 dari 10',
    'आप 10 में से 9 जीतेंगे',
    'আপনি ১০টির মধ্যে ৯টি জিতবেন',
    'آپ 10 میں سے 9 جیتیں گے',
    'ستربح 9 من 10',
    'target 90 %',
    // Nothing says of how many.
    'last month: 270 pips, 88 % win rate',
    'mês passado: 270 pips, 88% de acerto',
    '10 years of experience, 5000 happy clients, 85% accuracy',
    // Numbers of something else.
    '3x more wins than losses over 40 trades',
    'no loss today, guaranteed',
    '8-17 open',
    'Celtics 102-97\nLakers 99-101',
    'Buy 5 get 2 free. Trading since 2019, 500 members',
  ].map(refused),
  // Lines of single trades, numbered or with what they brought, are no counts.
  ...['Trade 1: win\nTrade 2: loss\nTrade 3: win', 'won 10\nlost 10\nwon 10'].map((text) =>
    asks(text, 'endings-without-signal', '2-1-0'),
  ),
  asks(
    '1) Milan-Napoli X @1,79 stake 5/10 PRESA ✅\n2) Roma-Lazio 1 @2,17 stake 5/10 PERSA ❌\n3) Inter-Genoa X @1,85 stake 3/10 RIMBORSATA',
    'endings-without-signal',
    '1-1-1',
  ),
  asks('win 8\nloss 10\nwin 8\nloss 10', 'endings-without-signal', '2-2-0'),
  // A percentage that is no rate of the counts.
  right('52 operaciones, 44 ganadas, 6 perdidas y 2 empates. Payout promedio 85 %.', '44-6-2', {
    payout: 0.85,
  }),
  right('कुल 40 ट्रेड, 26 प्रॉफिट, 13 लॉस, 1 रिफंड। पेआउट 84%', '26-13-1', { payout: 0.84 }),
  asks('44 wins, 6 losses. Blarg 85 %.', 'payout-kind', '44-6-0'),
  right('44 wins, 6 losses, accuracy 88 %', '44-6-0'),
  // One of the pairs.
  right(
    'Total trades: 42\nWinners: 30\nLosers: 9\nBreak even: 3\nBest pair: XAUUSD 12-1\nWin rate: 71%',
    '30-9-3',
  ),
  // The losses of a score once more among its parts.
  right(
    '38 WIN x 2 LOSS\n🎯 27 de primeira\n1️⃣ 8 no gale 1\n2️⃣ 3 no gale 2\n❌ 2 loss (perdeu até o gale 2)\nAssertividade 95%',
    '38-20-0',
  ),
  right(
    'Week 1 – 22 wins / 14 losses\nWeek 2 – 19 wins / 17 losses\nWeek 3 – 25 wins / 12 losses\n= 66 wins / 43 losses',
    '66-43-0',
  ),
  right('profit 22 loss 14 total 36 signals', '22-14-0'),
  right('Day 1 - 8W 2L\nDay 2 - 7W 3L\nDay 3 - 9W 1L', '24-6-0'),
  right('W1: 22 out of 36\nW2: 19 out of 36\nW3: 25 out of 37', '66-43-0'),
  right('W1 | 36 trades, 22 won, 14 lost\nW2 | 36 trades, 19 won, 17 lost', '41-31-0'),
  right('W22 L14\nW19 L17', '41-31-0'),
  right('Session 1 - 36 trades, 22 wins\nSession 2 - 36 trades, 19 wins', '41-31-0'),
  right('Toplam 48 işlem\n33 kazanç\n13 kayıp\n2 iade\nBaşarı oranı %72\nGetiri oranı %85', '33-13-2', {
    payout: 0.85,
  }),
  right(
    'عدد الصفقات: ٨٠\nالصفقات الرابحة: ٥٤\nالصفقات الخاسرة: ٢٣\nالتعادل: ٣\nنسبة العائد: ٨٥٪',
    '54-23-3',
    { payout: 0.85 },
  ),
  right(
    '🟢 45 x 5 🔴\n✅ Sem gale: 31\n1️⃣ Gale 1: 10\n2️⃣ Gale 2: 4\n⛔ Red: 5 (perdeu até o gale 2)\n🎯 Assertividade: 90%',
    '45-33-0',
  ),
  right(
    '✅ win  ❌ loss  ⚪ push\n\n1 Apr  ✅✅❌✅✅✅❌\n2 Apr  ✅❌✅✅❌✅\n3 Apr  ⚪✅❌❌⚪✅✅',
    '12-6-2',
  ),
  asks(
    `${['Profile', 'Statistics', 'Trades', '148', 'Profitable', '60.8%', 'Unprofitable', '39.2%', 'Turnover', '$2,960.00', 'Net profit', '$370.00', 'Largest trade', '$20.00', 'Smallest trade', '$20.00', 'Max profit in a trade', '$17.00'].join('\n\n')}`,
    'target-distance',
    '90-58-0',
  ),
];
