import { type DecimalMark, parseAmount } from './amount.ts';
import { dateOrderOf, MomentReader } from './moment.ts';
import { pairIn, parseDirection, parseEnding, parseExpiry } from './trade-words.ts';
import { plainWords, remembering, wordList } from './words.ts';

/** What a column can mean. `returned` is stake and winnings together, what the broker pays back. */
export const MEANINGS = [
  'time',
  'date',
  'clock',
  'closed',
  'pair',
  'direction',
  'expiry',
  'entry',
  'stake',
  'payout',
  'profit',
  'returned',
  'result',
  'id',
] as const;
export type Meaning = (typeof MEANINGS)[number];

/** A column that is used, and as what. */
export interface UsedColumn {
  readonly meaning: Meaning;
  /** From 0. */
  readonly at: number;
  /** Empty where the source names none. */
  readonly name: string;
}

/** Names that look like another meaning and are none of them: prices, fees, the account. */
type Named = Meaning | 'unused';

const NAMES = wordList<Named>([
  [
    'time',
    'time,open time,opened,opened at,opening time,entry time,start,start utc,start time,started,created,created at,trade time,datetime,date time,timestamp,time utc,date and time,open date,entry date,purchase time,order time,placed,executed,signal time,decided utc,open,time open',
  ],
  [
    'time',
    'fecha y hora,hora de apertura,fecha de apertura,apertura,abertura,data e hora,data hora,hora de abertura,eroffnung,eroffnungszeit,datum uhrzeit,zeitpunkt,offnungszeit,ouverture,heure d ouverture,date d ouverture,date heure,orario di apertura,data di apertura,data ora',
  ],
  [
    'time',
    'время открытия,открытие,дата и время,время сделки,acilis zamani,acilis saati,czas otwarcia,开仓时间,开盘时间,时间,取引日時,日時,jam buka,waktu,waktu buka,thoi gian,समय,الوقت,وقت الفتح',
  ],
  ['date', 'date,day,trade date,fecha,data,datum,jour,дата,tarih,日期,日付,tanggal,ngay,dia,giorno,التاريخ'],
  ['clock', 'hour,hours,hora,uhrzeit,zeit,heure,ora,orario,время,saat,jam,gio,clock'],
  [
    'closed',
    'close time,closed,closed at,closing time,close date,exit time,end,end time,expiry time,expiration time,expires,expires at,expiry utc,expiry date,settled,settled utc,time close,expiration date',
  ],
  [
    'closed',
    'hora de cierre,cierre,fecha de cierre,fechamento,hora de fechamento,schliessung,schlusszeit,geschlossen,fermeture,heure de fermeture,chiusura,время закрытия,закрытие,kapanis zamani,czas zamkniecia,平仓时间,收盘时间,waktu tutup',
  ],
  [
    'pair',
    'pair,symbol,asset,instrument,market,ticker,underlying,currency pair,item,product,contract,pair name,asset name,currency,security,base',
  ],
  [
    'pair',
    'par,activo,ativo,divisa,par de divisas,paridade,moeda,wahrungspaar,paar,basiswert,actif,paire,coppia,strumento,актив,пара,валютная пара,инструмент,символ,varlik,parite,sembol,para birimi,waluta,aktywo,资产,品种,货币对,交易品种,通貨ペア,銘柄,자산,aset,pasangan,cap tien,tai san,जोड़ी,الزوج,الأصل',
  ],
  [
    'direction',
    'direction,side,type,action,call put,option,option type,trade type,order type,position,buy sell,signal,prediction,forecast,up down,operation,bet,trade direction',
  ],
  [
    'direction',
    'direccion,tipo,operacion,sentido,direcao,operacao,richtung,art,typ,sens,direzione,направление,тип,прогноз,операция,yon,islem,islem tipi,kierunek,方向,类型,方向性,売買,방향,arah,tipe,huong,दिशा,الاتجاه',
  ],
  [
    'expiry',
    'expiry,expiration,duration,timeframe,time frame,expiry seconds,expiry sec,expiration seconds,expiry minutes,expiry min,period,tf,holding time,length,term,contract duration,expire',
  ],
  [
    'expiry',
    'expiracion,vencimiento,duracion,expiracao,vencimento,duracao,laufzeit,dauer,ablauf,duree,echeance,durata,scadenza,экспирация,длительность,срок,время экспирации,sure,vade,czas trwania,到期,到期时间,期限,満期,durasi,thoi han',
  ],
  [
    'stake',
    'stake,amount,investment,invested,trade amount,bet amount,stake amount,wager,risk,risk amount,position size usd,cost,purchase price,buy price,premium,sum,trade size,investment amount,entry amount,invest,trade sum',
  ],
  [
    'stake',
    'inversion,importe,monto,cantidad,investimento,valor,entrada,aporte,quantia,einsatz,betrag,investition,montant,mise,investissement,importo,investimento,puntata,сумма,ставка,инвестиция,сумма сделки,вложение,tutar,yatirim,miktar,kwota,stawka,inwestycja,投资额,金额,投资金额,投資額,金額,购买金额,투자금,jumlah,investasi,taruhan,so tien,dau tu,राशि,المبلغ,الاستثمار',
  ],
  [
    'payout',
    'payout,payout rate,payout percent,payout percentage,payoff,rate of return,return rate,profit percent,profit percentage,profitability,yield,odds,multiplier,coefficient,decimal odds,profit rate,roi,payout ratio,percent,percentage,return percent',
  ],
  [
    'payout',
    'pago,rentabilidad,porcentaje,pagamento,rentabilidade,lucratividade,porcentagem,auszahlung,rendite,quote,auszahlungsquote,paiement,rendement,gain pourcent,cote,rendimento,quota,доходность,выплата,процент,коэффициент,odeme orani,getiri orani,getiri,wyplata,stopa zwrotu,收益率,回报率,赔率,利回り,ペイアウト率,ペイアウト,수익률,pembayaran,ty le,भुगतान,نسبة الربح',
  ],
  [
    'profit',
    'profit,p l,pl,pnl,net profit,profit loss,net,gain,gain loss,net result,net p l,net pnl,earnings,profit usd,profit amount,net profit loss,realized pnl,realised pnl,realized p l,net gain,winnings,profit and loss,win loss amount',
  ],
  [
    'profit',
    'beneficio,ganancia,beneficio neto,ganancia neta,ganancia perdida,lucro,lucro liquido,lucro prejuizo,gewinn,ertrag,gewinn verlust,g v,guv,nettogewinn,benefice,gain net,profit net,benefice net,profitto,utile,guadagno,прибыль,чистая прибыль,доход,прибыль убыток,kar,kar zarar,net kar,zysk,zysk strata,盈亏,利润,净利润,收益,損益,純利益,손익,keuntungan,laba,loi nhuan,lai lo,लाभ,الربح',
  ],
  [
    'returned',
    'returned,return,payout amount,income,credit,credited,amount returned,total return,payback,received,win amount,payout usd,gross return,settlement amount,paid out,paid,sell price,cash out',
  ],
  [
    'returned',
    'retorno,devolucion,ingreso,recebido,ruckzahlung,auszahlungsbetrag,retour,versement,ricavo,возврат,получено,odeme,wyplacono,返还,返还金额,払戻額,ペイアウト額,pengembalian',
  ],
  [
    'result',
    'result,outcome,win loss,won lost,w l,win lose,status,state,trade result,result status,final result,outcome win loss,won or lost',
  ],
  [
    'result',
    'resultado,estado,ergebnis,ausgang,resultat,statut,issue,risultato,esito,stato,результат,исход,итог,статус,sonuc,durum,wynik,rezultat,结果,输赢,状态,結果,判定,결과,hasil,ket qua,परिणाम,النتيجة',
  ],
  [
    'id',
    'ticket,id,trade id,order id,deal id,position id,transaction id,order,deal,order number,ticket number,reference,ref,contract id,uuid,id transaccion,номер,тикет,ordre,订单号,注文番号',
  ],
  [
    'entry',
    'entry price,open price,price,strike,strike price,open quote,open rate,entry spot,entry,entry quote,entry rate,price at entry,price open,precio,precio de apertura,precio de entrada,preco,preco de abertura,kurs,preis,eroffnungskurs,prix,prix d ouverture,prezzo,цена,цена открытия,fiyat,cena,价格,开仓价,価格,harga,gia',
  ],
  [
    'unused',
    'close price,exit price,quote,close quote,rate,close rate,spot,exit spot,balance,commission,swap,fee,fees,tax,taxes,comment,note,notes,account,currency code,account currency,broker,source,control outcome,control direction,balance after,confidence,s l,t p,stop,size,lots,lot,volume,pips,exit',
  ],
  [
    'unused',
    'precio de cierre,schlusskurs,цена закрытия,комиссия,баланс,bakiye,平仓价,余额,comentario,kommentar,commentaire,saldo,comissao,comision,provision,своп,объем',
  ],
]);
/** A longer name that holds one of these is taken for it; shorter ones would be found in anything. */
const LONG_ENOUGH = 4;
const SAMPLED_ROWS = 200;
const SCRIPTS_WITHOUT_SPACES = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
/** Names that are looked for inside of longer ones, the longest first. */
const PARTS = [...NAMES]
  .map(([name, meaning]) => ({
    text: SCRIPTS_WITHOUT_SPACES.test(name) ? name : name.length < LONG_ENOUGH ? '' : ` ${name} `,
    meaning,
  }))
  .filter(({ text }) => text !== '')
  .sort((one, other) => other.text.length - one.text.length);

