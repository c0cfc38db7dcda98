import { plainWords, remembering, wordList } from './words.ts';

/** What a trade, its signal and its result are called, as before their numbers. */
export const TRADE_NOUN =
  'signal|trade|bet|tip|pick|order|deal|position|result(?:ado|at)?|sinal|se[ñn]al|opera(?:ci[óo]n|[çc][ãa]o)|ordem|orden|posici[óo]n|posi[çc][ãa]o|aposta|apuesta|résultat|ergebnis|сигнал|сделка|ордер|позиция|результат|sinyal|posisi|hasil|işlem|sonuç|lệnh|kết quả|परिणाम|ফলাফল|نتیجہ|نتيجة';

export const DIRECTION_WORDS = {
  CALL: 'call,buy,up,higher,high,above,long,rise,rises,bull,bullish,c,compra,comprar,alta,acima,arriba,sube,subir,alza,kauf,kaufen,hoch,steigt,acquista,acquistare,achat,hausse,haut,acquisto,rialzo,su,вверх,выше,купить,покупка,рост,колл,al,alis,uzun,yukari,yuksek,kupno,买,买入,买涨,看涨,涨,買い,ハイ,매수,beli,naik,mua,tang,खरीद,شراء,صعود,कॉल,ऊपर,खरीदें,কল,উপরে,আপ,কিনুন,کال,اوپر,خریدیں,كول,صاعد,len,tang gia,mua len,tren,alim,lên,ขึ้น,лонг,largo,롱,做多,বাই,बाय,बाई,بائے',
  PUT: 'put,v,sell,down,dn,lower,low,below,short,fall,falls,bear,bearish,p,venta,vender,venda,baixa,abaixo,abajo,baja,bajar,verkauf,verkaufen,runter,tief,faellt,fallt,vendi,vendere,vente,baisse,bas,vendita,ribasso,giu,вниз,ниже,продать,продажа,падение,пут,sat,satis,kisa,asagi,dusuk,sprzedaz,卖,卖出,买跌,看跌,跌,売り,ロー,매도,jual,turun,ban,giam,बेच,بيع,هبوط,पुट,नीचे,बेचें,পুট,নিচে,ডাউন,বিক্রি,پٹ,نیچے,بیچیں,बिक्री,بيع,بوت,هابط,xuong,giam gia,ban xuong,duoi,satim,ลง,шорт,corto,숏,做空,সেল,सेल,سیل',
};
const DIRECTIONS = wordList(DIRECTION_WORDS);
const CALL_MARKS = '⬆↑🔼▲⏫📈🟩↗👆';
const PUT_MARKS = '⬇↓🔽▼⏬📉🟥↘👇';

/** The side that a mark shows; undefined where it shows none. */
export function sideOfMark(mark = ''): 'CALL' | 'PUT' | undefined {
  if (mark !== '' && CALL_MARKS.includes(mark)) return 'CALL';
  return mark !== '' && PUT_MARKS.includes(mark) ? 'PUT' : undefined;
}

/** Whether a cell is the name of a kind of contract, as "Rise/Fall". */
export function namesBothSides(cell: string): boolean {
  const sides = cell.split('/').map((word) => DIRECTIONS.get(plainWords(word)));
  return sides.length === 2 && sides.includes('CALL') && sides.includes('PUT');
}

/** The side of a trade, by the text of one cell; undefined where it does not say. */
export function parseDirection(cell: string): 'CALL' | 'PUT' | undefined {
  if (cell === '' || cell.length > 60) return undefined;
  const words = plainWords(cell);
  if (words === '') return sideOfMark([...cell.trim()][0]);
  const known = DIRECTIONS.get(words);
  if (known !== undefined) return known;
  if (namesBothSides(cell)) return undefined;
  for (const word of words.split(' ')) {
    const side = word.length > 1 ? DIRECTIONS.get(word) : undefined;
    if (side !== undefined) return side;
  }
  return undefined;
}

/** `25000 PE`: the option that a text names. */
const OPTION = /\d ?(CE|PE)(?!\p{L})/u;
const WRITTEN = /(?<!\p{L})(?:sell|short|write|बेच\p{L}*)(?!\p{L})/iu;

/** Which way a trade goes whose text has a side: who buys a put bets on a fall. */
export function directionOf<Side extends 'CALL' | 'PUT' | null>(
  text: string,
  side: Side,
): Side | 'CALL' | 'PUT' {
  const option = OPTION.exec(text)?.[1];
  if (option === undefined) return side;
  return (option === 'CE') === WRITTEN.test(text) ? 'PUT' : 'CALL';
}

/** What stands after the side in a cell, as the name of a share in `Buy Apple`; empty where nothing does, or the type of an order. */
export function besideSide(cell: string): string {
  const [, first = '', rest = ''] = /^(\S{2,}) +(\S.*)$/.exec(cell) ?? [];
  const isOrder = /^(?:(?:stop|limit|market)(?: limit| order)?|to (?:open|close)|order)$/i.test(rest);
  return isOrder || !DIRECTIONS.has(plainWords(first)) ? '' : rest;
}

/** What closes a trade sells what was bought. */
const OF_CLOSING = /(?<!\p{L})(?:clos(?:e|ed|ing)|exit|cierre|fechamento|закрыт\p{L}*)(?!\p{L})/iu;

