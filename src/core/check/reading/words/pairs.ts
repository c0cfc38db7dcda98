/** What is traded: a pair by its form, or by the name of a commodity, an index or a coin. */
import { remembering } from './words.ts';

export const CURRENCIES =
  'USDT|USD|EUR|GBP|JPY|CHF|CAD|AUD|NZD|INR|BRL|BDT|PKR|MXN|TRY|ZAR|SGD|HKD|NOK|SEK|DKK|PLN|HUF|CZK|CNY|CNH|RUB|IDR|THB|PHP|MYR|VND|NGN|EGP|ARS|COP|CLP|DZD|MAD|TND|SAR|AED|QAR|JOD|KES|UAH|ILS|KRW|XAU|XAG|BTC|ETH|LTC|XRP';
const PAIR = new RegExp(
  `(?:(?<![A-Za-z])|(?<=(?<![A-Za-z])frx))(${CURRENCIES})[ ]?[-/_.|]?[ ]?(${CURRENCIES})(?=$|[^A-Za-z]|OTC|[a-z.]{1,4}$)`,
  'i',
);
const COIN_QUOTES = 'USDT|USDC|BUSD|FDUSD|TUSD';
/** Words that stand before a currency as an asset does: `PROFIT/USD`. */
const NO_ASSETS =
  '(?:profits?|loss|pnl|net|gross|amount|price|total|balance|fees?|wins?|cost|margin|volume|size|stake|payout|bybit|binance|futures|spot|via|per|in|to)[-/_| ]';
