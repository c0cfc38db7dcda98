/** Chats of what is no pair of two currencies: coins, metals, oil, indices, and names that are not known. Each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, RIGHT, WON } from './layout.ts';

/** Two signals of different assets, then their ends in the order of the signals: each end is of the asset that it names. */
const named = (
  assets: readonly string[],
  signal: (asset: string, isLong: boolean) => string,
  won: (asset: string) => string,
  lost: (asset: string) => string,
): string =>
  telegram(
    Array.from({ length: WON.length / 2 }, (_, group) => {
      const places = [group * 2, group * 2 + 1];
      const assetAt = (at: number): string => assets[at % assets.length] as string;
      return [
        ...places.map((at) => signal(assetAt(at), at % 3 === 0)),
        ...places.map((at) => (WON[at] === true ? won : lost)(assetAt(at))),
      ];
    }).flat(),
  );

const cornix = (asset: string, isLong: boolean): string =>
  `#${asset}\nSignal Type: Regular (${isLong ? 'Long' : 'Short'})\nLeverage: Cross (10x)\n\nEntry Targets:\n0.15172\n\nTake-Profit Targets:\n1) 0.150203\n2) 0.148686\n\nStop Targets:\n0.156272`;
const levels = (asset: string, isLong: boolean): string =>
  `${asset} ${isLong ? 'BUY' : 'SELL'} NOW 2912.6\nTP1 2916.6\nTP2 2921.6\nSL 2906.6`;
const short = (asset: string, isLong: boolean): string => `${asset} ${isLong ? 'CALL' : 'PUT'} 5 min`;
const targets = (assets: readonly string[], signal = levels): string =>
  named(
    assets,
    signal,
    (asset) => `${asset} TP1 hit ✅`,
    (asset) => `${asset} SL hit ❌`,
  );
const results = (assets: readonly string[], won = 'WIN ✅', lost = 'LOSS ❌', signal = short): string =>
  named(
    assets,
    signal,
    (asset) => `${asset} ${won}`,
    (asset) => `${asset} ${lost}`,
  );

const plain = (name: string, text: string): Layout => ({ name, text, counts: RIGHT, isPlain: true });

/** Each second signal of an asset; its answer names nothing. */
const answered = (asset: string, isAnswered: boolean): string =>
  telegram(
    WON.flatMap((won, at) => [
      { text: levels(at % 2 === 0 ? asset : 'EURUSD', at % 3 === 0) },
      { text: won ? 'TP1 hit ✅' : 'SL hit ❌', ...(isAnswered ? { replyTo: at * 2 + 1 } : {}) },
    ]),
  );