/** What reads the side of a trade out of the cells of a column of this name. */
export function directionReader(name: string): typeof parseDirection {
  if (!OF_CLOSING.test(name)) return remembering(parseDirection);
  const opposite = { CALL: 'PUT', PUT: 'CALL' } as const;
  return remembering((cell) => {
    const side = parseDirection(cell);
    return side && opposite[side];
  });
}

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  ns: 1e-9,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3_600,
  d: 86_400,
};
const UNIT_WORDS = wordList({
  ns: 'ns',
  ms: 'ms',
  s: 's,sec,secs,second,seconds,seg,segundo,segundos,sek,sekunde,sekunden,seconde,secondes,secondo,secondi,с,сек,секунда,секунды,секунд,sn,saniye,detik,giay,सेकंड,সেকেন্ড,سیکنڈ,ثانية,ثواني,秒',
  m: 'm,min,mins,minute,minutes,minuto,minutos,minuten,minuti,м,мин,минута,минуты,минут,dk,dakika,menit,phut,मिनट,মিনিট,منٹ,دقيقة,دقائق,分,分钟',
  h: 'h,hr,hrs,hour,hours,hora,horas,std,stunde,stunden,heure,heures,ora,ore,ч,час,часа,часы,часов,saat,jam,gio,घंटा,घंटे,ঘণ্টা,گھنٹہ,گھنٹے,ساعة,小时,時間',
  d: 'd,day,days,dia,dias,tag,tage,jour,jours,giorno,giorni,д,дн,день,дня,дни,дней,gun,hari,ngay,天,日',
});
const UNITS = new Map([...UNIT_WORDS].map(([word, unit]) => [word, UNIT_SECONDS[unit]]));

/** The unit of durations that the name of their column tells, in seconds; undefined where it tells none. */
export function unitOfName(name: string): number | undefined {
  const words = plainWords(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).split(' ');
  return words.map((word) => UNITS.get(word)).findLast((unit) => unit !== undefined);
}

/** A time to expiry in seconds: `60`, `1 min`, `1 h 30 min`, `M5`, `00:01:00`; a bare number is in `unitSeconds`. NaN where it is none. */
export function parseExpiry(cell: string, unitSeconds: number): number {
  // Three digits after a comma are thousands.
  const text = cell
    .trim()
    .replace(/^P(?:0D)?T(?=\d)|[()]|(?<=^[smh])-(?=\d)/gi, '')
    .replace(/(?<=^\d{1,3}) days? (?=\d\d:)/i, ':')
    .replace(/(?<=^\d+) ?['′’]$/, 'm')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/(?<=\d),(?=\d)/g, '.');
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * unitSeconds;
  const [candles, many] = CANDLES.exec(text) ?? [];
  if (candles !== undefined) return Number(many) * (expiryIn(text.replace(candles, '')) ?? Number.NaN);
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?) ?-?(\p{L}[\p{L}\p{M}]*)[., ]*/gu)];
  const units = parts.map(([, , word = '']) => UNITS.get(plainWords(word)));
  if (parts.map(([part]) => part).join('') === text && units.every((unit) => unit !== undefined))
    return parts.reduce((sum, [, count], at) => sum + Number(count) * (units[at] as number), 0);
  // Seconds, or minutes of no hour.
  if (/^0{1,2}:\d{2}$/.test(text)) return Number.NaN;
  const clock = /^(\d{1,3}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (clock !== null) {
    const [first, second] = [Number(clock[1]), Number(clock[2])];
    return clock[3] === undefined ? first * 60 + second : first * 3_600 + second * 60 + Number(clock[3]);
  }
  const days = /^(\d{1,3}):(\d{2}):(\d{2}):(\d{2})$/.exec(text);
  if (days !== null)
    return Number(days[1]) * 86_400 + Number(days[2]) * 3_600 + Number(days[3]) * 60 + Number(days[4]);
  return expiryIn(text) ?? Number.NaN;
}

/** How many candles of a chart: of one whose timeframe is not said it is not known how long they are. */
const CANDLES =
  /(?<![\p{L}\d])(\d{1,3}) ?(?:candles?|bars?|velas?|barras?|kerzen?|bougies?|свеч\p{L}*|mum|lilin|nến)(?!\p{L})/iu;

const SPELLED = /(?<![\p{L}\d.:]|\d\/)(\d{1,3}) ?-?([\p{L}\p{M}]+)(?!\d)/gu;

const CHART = /(?<![\p{L}\d])([smh])(\d{1,2})(?![\p{L}\d])/iu;

/** A text without its times to expiry. */
export function withoutDurations(text: string): string {
  const unitless = text.replace(SPELLED, (all, _count, word: string) =>
    UNITS.has(plainWords(word)) ? ' ' : all,
  );
  return unitless.replace(CHART, ' ');
}

/** The time to expiry in seconds that is written in a text with its unit, as `5 min`, `30s`, `M1`. */
export function expiryIn(text: string): number | undefined {
  for (const [, count, word = ''] of text.matchAll(SPELLED)) {
    const unit = UNITS.get(plainWords(word));
    if (unit !== undefined && unit >= 1) return Number(count) * unit;
  }
  const chart = CHART.exec(text);
  return chart === null
    ? undefined
    : Number(chart[2]) * (UNIT_SECONDS[(chart[1] as string).toLowerCase()] as number);
}
