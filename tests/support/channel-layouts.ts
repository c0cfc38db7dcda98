/** Chats as signal channels keep them, in the forms of the messengers' exports, each with its truth. */
import { discord, html, telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, startOf, WON } from './layout.ts';

type Truth = Omit<Layout, 'name' | 'text'>;
const layout = (name: string, text: string, truth: Truth = {}): Layout => ({
  name,
  text,
  ...(truth.asks === undefined ? { counts: RIGHT } : {}),
  ...truth,
});
const plain = (name: string, text: string, truth: Truth = {}): Layout =>
  layout(name, text, { isPlain: true, ...truth });

const slashed = (at: number): string => `${pairOf(at).slice(0, 3)}/${pairOf(at).slice(3)}`;
const clockOf = (at: number): string => new Date(startOf(at)).toISOString().slice(11, 16);
type Text = string | readonly string[];
/** The posts of each trade, in their order. */
const posts = (of: (at: number, won: boolean) => Text): string[] =>
  WON.flatMap((won, at) => of(at, won) as string | string[]);
const channel = (of: (at: number, won: boolean) => Text): string => telegram(posts(of));
const wonAt = (at: number): boolean => WON[at] as boolean;
const galesWon = (every: number): number => WON.filter((won, at) => won && at % every === 0).length;
const call = (at: number, up = 'CALL', down = 'PUT'): string => (at % 2 ? down : up);