/** What a column's name says; undefined where it says nothing that is known. */
function namedMeaning(name: string): Named | undefined {
  if (name.length < 2 || name.length > 60) return undefined;
  for (const text of [
    name,
    name.replace(/[([{].*?[)\]}]/g, ' '),
    name.replace(/[\p{Sc}%]|\b(?:USDT?|EUR|GBP|BRL|INR|UTC|GMT)\b/gu, ' '),
  ]) {
    const known = NAMES.get(plainWords(text));
    if (known !== undefined) return known;
  }
  const words = ` ${plainWords(name)} `;
  return PARTS.find(({ text }) => words.includes(text))?.meaning;
}

const meaningOf = remembering(namedMeaning);

/** Where the columns are named, and what comes of the names. */
export interface Heading {
  /** The row of the names, from 0; -1 where there is none. */
  readonly row: number;
  readonly columns: readonly UsedColumn[];
}

const FIRST_ROWS = 100;

/** Whether a row names columns, one of them how trades ended; undefined where it does not. */
export function namesOf(row: readonly string[]): readonly (Named | undefined)[] | undefined {
  if (row.some(isValue)) return undefined;
  const names = row.map((cell) => (/\p{L}/u.test(cell) ? meaningOf(cell) : undefined));
  const meanings = new Set(names.filter((name) => name !== undefined && name !== 'unused'));
  const saysEnding = meanings.has('result') || meanings.has('profit') || meanings.has('returned');
  // A row of a table can hold a word that is also a name, as "Buy" or "win"; a row of names has them in most cells.
  const filled = row.filter((cell) => cell !== '').length;
  const known = names.filter((name) => name !== undefined).length;
  return saysEnding && known * 2 >= filled ? names : undefined;
}