export const ASSET_LAYOUTS: readonly Layout[] = [
  plain(
    'futures in Portuguese, one of them named WIN, with talk of it',
    named(
      ['WINJ26', 'WDOJ26'],
      (asset, isLong) => `${isLong ? 'Compra' : 'Venda'} ${asset} 131477\nAlvo 131627\nStop loss 131327`,
      (asset) => `${asset}: gain ✅`,
      (asset) => `${asset}: stop ❌`,
    ),
  ),
  plain(
    'coins as a bot for crypto signals writes them',
    named(
      ['DOGE/USDT', 'SOL/USDT', 'BTC/USDT', '1000PEPE/USDT'],
      cornix,
      (asset) => `Binance Futures, ByBit USDT\n#${asset} Take-Profit target 1 ✅\nProfit: 10.3% 📈`,
      (asset) => `Binance Futures, ByBit USDT\n#${asset} Stoploss ⛔\nLoss: 30.9% 📉`,
    ),
  ),
  plain('coins without a separator', targets(['SOLUSDT', 'DOGEUSDT', 'PEPEUSDT', 'BTCUSDT'])),
  plain('coins in small letters', targets(['#arbusdt', '#wifusdt', '#solusdt'])),
  plain('perpetual coins', targets(['SOLUSDT.P', 'SUI-PERP', 'LINK_USDT', 'APTUSDC'])),
  plain('tickers', targets(['$DOGE', '$SOL', '$LINK'])),
  plain('coins with bitcoin', targets(['ADA/BTC', 'DOT/BTC', 'LINK/BTC'])),
  plain(
    'a coin with dollars, ended by its name alone',
    named(
      ['BTC', 'ETH'],
      (asset, isLong) => levels(`${asset}USDT`, isLong),
      (asset) => `${asset} TP1 hit ✅`,
      (asset) => `${asset} SL hit ❌`,
    ),
  ),
  plain('rare currencies off the exchange', results(['LBP/USD OTC', 'YER/USD OTC', 'OMR/CNY OTC'])),
  plain('gold, silver, oil', targets(['GOLD', 'SILVER', 'OIL'])),
  plain(
    'gold as a name and as a pair',
    named(
      ['GOLD', 'EURUSD'],
      (asset, isLong) => levels(asset === 'GOLD' ? 'XAUUSD' : asset, isLong),
      (asset) => `${asset} TP1 hit ✅`,
      (asset) => `${asset} SL hit ❌`,
    ),
  ),
  plain('indices', targets(['NAS100', 'US30', 'GER40', 'SPX500', 'UK100'])),
  plain('synthetic indices', results(['Volatility 75 Index', 'Boom 1000', 'Crash 500'])),
  plain('bitcoin beside gold', results(['BTC', 'GOLD', 'ETH'])),
  plain('gold and oil in Portuguese', results(['OURO', 'PETRÓLEO', 'PRATA'])),
  plain('gold and oil in Spanish', results(['ORO', 'PETRÓLEO'], 'GANADA ✅', 'PERDIDA ❌')),
  plain('gold and oil in Russian', results(['Золото', 'Нефть'], 'плюс ✅', 'минус ❌')),
  plain('gold and oil in Indonesian', results(['EMAS', 'MINYAK'], 'MENANG ✅', 'KALAH ❌')),
  plain('gold and silver in Hindi', results(['सोना', 'चांदी'], 'जीत ✅', 'हार ❌')),
  plain('gold and oil in Bengali', results(['স্বর্ণ', 'তেল'], 'জয় ✅', 'হার ❌')),
  plain('gold and silver in Urdu', results(['سونا', 'چاندی'], 'جیت ✅', 'ہار ❌')),
  plain('gold and oil in Arabic', results(['الذهب', 'النفط'], 'ربح ✅', 'خسارة ❌')),
  plain('gold in Turkish beside a pair', results(['ALTIN', 'EURUSD'], 'KAZANDI ✅', 'KAYBETTİ ❌')),
  plain('gold in Vietnamese beside a pair', results(['VÀNG', 'EURUSD'], 'THẮNG ✅', 'THUA ❌')),
  plain('an asset of an unknown name with its levels', answered('COCOA', true)),
  plain('an asset of an unknown name, its end below it', answered('COCOA', false)),
  plain(
    'gold that is named in talk',
    telegram(
      WON.flatMap((won, at) => [
        short('EURUSD', at % 2 === 0),
        'Gold members get more signals, join the gold room today',
        won ? 'WIN ✅' : 'LOSS ❌',
      ]),
    ),
  ),
  {
    name: 'an answer to a message that is no signal, while another signal is open',
    text: telegram(
      WON.flatMap((won, at) => [
        { text: short('EURUSD', at % 2 === 0) },
        { text: 'Cocoa looks interesting' },
        { text: won ? 'WIN ✅' : 'LOSS ❌', replyTo: at * 3 + 2 },
      ]),
    ),
    asks: 'unsure-endings',
    counts: RIGHT,
  },
  {
    name: 'stopped out at entry after the first target',
    text: telegram(
      WON.flatMap((won, at) => [
        { text: levels('GOLD', at % 2 === 0) },
        { text: won ? 'TP1 hit ✅ +40 pips. Move SL to entry' : 'SL hit ❌ -60 pips', replyTo: at * 3 + 1 },
        won && at % 2 === 0
          ? { text: 'Stopped out at entry, rest closed at BE', replyTo: at * 3 + 1 }
          : { text: 'Next one soon' },
      ]),
    ),
    asks: 'two-ends',
    counts: RIGHT,
  },
];