export const CHANNEL_LAYOUTS: readonly Layout[] = [
  plain(
    'WhatsApp on an iPhone, with direction marks and images left out',
    posts((at, won) => [
      `EURUSD ${call(at)} 1 MIN`,
      won ? 'WIN ✅' : 'LOSS ❌',
      ...(at % 7 ? [] : ['\u200eimage omitted']),
    ])
      .map(
        (text, at) =>
          `\u200e[02/03/26, ${String(9 + Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}:00] ~ Seller: ${text}`,
      )
      .join('\n'),
  ),
  plain(
    'WhatsApp in the American form, with narrow spaces and deleted messages',
    posts((at, won) => [
      `GBPUSD ${call(at)} 5 MIN`,
      won ? 'WIN ✅' : 'LOSS ❌',
      ...(at % 11 ? [] : ['This message was deleted']),
    ])
      .map(
        (text, at) =>
          `3/2/26, ${(8 + Math.floor(at / 60)) % 12 || 12}:${String(at % 60).padStart(2, '0')}\u202f${at < 240 ? 'AM' : 'PM'} - Seller: ${text}`,
      )
      .join('\n'),
  ),
  plain(
    'Telegram in HTML, joined messages and a day between them',
    html(
      posts((at, won) => [
        `${pairOf(at)} ${call(at)} 1 MIN<br>Entry now`,
        `<strong>${won ? 'WIN ✅' : 'LOSS ❌'}</strong>`,
      ]),
    ).replaceAll(
      'id="message11"',
      'id="message-1"><div class="body details">2 March 2026</div></div><div class="message default clearfix joined" id="message11"',
    ),
  ),
  plain(
    'Telegram in JSON with texts in parts',
    JSON.stringify({
      name: 'VIP',
      type: 'private_channel',
      messages: posts((at, won) => [`${slashed(at)}|${call(at)} 1 min`, won ? 'WIN| ✅✅' : 'LOSS| ❌']).map(
        (text, at) => {
          const [bold = '', rest = ''] = text.split('|');
          return {
            id: at + 7,
            type: 'message',
            date: new Date(Date.UTC(2026, 2, 2, 9, at)).toISOString().slice(0, 19),
            date_unixtime: String(Date.UTC(2026, 2, 2, 9, at) / 1000),
            from: 'VIP',
            text: [{ type: 'bold', text: bold }, rest.startsWith(' ') ? rest : ` ${rest}`],
            text_entities: [],
          };
        },
      ),
    }),
  ),
  plain(
    'Brazilian greens and reds',
    channel((at, won) => [
      `🔔 SINAL\n💰 Ativo: ${slashed(at)}\n⏰ Horário: ${clockOf(at)}\n🕒 Expiração: M5\n${at % 2 ? '🔴 Venda' : '🟢 Compra'}`,
      won ? 'GREEN ✅' : 'RED ❌',
    ]),
  ),
  plain(
    'Brazilian wins at once, wins at gales and losses',
    channel((at, won) => [
      `${slashed(at)} M1 ${clockOf(at)} ${call(at, 'COMPRA', 'VENDA')}`,
      won ? (at % 5 === 0 ? '✅ WIN NO GALE 1 ✅' : '✅✅✅ WIN DE PRIMEIRA ✅✅✅') : '❌ LOSS ❌',
    ]),
    { counts: `37-${23 + galesWon(5)}-0`, isPlain: false },
  ),
  plain(
    'a list of a day with a mark behind each line',
    WON.map((won, at) => `${clockOf(at)};${pairOf(at)};${call(at)};M5 ${won ? '✅' : '❌'}`).join('\n'),
    { isPlain: false },
  ),
  layout(
    'a list with superscripts for the gale that won',
    WON.map(
      (won, at) => `${clockOf(at)} ${slashed(at)} ${call(at)} ${won ? (at % 5 === 0 ? '✅¹' : '✅') : '❌'}`,
    ).join('\n'),
    { counts: `37-${23 + galesWon(5)}-0` },
  ),
  layout(
    'gold with three targets, a stop and closes at the entry',
    channel((at, won) => [
      `XAUUSD ${call(at, 'BUY', 'SELL')} NOW @ 2030\nSL: 2025\nTP1: 2033\nTP2: 2036\nTP3: 2040`,
      ...(won
        ? ['TP1 HIT ✅ +30 pips', ...(at % 3 ? [] : ['TP2 hit ✅✅ +60 pips'])]
        : ['SL hit ❌ -50 pips']),
    ]),
  ),
  layout(
    'Cornix: targets reached, stops, and the profit of each',
    channel((at, won) => [
      `#${at % 2 ? 'BTC' : 'ETH'}/USDT\nSignal Type: Regular (${at % 2 ? 'Short' : 'Long'})\nLeverage: Isolated (10X)\nEntry Targets: 60000\nTake-Profit Targets:\n1) 60600\n2) 61200\nStop Targets: 59400`,
      won
        ? `#${at % 2 ? 'BTC' : 'ETH'}/USDT Take-Profit target 1 ✅\nProfit: 10.1% 📈\nPeriod: 1 Hours 5 Minutes ⏰`
        : `#${at % 2 ? 'BTC' : 'ETH'}/USDT Stop Target Hit ⛔\nLoss: 10.2% 📉`,
    ]),
  ),
  plain(
    'Quotex bots that say direct win and MTG win',
    channel((at, won) => [
      `📊 ${pairOf(at)}-OTCq\n⏰ ${clockOf(at)}\n⌛ M1\n${at % 2 ? '🔴 PUT' : '🟢 CALL'}`,
      won ? (at % 4 === 0 ? '✅¹ MTG WIN' : '✅ DIRECT WIN') : '✖️ LOSS',
    ]),
    { counts: `37-${23 + galesWon(4)}-0`, isPlain: false },
  ),
  layout(
    'non-MTG wins',
    channel((at, won) => [`${pairOf(at)} ${call(at)} M1`, won ? 'NON MTG WIN ✅' : 'LOSS 💔']),
  ),
  layout(
    'sure shots',
    channel((at, won) => [`${pairOf(at)} ${call(at)} M1`, won ? 'SURESHOT ✅🔥' : 'Loss 💔']),
  ),
  layout(
    'members who tell of their own trades between the results',
    channel((at, won) => [
      `${pairOf(at)} ${call(at)} 1 MIN`,
      ...(at % 4 ? [] : ['I lost 20$ yesterday, what do I do?']),
      won ? 'WIN ✅' : 'LOSS ❌',
      ...(at % 5 ? [] : ['Thanks sir, I won this one too']),
    ]),
  ),
  layout(
    'a correction of a result',
    channel((at, won) => [
      `${pairOf(at)} ${call(at)} 1 MIN`,
      won ? 'WIN ✅' : at % 4 ? 'LOSS ❌' : 'WIN ✅',
      ...(won || at % 4 ? [] : ['Sorry, last one was a LOSS, not a win']),
    ]),
  ),
  plain(
    'bets with odds and units, and one void',
    telegram([
      ...posts((at, won) => [`⚽ Team ${at} - Team B\nOver 2.5 @1.85\nStake: 1u`, won ? '✅' : '❌']),
      '⚽ Team X - Team Y\nOver 1.5 @1.50',
      'VOID ♻️',
    ]),
    { isPlain: false, asks: 'unresolved-signals', counts: '37-23-1' },
  ),
  plain(
    'Spanish entries and their results',
    channel((at, won) => [
      `📣 ENTRADA CONFIRMADA\nPar: ${slashed(at)}\nDirección: ${call(at, 'ARRIBA', 'ABAJO')}\nExpiración: 5 minutos`,
      won ? 'RESULTADO: ✅ GANADA' : 'RESULTADO: ❌ PERDIDA',
    ]),
  ),
  layout(
    'Russian pluses and minuses',
    channel((at, won) => [
      `Сигнал ${slashed(at)} ${call(at, 'ВВЕРХ', 'ВНИЗ')} 5 мин`,
      won ? 'ПЛЮС ✅' : 'МИНУС ❌',
    ]),
  ),
  layout(
    'Russian: came in and did not come in',
    channel((at, won) => [
      `${slashed(at)} ${call(at, 'ВВЕРХ', 'ВНИЗ')} на 5 минут`,
      won ? 'Зашло ✅' : 'Не зашло ❌',
    ]),
  ),
  layout(
    'Russian: pluses from the doubled stake',
    channel((at, won) => [
      `${slashed(at)} ${call(at, 'ВВЕРХ', 'ВНИЗ')} 5 мин`,
      won ? (at % 4 === 0 ? 'Плюс с перекрытия ✅' : 'Плюс ✅') : 'Минус ❌',
    ]),
    { counts: `37-${23 + galesWon(4)}-0` },
  ),
  layout(
    'losses that are called recovered',
    channel((at, won) => [
      `${pairOf(at)} ${call(at)} 1 MIN`,
      won ? (at % 4 === 0 ? 'Loss recovered ✅' : 'WIN ✅') : 'LOSS ❌',
    ]),
    { counts: `37-${23 + galesWon(4)}-0` },
  ),
  plain(
    'two signals at once, their results in the other order',
    telegram(
      Array.from({ length: 30 }, (_, pair) => {
        const [a, b] = [2 * pair, 2 * pair + 1];
        const end = (at: number): string => `${pairOf(at)} ${wonAt(at) ? 'WIN ✅' : 'LOSS ❌'}`;
        return [`${pairOf(a)} CALL 5 MIN`, `${pairOf(b)} PUT 5 MIN`, end(b), end(a)];
      }).flat(),
    ),
  ),
  layout(
    'results as bare amounts of money',
    channel((at, won) => [`${pairOf(at)} ${call(at)} 1 MIN`, won ? '+$85 🤑' : '-$100']),
    { mayRefuse: true },
  ),
  layout(
    'results as stickers alone, without a text',
    channel((at) => [`${pairOf(at)} ${call(at)} 1 MIN`, '']),
    { asks: 'any', mayRefuse: true },
  ),
  layout(
    'wins shown, losses never reported',
    channel((at, won) => [`${pairOf(at)} ${call(at)} 1 MIN`, ...(won ? ['WIN ✅'] : [])]),
    { counts: '37-0-0' },
  ),
  layout(
    'forwarded results of another channel between its own',
    channel((at, won) => [
      `${pairOf(at)} ${call(at)} 1 MIN`,
      won ? 'WIN ✅' : 'LOSS ❌',
      ...(at % 6 ? [] : ['WIN ✅ WIN ✅ WIN ✅ today in VIP']),
    ]),
  ),
  layout(
    'winks and wishes before the result',
    channel((at, won) => [
      `${pairOf(at)} ${call(at)} 1 MIN`,
      'Come on, we need this win 🙏',
      won ? 'WIN ✅' : 'LOSS ❌',
    ]),
  ),
  layout(
    'marks in a signal that mean confirmed',
    channel((at, won) => [`✅ SIGNAL CONFIRMED ✅\n${pairOf(at)} ${call(at)} 1 MIN`, won ? 'ITM 🏆' : 'OTM']),
  ),
  layout(
    'a rule of two gales in each signal and losses reported once',
    channel((at, won) => [`${pairOf(at)} ${call(at)} 1 MIN\nUp to 2 gales`, won ? 'WIN ✅' : 'LOSS ❌']),
    { counts: '37-69-0' },
  ),
  layout(
    'gales announced one by one',
    channel((at, won) => [
      `${pairOf(at)} ${call(at)} 1 MIN`,
      ...(at % 4 === 0 ? ['Gale 1'] : []),
      won ? 'WIN ✅' : 'LOSS ❌',
    ]),
    { counts: `37-${23 + WON.filter((_won, at) => at % 4 === 0).length}-0` },
  ),
  layout(
    'doubled stakes in Hindi letters of English words',
    channel((at, won) => [
      `${pairOf(at)} ${call(at)} 1 MIN`,
      won ? (at % 4 === 0 ? 'MTG 1 WIN ho gaya ✅' : 'WIN ho gaya ✅') : 'LOSS ho gaya ❌',
    ]),
    { counts: `37-${23 + galesWon(4)}-0` },
  ),
  layout(
    'results in the plural',
    channel((at, won) => [`${pairOf(at)} ${call(at)} 1 MIN`, won ? 'WINS ✅' : 'LOSES ❌']),
  ),
  layout(
    'Discord with bots, commands and reactions',
    discord(
      posts((at, won) => [
        '!signal',
        `**${pairOf(at)}** \`${call(at)}\` 1 MIN`,
        won ? '**WIN** :white_check_mark:' : '**LOSS** :x:',
      ]),
    ),
  ),
  layout(
    'scores after each trade',
    (() => {
      let won = 0;
      let lost = 0;
      return channel((at, isWon) => {
        if (isWon) won += 1;
        else lost += 1;
        return [
          `${pairOf(at)} ${call(at)} 1 MIN`,
          `${isWon ? 'WIN ✅' : 'LOSS ❌'}\nScore: ${won} x ${lost}`,
        ];
      });
    })(),
  ),
  layout(
    'results that repeat their signal',
    channel((at, won) => [
      `${slashed(at)} ${call(at)} ${clockOf(at)} M1`,
      `${slashed(at)} ${call(at)} ${clockOf(at)} M1\n${won ? 'WIN ✅' : 'LOSS ❌'}`,
    ]),
    { unresolved: 0 },
  ),
  layout(
    'results posted twice',
    channel((at, won) => [
      `${pairOf(at)} ${call(at)} 1 MIN`,
      won ? 'WIN ✅' : 'LOSS ❌',
      won ? 'WIN ✅✅✅' : 'LOSS ❌',
    ]),
  ),
  layout(
    'a quoted question of a win that is denied',
    channel((at, won) => [`${pairOf(at)} ${call(at)} 1 MIN`, won ? 'WIN ✅' : 'Not a win this time ❌']),
  ),
  layout(
    'refunds between wins and losses',
    telegram([
      ...posts((at, won) => [`${pairOf(at)} ${call(at)} 1 MIN`, won ? 'WIN ✅' : 'LOSS ❌']),
      'EURUSD CALL 1 MIN',
      'REFUND 🔁',
      'EURUSD PUT 1 MIN',
      'Doji ⚪',
    ]),
    { counts: '37-23-2' },
  ),
  layout(
    'signals that are cancelled before they begin',
    channel((at, won) => [
      ...(at % 6 ? [] : ['USDCHF CALL 1 MIN', 'Signal cancelled ❌']),
      `${pairOf(at)} ${call(at)} 1 MIN`,
      won ? 'WIN ✅' : 'LOSS ❌',
    ]),
  ),
  layout(
    'Arabic signals with Arabic digits',
    channel((at, won) => [`${slashed(at)} ${call(at, 'شراء', 'بيع')} ٥ دقائق`, won ? 'ربح ✅' : 'خسارة ❌']),
  ),
  layout(
    'Turkish won and lost as verbs',
    channel((at, won) => [
      `${pairOf(at)} ${call(at, 'AL', 'SAT')} 5 dk`,
      won ? 'Kazandık ✅' : 'Kaybettik ❌',
    ]),
  ),
  layout(
    'French results',
    channel((at, won) => [
      `${pairOf(at)} ${call(at, 'ACHAT', 'VENTE')} 5 min`,
      won ? 'GAGNÉ ✅' : 'PERDU ❌',
    ]),
  ),
  plain(
    'trades that are stopped out',
    channel((at, won) => [`BUY ${pairOf(at)} 1.1000 SL 1.0900 TP 1.1200`, won ? 'TP hit' : 'Stopped out']),
    { isPlain: false },
  ),
  plain(
    'trades that are closed in profit or in loss',
    channel((at, won) => [
      `BUY ${pairOf(at)} 1.1000`,
      won ? 'Closed in profit +20 pips' : 'Closed in loss -20 pips',
    ]),
    { isPlain: false },
  ),
  plain(
    'a pair that is announced before its signal',
    channel((at, won) => [
      `Prepare: ${pairOf(at)}`,
      `${pairOf(at)} ${call(at)} 1 MIN`,
      won ? 'WIN ✅' : 'LOSS ❌',
    ]),
    { isPlain: false },
  ),
  plain(
    'Hindi in Latin letters, with a rule in each signal',
    channel((at, won) => [
      `${pairOf(at)} ${call(at, 'UP', 'DOWN')} 1 min, agar loss hua to agla signal double karna`,
      won ? 'Profit ho gaya bhai 🔥' : 'Loss ho gaya 😔',
    ]),
    { isPlain: false },
  ),
];