/** A number, an amount or a date: no name of a column. */
function isValue(cell: string): boolean {
  return /\d/.test(cell) && (!/\p{L}/u.test(cell) || /^\d{4}-\d\d-\d\dT/.test(cell));
}

/**
 * Finds the row that names the columns, or works their meaning out of what they hold; undefined where neither says how
 * trades ended.
 */
export function findHeading(rows: readonly (readonly string[])[], mark: DecimalMark): Heading | undefined {
  let best: Heading | undefined;
  for (let at = 0; at < Math.min(rows.length, FIRST_ROWS); at += 1) {
    const row = rows[at] as readonly string[];
    const names = namesOf(row);
    if (names === undefined) continue;
    const columns = chooseColumns(row, names, rows.slice(at + 1, at + 1 + SAMPLED_ROWS), mark);
    if (usefulIn(columns) > usefulIn(best?.columns ?? [])) best = { row: at, columns };
  }
  return best ?? byContent(rows.slice(0, SAMPLED_ROWS), mark);
}

function usefulIn(columns: readonly UsedColumn[]): number {
  return columns.filter(({ meaning }) => meaning !== 'id').length;
}

function chooseColumns(
  row: readonly string[],
  names: readonly (Named | undefined)[],
  sample: readonly (readonly string[])[],
  mark: DecimalMark,
): UsedColumn[] {
  const best = new Map<Meaning, UsedColumn & { readonly share: number }>();
  const consider = (meaning: Meaning, at: number): boolean => {
    const share = shareThatFits(meaning, at, sample, mark);
    if (share < 0.5) return false;
    const name = row[at] as string;
    const exact = NAMES.get(plainWords(name)) === meaning ? 1 : 0;
    const known = best.get(meaning);
    if (known === undefined || share + exact > known.share)
      best.set(meaning, { meaning, at, name, share: share + exact });
    return true;
  };
  for (const [at, named] of names.entries()) {
    if (named === undefined || named === 'unused') continue;
    // Names are used loosely: a column "Result" may hold the profit, "Type" the kind of option, "Time" a time of day.
    const isTaken = consider(named, at);
    if (isTaken) continue;
    for (const other of OTHER_MEANINGS[named] ?? []) if (consider(other, at)) break;
  }
  return [...best.values()].map(({ meaning, at, name }) => ({ meaning, at, name }));
}