const ASSET = '\\d{0,7}[A-Z][A-Z0-9]{1,11}';
/** `#DOGE/USDT`, `solusdt`, `1000PEPE-USDC`: an asset with a stable coin, in letters of any size. */
const COIN = new RegExp(
  `(?<![\\p{L}\\p{N}])(?!${NO_ASSETS})(${ASSET}?)(?:[-/_|]| ?/ ?)?(${COIN_QUOTES})(?=$|[^\\p{L}\\p{N}]|PERP|OTC)`,
  'iu',
);
/** `ADA/BTC`, `LBP/USD OTC`, `SOL-PERP`, `DOGEUSD`, in capitals. */
const CAPITALS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?!(?:PROFIT|LOSS|PNL|NET|GROSS|AMOUNT|PRICE|TOTAL|BALANCE|FEES?|WINS?|COST|PAYOUT)[-/_|])(${ASSET}?)(?:[-/_|](${CURRENCIES}|PERP)|(USD))(?=$|[^\\p{L}\\p{N}]|OTC)`,
  'u',
);
/** `$DOGE`, `#SUI LONG`. */
const TICKER =
  /(?<![\p{L}\p{N}])(?:\$(?!USD)|#(?=[A-Z]{2,10} (?:LONG|SHORT|BUY|SELL))|(?<=(?:LONG|SHORT|BUY|SELL) )#)([A-Z]{2,10})(?![\p{L}\p{N}])/u;
const MAY_HOLD_FORM = /usd|[a-z0-9][-/_|][a-z]|[$#][a-z]/i;
const OTC = /(?:^|[^A-Za-z])OTC(?![A-Za-z])|[A-Z]OTC$/i;

/** The pair that a text names by its form, such as `EUR/USD`, `EUR/USD OTC` or `DOGE/USDT`; undefined where it names none. */
export function pairIn(text: string): string | undefined {
  const found = PAIR.exec(text) ?? formIn(text);
  if (found === null) return undefined;
  const [asset, quote = ''] = found.slice(1).filter((part) => part !== undefined);
  const pair = `${(asset as string).toUpperCase()}${quote && '/'}${quote.toUpperCase()}`;
  return OTC.test(text) ? `${pair} OTC` : pair;
}

function formIn(text: string): RegExpExecArray | null {
  return MAY_HOLD_FORM.test(text) ? (COIN.exec(text) ?? CAPITALS.exec(text) ?? TICKER.exec(text)) : null;
}

const NAMES: readonly (readonly [pair: string, names: string])[] = [
  [
    'XAU/USD',
    'spot gold|gold|ons(?= (?:al|sat|buy|sell|long|short)(?!\\p{L}))|oro|ouro|золото|alt[ıi]n|emas|vàng|सोना|गोल्ड|সোনা|স্বর্ণ|গোল্ড|سونا|گولڈ|الذهب|ذهب',
  ],
  [
    'XAG/USD',
    'silver|plata|prata|silber|серебро|gümüş|perak|bạc|चांदी|सिल्वर|রূপা|রুপা|সিলভার|چاندی|سلور|الفضة|فضة',
  ],
  [
    'OIL',
    'oil|crude(?: oil)?|us ?oil|uk ?oil|wti|brent|xtiusd|xbrusd|petróleo|petroleo|pétrole|нефть|petrol|minyak|dầu|तेल|कच्चा तेल|তেল|تیل|النفط|نفط',
  ],
  ['NATGAS', 'natgas|natural gas|gas natural|xngusd'],
  ['NAS100', 'nas ?100|nasdaq(?: ?100)?|us ?tec(?:h ?100)?|us100|ndx'],
  ['US30', 'us30|dow jones|dj ?30|djia?|wall street 30'],
  ['SPX500', 'spx ?500|s&p ?500|sp500|us500|spx'],
  ['GER40', '(?:ger|de)[34]0|dax(?: ?[34]0)?'],
  ['UK100', 'uk ?100|ftse(?: ?100)?'],
  ['JP225', 'jp ?225|jpn ?225|nikkei(?: ?225)?'],
  ['BTC', 'btc|bitcoin|비트(?:코인)?'],
  ['ETH', 'eth|ethereum|이더(?:리움)?'],
];
/** `Volatility 75 Index`, `V75 (1s)`, `Boom 1000`. */
const SYNTHETIC =
  '(?:volatility |vix ?|v|jump )(?:10|15|25|30|50|75|90|100|150|200|250)(?! ?(?:%|pips|points))|(?:boom|crash) ?(?:300|500|600|900|1000)(?! ?(?:%|pips|points))';
/** Each pair has a group of its own, the last one is that of synthetic indices. */
const NAME = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])(?:${NAMES.map(([, names]) => `(${names})`).join('|')}|(${SYNTHETIC})(?: ?\\(?1s\\)?)?(?: index)?)(?![\\p{L}\\p{M}\\p{N}])`,
  'iu',
);
/**
 * `UK100`, `FRA40`: an index by the letters of its country and the number of its shares; `WINJ26`: a future by the letter of its month;
 * and coins, in capitals alone; `ES` and other futures of two letters before what is said of one.
 */
const CAPITAL_NAME =
  /(?<![\p{L}\p{N}])((?:UK|JP|HK|DE|FRA?|AUS?|EU|ESP?|CHINA|CN|ITA?|NETH|SWI|SG|IND|US|STOXX)(?:20|25|30|35|40|50|100|200|225|2000)|(?:ES|GC|CL|NG|SI|HG|ZB|ZN|6[ABCEJ])(?= (?:long|short|buy|sell|stopped|stop|target|closed|LONG|SHORT|BUY|SELL)(?![a-z]))|MNQ|MES|MYM|M2K|NQ|RTY|YM|MGC|MCL|BANKNIFTY|NIFTY|FINNIFTY|SENSEX|XRP|LTC|BNB|SOL|DOGE|ADA|SHIB|AVAX|MATIC|TRX|PEPE|SUI|TIA|WIF|ARB|INJ|APT|AAVE|ENA|FET|BONK|FLOKI|JUP|DYDX|HBAR|XLM|ORDI|WLD|(?!(?:OPEN|GO|GOING|NEW|NOW|ENTER|ENTRY|SIGNALS?|TRADE|TYPE|SIDE|POSITION|BUY|SELL|SCALP|SPOT|FUTURES?|CROSS|ISOLATED|SWING|LEVERAGE|MARKET|LIMIT|USDT|COIN|DIRECTION|TAKE|SET|VIP|FREE|PREMIUM|HIGH|LOW|RISK|MID|AND|OR|IN|ON|AT|THE|WE|QUICK|SETUP|ORDER|ACTION) )[A-Z]{2,10}(?= (?:long|short|Long|Short|LONG|SHORT) ?\d{1,3}x(?![\p{L}\d]))|(?!AUG|JAN|JUN|NOV)[A-Z]{2,3}[FGHJKMNQUVXZ]2\d)(?![\p{L}\p{N}])/u;

/** What a text names by a name, such as gold, `NAS100` or BTC, or by the form of a pair; in talk such a name may mean another thing. */
export function tradedIn(text: string): string | undefined {
  return pairIn(text) ?? nameIn(text);
}

function nameIn(text: string): string | undefined {
  const groups = NAME.exec(text)?.slice(1);
  const at = groups?.findIndex((group) => group !== undefined) ?? -1;
  const name = NAMES[at]?.[0] ?? groups?.[at] ?? CAPITAL_NAME.exec(text)?.[1];
  if (name === undefined) return undefined;
  const plain = name
    .toUpperCase()
    .replace(/^(?:VOLATILITY|VIX) ?/, 'V')
    .replace(/ /g, '');
  return OTC.test(text) ? `${plain} OTC` : plain;
}

const BESIDE = '(?:[.:_-]?(?:P|PERP|SWAP|USDT))?(?:[ -]?\\(?OTC\\)?)?(?![\\p{L}\\p{N}])';
const everyOf = ({ source, flags }: RegExp, after = ''): RegExp =>
  new RegExp(`[#$]?${source}${after}`, `${flags}g`);
const PAIRS = new RegExp(
  `(?<![A-Za-z])(?:frx)?(?:${CURRENCIES})[ ]?[-/_.|]?[ ]?(?:${CURRENCIES})(?![A-Z])(?:[ -]?\\(?OTC\\)?)?`,
  'gi',
);
const FORMS = [everyOf(COIN, BESIDE), everyOf(CAPITALS, BESIDE), everyOf(TICKER)];
const NAMED = [everyOf(NAME), everyOf(CAPITAL_NAME)];

/** A text without the pairs and names of what is traded. */
export function withoutTraded(text: string): string {
  const rest = text.replace(PAIRS, ' ');
  const each = MAY_HOLD_FORM.test(rest) ? [...FORMS, ...NAMED] : NAMED;
  return each.reduce((left, one) => left.replace(one, ' '), rest);
}

/** Where the pairs of a text begin. */
export function pairStarts(text: string): readonly number[] {
  return [...text.matchAll(PAIRS)].map(({ index }) => index);
}

/** Where the first pair of a text ends; 0 without one. */
export function pairEnd(text: string): number {
  const [found] = text.matchAll(PAIRS);
  return found === undefined ? 0 : found.index + found[0].length;
}

/** What pairs of one asset with dollars and the asset alone are about: `BTC`, `BTC/USD` and `BTC/USDT` are one. */
export function assetOf(pair: string): string {
  return pair.replace(/\/(?:USD[TC]?|BUSD|FDUSD|TUSD|PERP)$/, '');
}

/** What messages may call a pair: `EUR/USD OTC` is named without `OTC` too. */
export const spokenOf = remembering((pair: string): string => assetOf(pair.replace(/ OTC$/, '')));