const OTHER_MEANINGS: Partial<Record<Meaning, readonly Meaning[]>> = {
  result: ['profit'],
  profit: ['result'],
  time: ['date', 'clock'],
  clock: ['time'],
  date: ['time'],
  expiry: ['closed'],
  closed: ['expiry'],
  direction: ['pair'],
};

/** The share of a column's filled cells that can have a meaning; 1 where all are empty. */
function shareThatFits(
  meaning: Meaning,
  at: number,
  sample: readonly (readonly string[])[],
  mark: DecimalMark,
): number {
  const cells = sample.map((row) => row[at] ?? '').filter((cell) => cell !== '');
  if (cells.length === 0) return sample.length === 0 ? 1 : 0;
  const fits = fitterOf(meaning, cells, mark);
  return cells.filter(fits).length / cells.length;
}

function fitterOf(meaning: Meaning, cells: readonly string[], mark: DecimalMark): (cell: string) => boolean {
  const isNumber = (cell: string): boolean => !Number.isNaN(parseAmount(cell, mark));
  switch (meaning) {
    case 'time':
    case 'closed': {
      const reader = new MomentReader(dateOrderOf(cells));
      return (cell) => hasMoment(reader, cell) && /\d[:h]\d|^\d{9,}/.test(cell);
    }
    case 'date': {
      const reader = new MomentReader(dateOrderOf(cells));
      return (cell) => hasMoment(reader, cell);
    }
    case 'clock':
      return (cell) => /^\d{1,2}[:h]\d{2}/.test(cell);
    case 'pair':
      return (cell) => /\p{L}/u.test(cell) && cell.length <= 40;
    case 'direction':
      return (cell) => parseDirection(cell) !== undefined;
    case 'expiry':
      return (cell) => !Number.isNaN(parseExpiry(cell, 1));
    case 'result':
      return (cell) => parseEnding(cell) !== undefined || /^[01]$/.test(cell);
    case 'id':
      return () => true;
    default:
      return isNumber;
  }
}

function hasMoment(reader: MomentReader, cell: string): boolean {
  try {
    return reader.read(cell) !== undefined;
  } catch {
    return true;
  }
}

/** Columns without names: what nearly every cell can be, in an order in which the surer meanings come first. */
function byContent(sample: readonly (readonly string[])[], mark: DecimalMark): Heading | undefined {
  const width = Math.max(0, ...sample.map((row) => row.length));
  const columns: UsedColumn[] = [];
  const isFree = (at: number): boolean => columns.every((column) => column.at !== at);
  const take = (meaning: Meaning, fits: (at: number) => boolean): void => {
    for (let at = 0; at < width; at += 1)
      if (isFree(at) && fits(at)) {
        columns.push({ meaning, at, name: '' });
        return;
      }
  };
  const cellsOf = (at: number): string[] => sample.map((row) => row[at] ?? '').filter((cell) => cell !== '');
  const mostly = (meaning: Meaning) => (at: number) => shareThatFits(meaning, at, sample, mark) >= 0.8;
  const numbersOf = (at: number): number[] => cellsOf(at).map((cell) => parseAmount(cell, mark));
  take('time', mostly('time'));
  take(
    'result',
    (at) =>
      cellsOf(at).length * 2 > sample.length &&
      mostly('result')(at) &&
      !cellsOf(at).every((cell) => /^[+-]$/.test(cell)),
  );
  take(
    'pair',
    (at) =>
      cellsOf(at).length > 0 &&
      cellsOf(at).filter((cell) => pairIn(cell) !== undefined).length >= 0.8 * cellsOf(at).length,
  );
  take('direction', mostly('direction'));
  take(
    'payout',
    (at) => cellsOf(at).length > 0 && cellsOf(at).every((cell) => /^\d+(?:[.,]\d+)? ?%$/.test(cell)),
  );
  take(
    'profit',
    (at) =>
      mostly('profit')(at) &&
      numbersOf(at).some((value) => value < 0) &&
      numbersOf(at).some((value) => value > 0),
  );
  const saysEnding = columns.some(({ meaning }) => meaning === 'result' || meaning === 'profit');
  // Two columns that fit by chance are no table of trades.
  return saysEnding && columns.length >= 2 ? { row: -1, columns } : undefined;
}

/**
 * Where the columns of a table begin of which nothing says what they mean: at the first row with as many cells as most rows
 * have, which names them where no cell is a number. Undefined where most rows have no two cells.
 */
export function unknownHeading(rows: readonly (readonly string[])[]): Heading | undefined {
  const sample = rows.slice(0, FIRST_ROWS);
  const counts = new Map<number, number>();
  for (const { length } of sample) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [[width, count] = [0, 0]] = [...counts].sort((one, other) => other[1] - one[1]);
  if (width < 2 || count < 2 || count * 2 < sample.length) return undefined;
  const first = sample.findIndex(({ length }) => length === width);
  return { row: (sample[first] as readonly string[]).some(isValue) ? -1 : first, columns: [] };
}

/** A heading with the meanings that a reader gave to columns, by their places; null for a column that is not to be used. */
export function withMeanings(
  heading: Heading,
  meanings: ReadonlyMap<number, Meaning | null>,
  names: readonly string[],
): Heading {
  const given = [...meanings].flatMap(([at, meaning]) =>
    meaning === null ? [] : [{ meaning, at, name: names[at] ?? '' }],
  );
  const kept = heading.columns.filter(
    ({ at, meaning }) => !meanings.has(at) && given.every((column) => column.meaning !== meaning),
  );
  return { row: heading.row, columns: [...kept, ...given] };
}
