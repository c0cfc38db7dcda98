import { plainPattern, plainWords, remembering, wordList } from './words.ts';

/** What a column can mean. `returned` is stake and winnings together, what the broker pays back. */
export type Meaning =
  | 'time'
  | 'date'
  | 'clock'
  | 'closed'
  | 'pair'
  | 'direction'
  | 'expiry'
  | 'entry'
  | 'stake'
  | 'payout'
  | 'profit'
  | 'returned'
  | 'result'
  | 'wins'
  | 'losses'
  | 'ties'
  | 'id';

/** Names that look like another meaning and are none of them: prices, fees, the account. */
export type Named = Meaning | 'unused';

export const NAMES = wordList<Named>({
  time: 'time,ts,open time,opened,opened at,entered at,opening time,entry time,start,start utc,start time,started,created,created at,created time,trade time,datetime,date time,timestamp,time utc,date and time,open date,entry date,purchase time,order time,placed,executed,signal time,decided utc,open,time open,zaman,fecha y hora,hora de apertura,fecha de apertura,apertura,abertura,data e hora,data hora,hora de abertura,eroffnung,eroffnungszeit,kaufdatum,datum uhrzeit,zeitpunkt,offnungszeit,ouverture,heure d ouverture,date d ouverture,date heure,orario di apertura,data di apertura,data ora,время открытия,открытие,дата и время,время сделки,czas,時間,オープン時間,acilis zamani,acilis saati,czas otwarcia,开仓时间,开盘时间,时间,取引日時,取引時間,日時,jam buka,waktu,waktu buka,thoi gian,समय,खुलने का समय,الوقت,وقت الفتح,date et heure,data e ora,tarih ve saat,খোলার সময়,کھلنے کا وقت',
  date: 'date,tag,day,trade date,fecha,data,datum,jour,дата,tarih,日期,日付,tanggal,ngay,dia,giorno,التاريخ,तारीख,दिनांक,তারিখ,تاریخ',
  clock:
    'hour,hours,at,hh mm,hora,horario,uhrzeit,zeit,heure,ora,orario,время,час,saat,jam,pukul,gio,时刻,時刻,clock,সময়,وقت',
  closed:
    'close time,closed,closed at,close quote created at,updated time,exited at,closing time,sale time,sell time,close date,exit time,end,end time,expiry time,expiration time,expires,expires at,expiry utc,expiry date,settled,settled utc,time close,expiration date,hora de cierre,cierre,fecha de cierre,fechamento,hora de fechamento,schliessung,schlusszeit,verkaufsdatum,geschlossen,fermeture,heure de fermeture,chiusura,время закрытия,закрытие,kapanis zamani,czas zamkniecia,平仓时间,收盘时间,判定時刻,बंद होने का समय,waktu tutup,schliesszeit,وقت الإغلاق,বন্ধের সময়,بند ہونے کا وقت',
  pair: 'pair,coin,scrip,symbol,asset,instrument,contracts,market,ticker,underlying,currency pair,item,product,contract,marche,pair name,asset name,currency,security,base,par,activo,ativo,divisa,par de divisas,paridade,moeda,wahrungspaar,wert,paar,basiswert,bezeichnung,wertpapier,actif,paire,coppia,strumento,актив,пара,валютная пара,инструмент,символ,varlik,parite,sembol,para birimi,waluta,aktywo,资产,品种,货币对,交易品种,通貨ペア,銘柄,取引原資産,자산,aset,pasangan,cap tien,tai san,जोड़ी,الزوج,الأصل,জোড়া,সম্পদ,جوڑا,اثاثہ',
  direction:
    'contract type,direction,dir,side,sinal,senal,сигнал,sinyal,lado,type,action,accion,acao,azione,aktion,call put,option,option type,trade type,order type,position,buy sell,signal,prediction,forecast,up down,operation,kauf verkauf,compra venta,compra venda,achat vente,покупка продажа,bet,trade direction,high low,higher lower,over under,rise fall,up or down,posicion,posicao,posizione,позиция,pozisyon,posisi,vi the,loai lenh,direccion,tipo,operacion,sentido,direcao,operacao,richtung,art,typ,sens,direzione,направление,тип,прогноз,операция,yon,islem,islem tipi,kierunek,方向,类型,方向性,売買,取引内容,방향,arah,tipe,huong,दिशा,الاتجاه,দিক,سمت',
  expiry:
    'expiry,expiration,duration,timeframe,time frame,expiry seconds,expiry sec,expiration seconds,expiry minutes,expiry min,period,tf,holding time,length,term,contract duration,expire,expiracion,vencimiento,duracion,expiracao,vencimento,duracao,laufzeit,dauer,ablauf,duree,echeance,durata,scadenza,экспирация,длительность,срок,время экспирации,sure,vade,czas trwania,到期,到期时间,期限,満期,durasi,thoi han,अवधि,মেয়াদ,المدة,دورانیہ',
  stake:
    'stake,put in,bought for,buy in,amount,investment,invested,trade amount,bet amount,stake amount,wager,risk,risk amount,position size usd,cost,cost basis,purchase price,buy price,premium,sum,trade size,investment amount,entry amount,invest,trade sum,units,risked,position size,aposta,apuesta,mao,modal,inversion,importe,monto,cantidad,investimento,valor,entrada,aporte,quantia,einsatz,betrag,investition,montant,mise,investissement,importo,investimento,puntata,сумма,ставка,инвестиция,сумма сделки,вложение,tutar,yatirim,miktar,kwota,stawka,inwestycja,投资额,金额,投资金额,投資額,購入金額,金額,购买金额,투자금,jumlah,investasi,taruhan,so tien,dau tu,राशि,निवेश,निवेश राशि,ट्रेड राशि,लगाई गई राशि,दांव,বিনিয়োগ,পরিমাণ,ট্রেডের পরিমাণ,বাজি,سرمایہ کاری,لگائی گئی رقم,ٹریڈ کی رقم,금액,購入額,掛け金,掛金,投資金,inzet,vklad,nominal,nilai transaksi,valor apostado,valor investido,valor da operacao,المبلغ,الاستثمار,مبلغ الصفقة,قيمة الصفقة,مبلغ الاستثمار,قيمة الاستثمار,مبلغ التداول,مبلغ الدخول,مبلغ الرهان,الرهان,رقم',
  payout:
    'payout,payout rate,payment rate,payout percent,payout percentage,payoff,rate of return,return rate,profit percent,profit percentage,profitability,yield,odds,multiplier,coefficient,decimal odds,profit rate,roi,payout ratio,to win,potential win,potential profit,ganancia potencial,ganho potencial,lucro potencial,retorno potencial,moglicher gewinn,gain potentiel,возможный выигрыш,percent,percentage,return percent,pago,rentabilidad,porcentaje,pagamento,rentabilidade,lucratividade,porcentagem,auszahlung,rendite,quote,auszahlungsquote,cuota,cota,odd,coef,коэф,coeficiente,moneyline,juice,avg odds,bahis orani,オッズ,배당,배당률,ऑड्स,paiement,rendement,gain pourcent,cote,rendimento,quota,доходность,выплата,процент,коэффициент,odeme orani,getiri orani,getiri,wyplata,stopa zwrotu,收益率,回报率,赔率,利回り,ペイアウト率,ペイアウト,수익률,pembayaran,ty le,भुगतान,نسبة الربح,পেআউট,ادائیگی',
  profit:
    'rpl,k z,लाभ हानि,итого,won or lost,won lost amount,ganado o perdido,ganado perdido,ganho ou perda,ganho ou perdido,gewonnen oder verloren,gagne ou perdu,profit,p l,pl,pnl,profit loss amount,net profit,profit loss,net,gain,gain loss,net result,net p l,net pnl,earnings,r,r multiple,profit usd,won amount,amount won,profit amount,net profit loss,realized pnl,realised pnl,realized p l,net gain,winnings,profit and loss,win loss amount,balance change,beneficio,ganancia,ganancias,ganhos,gains,gewinne,guadagni,盈利,利益,الأرباح,beneficio neto,ganancia neta,ganancia perdida,lucro,lucro liquido,lucro prejuizo,gewinn,ertrag,gewinn verlust,g v,g und v,guv,nettogewinn,benefice,gain net,profit net,benefice net,profitto,utile,guadagno,прибыль,чистая прибыль,доход,прибыль убыток,kar,kar zarar,net kar,kazanc,zysk,zysk strata,盈亏,利润,净利润,收益,損益,純利益,손익,keuntungan,untung,lai,লাভ,منافع,laba,loi nhuan,lai lo,लाभ,الربح,লাভ ক্ষতি,نفع نقصان,resultado neto,resultado liquido,resultado bruto,res operacao,res operacao bruto,res operacao liquido,resultado da operacao,resultado de la operacion',
  returned:
    'returned,got back,sold for,return,returns,payment,payout amount,income,credit,credited,amount returned,total return,payback,received,win amount,payout usd,gross return,settlement amount,paid out,paid,sell price,sale price,cash out,proceeds,retorno,devolucion,ingreso,recebido,ruckzahlung,auszahlungsbetrag,retour,versement,ricavo,возврат,получено,odeme,wyplacono,返还,返还金额,払戻額,ペイアウト額,ペイアウト金額,pengembalian,devuelto,importe recibido,importe devuelto,valor devolvido,valor recebido,montant recu,rimborsato,importo restituito,ausgezahlt,erhalten,odenen,diterima,tien nhan,hoan tra,वापसी,प्राप्त राशि,ফেরত,واپسی,المبلغ المسترد',
  result:
    'result,नतीजा,outcome,win loss,win or loss,won lost,w l,w l p,w l v,w l d,w l t,w d l,w t l,w p l,win lose,hit miss,hit or miss,status,state,trade result,result status,final result,outcome win loss,won or lost,correct,success,is win,is won,res,grade,graded,resultado,estado,ergebnis,ausgang,resultat,statut,etat,issue,risultato,esito,stato,результат,исход,итог,статус,sonuc,durum,wynik,rezultat,结果,输赢,状态,結果,判定,결과,hasil,ket,keterangan,ket qua,kq,परिणाम,النتيجة,ফলাফল,نتیجہ',
  wins: 'pips gained,pips won,gained pips,points gained,points won,acertou,acierto,acerto,gano,ganou,ganhou,gagne,выиграл,выиграла,выиграно,kazandi,kazandi mi,vinto,vinta,operaciones ganadoras,ganadoras,operacoes vencedoras,vencedoras,gewinntrades,trades gagnants,прибыльные сделки,kazanan islemler,w,win,wins,won,winner,treffer,winning trade,win flag,won trades,trades won,winners,acertos,aciertos,gewinner,ganada,ganado,acertada,vitoria,hit,hits,tp hit,hit tp,tp1 hit,tp 1 hit,target hit,wins count,winning trades,itm,ganadas,vitorias,gewonnen,gagnes,выигрыши,победы,kazanan,menang,thang,जीत,জয়,جیت,ربح',
  losses:
    'pips lost,lost pips,points lost,perdeu,perdio,проиграл,проиграла,проиграно,kaybetti,kaybetti mi,perso,operaciones perdedoras,perdedoras,operacoes perdedoras,verlusttrades,trades perdants,убыточные сделки,kaybeden islemler,l,loss,losses,lost,loser,nieten,losing trade,is loss,is lost,is loser,loss flag,stopped,stopped out,fallada,derrota,perdido,lost trades,trades lost,losers,lose,erros,fallos,verlierer,loses,miss,misses,sl hit,hit sl,stop hit,stop loss hit,losing trades,otm,perdidas,derrotas,verloren,perdus,проигрыши,поражения,kaybeden,kalah,thua,हार,হার,ہار,خسارة,perdida,perdas,pertes,verluste,perdite,kayip,lost amount,loss amount,amount lost,损失,損失,الخسائر,prejuizo,verlust,perte,pertes,perdita,убыток,убытки,zarar,strata,rugi,kerugian,lo,हानि,लॉस,লোকসান,نقصان,亏损,ক্ষতি',
  ties: 'tie,ties,break even,breakeven,be,b e,push,pushes,draw,draws,refunds,atm,empate,unentschieden,empates,ничьи,beraberlik,seri,hoa',
  id: 'ticket,trade number,trade no,id,trade id,order id,deal id,position id,transaction id,order,deal,order number,ticket number,reference,ref,ref id,reference id,contract id,uuid,id transaccion,номер,тикет,ordre,订单号,注文番号,取引番号,basket,basket id,hedge id,group id,cycle,bet id,bet number,bet no,slip,slip id,slip number,coupon,coupon id,parent id,parent order,parent order id,orderid,orderno,tradeid,dealid,positionid,orden,ordem,id de posicion,id da posicao,auftrag,auftragsnummer,ordernummer,positionsnummer,ордер,номер ордера,номер сделки,сделка,номер позиции,id позиции,emir,emir no,pozisyon id,no order,id posisi,ma lenh,ma giao dich,ma vi the,ऑर्डर नंबर,رقم الصفقة,持仓编号,持仓id,ポジション番号,注文id,অর্ডার নম্বর,آرڈر نمبر',
  entry:
    'entry price,px,open price,вход,giris,price,strike,strike price,open quote,open rate,entry spot,entry,entry quote,entry rate,price at entry,price open,precio,precio de apertura,precio de entrada,preco,preco de abertura,kurs,preis,eroffnungskurs,einstandskurs,kaufkurs,prix,prix d ouverture,prezzo,цена,цена открытия,fiyat,cena,价格,开仓价,価格,取引価格,harga,gia,acilis fiyati,giá mở,سعر الفتح,खुलने का भाव',
  unused:
    'cost per share,proceeds per share,price per share,sr,nr,sr no,s no,risk reward,risk reward ratio,reward risk,r r,rr,close price,exit price,quote,close quote,rate,close rate,spot,exit spot,balance,commission,swap,fee,fees,tax,taxes,comment,note,notes,account,currency code,account currency,broker,source,take profit,take profit rate,stop loss rate,take profit price,control outcome,control direction,balance after,confidence,s l,t p,stop,size,sz,quantity,qty,basis,code,asset category,lots,lot,volume,pips,exit,precio de cierre,schlusskurs,verkaufskurs,kurswert,stuck,wkn,isin,цена закрытия,комиссия,баланс,bakiye,平仓价,余额,comentario,bemerkung,kommentar,commentaire,saldo,comissao,comision,provision,своп,объем,komisyon,komisi,commissione,gebuhr,frais,phi,शुल्क,العمولة,手续费,手数料,so du,शेष,残高,الرصيد,kontostand,solde,notas,observacoes,remarque,commento,комментарий,заметки,yorum,catatan,komentar,ghi chu,टिप्पणी,ملاحظات,备注,メモ,備考,ব্যালেন্স,মন্তব্য,ফি,কমিশন,بیلنس,تبصرہ,فیس,کمیشن',
});
/** A longer name that holds one of these is taken for it; shorter ones would be found in anything. */
const LONG_ENOUGH = 4;
const PROFIT = /^(?:p l|pnl)$/;
const isProfit = ({ text }: { readonly text: string }): boolean => PROFIT.test(text.trim());
const SCRIPTS_WITHOUT_SPACES = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
/** Names such as "win" stand in others, as "win rate", that mean something else. */
const ONLY_WHOLE = new Set<Named>(['wins', 'losses', 'ties']);
/** A figure of the course of the account, not of the trade. */
export const OF_COURSE =
  /(?<!\p{L})(?:closed (?:volume|size|qty|quantity|amount)|cum|cumulative|cumulated|running|accumulated|(?:average|avg)(?! (?:odds|(?:entry|exit|open|close) price))|run ?up|drawdown|missed|profitable|accuracy|favou?rable|adverse|excursion|max(?= (?:profit|gain|pips|r)(?!\p{L}))|open(?= (?:p ?[&/] ?l|pnl|profit)(?!\p{L}))|previous|prev|prior|peak|highest|unreali[sz]ed|floating|mtm|mark(?:ed)?[ -]to[ -]market|expected|planned|(?:day|daily|week|weekly|month|monthly|session|mtd|ytd)(?: |['’]s )(?:net|gain|profit|result|p ?[&/] ?l|pnl))(?!\p{L})/iu;
const SO_FAR =
  /(?<!\p{L})(?:cum|cumul\p{L}*|kumul\p{L}*|acumul\p{L}*|running|accumulated|накоп\p{L}*|нараст\p{L}*)(?!\p{L})/u;
const OF_COUNTS = /(?<!\p{L})(?:wins?|losses|trades|count|volume|rate|fees?|pct|percent|return)(?!\p{L})/u;

/** Whether a column is named as the sum of what trades brought so far. */
export function isSumSoFar(name: string): boolean {
  return SO_FAR.test(plainWords(name)) && !OF_COUNTS.test(plainWords(name));
}

/** Names that are looked for inside of longer ones: those for a profit, whatever else is said of it, then the longest first. */
const PARTS = [...NAMES]
  .map(([name, meaning]) => ({
    text: SCRIPTS_WITHOUT_SPACES.test(name)
      ? name
      : name.length < LONG_ENOUGH && !PROFIT.test(name)
        ? ''
        : ` ${name} `,
    meaning,
  }))
  .filter(({ text, meaning }) => text !== '' && !ONLY_WHOLE.has(meaning))
  .sort(
    (one, other) => Number(isProfit(other)) - Number(isProfit(one)) || other.text.length - one.text.length,
  );

/** What a sale brought, or a position was worth at its end, is no stake; what it was worth before that is one. */
const OF_SALE =
  / (?:sale|sell|sold|close|closed|closing|exit|venta|venda|cierre|fechamento|verkauf|vente|vendita|продажи|закрытия|satis|jual) /;
const OF_PURCHASE = / (?:buy|bought|purchase|open|opening|entry|cost|initial) /;
const VALUE = / (?:value|total) /;
const OF_END =
  / (?:clos\p{L}*|exit|cierre|fechamento|schliess\p{L}*|fermeture|chiusura|закрыт\p{L}*|kapanis|tutup|dong) /u;

/** Names of columns with the price at the end. */
export const EXIT =
  /^(?:(?:(?:avg|average) )?(?:exit|close|closing)(?: price| rate| quote| level)?|price close|salida|precio de (?:cierre|salida)|saida|preco de (?:saida|fechamento)|schlusskurs|verkaufskurs|ausstiegskurs|ausstieg|(?:prix de )?sortie|uscita|prezzo di chiusura|prix de (?:cloture|fermeture)|цена закрытия|выход|cikis|kapanis fiyati|harga tutup|gia dong|سعر الاغلاق|बंद भाव|বন্ধের দাম|بند قیمت|平仓价|判定価格)$/;
const OF_LEVEL = '(?: ?1)?(?: (?:price|level|(?:in )?(?:pips|points)))?$';
/** Names of columns with a target and with a stop, as prices or distances. */
export const TARGET = plainPattern(
  new RegExp(
    `^(?:tp|t p|take profit|targets?|alvo|objetivo|ziel|kursziel|objectif|obiettivo|hedef|цель|тейк(?: профит)?)${OF_LEVEL}`,
  ),
);
export const STOP = new RegExp(`^(?:sl|s l|stop|stop loss|stopp|стоп(?: лосс)?)${OF_LEVEL}`);
const isLevel = (name: string): boolean => TARGET.test(name) || STOP.test(name);
/** "Entrada" is a stake, but beside one of those the price at the start. */
const ENTERED = /^(?:entrada|entrata|entree|einstieg)$/;

/** The columns of what was paid and of what was received. */
export const DEBIT =
  /^(?:(?:debits?|dr\.?|money out|paid out|withdrawals?|d[eé]bitos?|debe|soll|дебет)(?: \(.{1,5}\))?)$/iu;
export const CREDIT =
  /^(?:(?:credits?|cr\.?|money in|paid in|deposits?|cr[eé]ditos?|haber|haben|кредит)(?: \(.{1,5}\))?)$/iu;

/** Words for a price in languages that have none for a stake or for what came back. */
const PRICE = / (?:preco|precio|prezzo|prix|\p{L}*kurs|harga|gia|fiyati?|цена|سعر|भाव|দাম|قیمت) |[价価]格? $/u;

const COST = /^cost(?: basis)?(?: (?:usdt?|eur|gbp))?$/;
const AMOUNT = /^(?:amount|units|size)$/;
/** How far the price went, where these are on both sides of 0. */
export const MOVES =
  /^(?:pips?|points?|pts|ticks?|puntos|pontos|punkte|пункты|пипсы|(?:result|net) (?:pips|points|ticks))$/;
const ENDS: ReadonlySet<Named | undefined> = new Set(['result', 'profit', 'returned', 'wins']);

const meaningOf = remembering((cell) => (/\p{L}/u.test(cell) ? namedMeaning(cell) : undefined));

/** What the columns of a heading mean. */
export function namedMeanings(row: readonly string[]): (Named | undefined)[] {
  const words = row.map(plainWords);
  const hasExit = words.some((name) => EXIT.test(name) || isLevel(name));
  const meanings = row.map((cell, at) =>
    hasExit && ENTERED.test(words[at] as string) ? 'entry' : meaningOf(cell),
  );
  const [paid, received] = [DEBIT, CREDIT].map((name) => row.findIndex((cell) => name.test(cell))) as [
    number,
    number,
  ];
  const isOther = (meaning: Named | undefined, at: number): boolean =>
    at !== paid && at !== received && (meaning === 'stake' || ENDS.has(meaning));
  if (paid !== -1 && received !== -1 && !meanings.some(isOther))
    [meanings[paid], meanings[received]] = ['losses', 'wins'];
  // Of each asset that is held: its profit of the day, of the year, and of what is open.
  if (words.includes('p l open') && words.includes('p l day'))
    for (const [at, name] of words.entries()) if (name.startsWith('p l')) meanings[at] = 'unused';
  // What is bought beside what it cost is no stake.
  if (words.some((name) => COST.test(name)))
    for (const [at, name] of words.entries()) if (AMOUNT.test(name)) meanings[at] = 'unused';
  // Where nothing else says how trades ended, the way of the price does.
  if (meanings.some((meaning) => ENDS.has(meaning))) return meanings;
  return meanings.map((meaning, at) => (MOVES.test(words[at] as string) ? 'profit' : meaning));
}

/** What a column's name says; undefined where it says nothing that is known. */
export function namedMeaning(name: string): Named | undefined {
  if (name.length > 60) return undefined;
  if (OF_COURSE.test(name) || isLevel(plainWords(name))) return 'unused';
  const spaced = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  for (const text of [
    name,
    spaced,
    name.replace(/[([{].*?[)\]}]/g, ' '),
    name.replace(/(?:\bin )?[\p{Sc}%]|\b(?:in )?(?:USDT?|EUR|GBP|BRL|INR|UTC|GMT)\b/gu, ' '),
  ]) {
    const known = NAMES.get(plainWords(text.replace(/[#№]/g, ' number ')));
    if (known !== undefined && !(ONLY_WHOLE.has(known) && name.includes('%'))) return known;
  }
  const words = ` ${plainWords(spaced)} `;
  if (PRICE.test(words)) return EXIT.test(words.trim()) ? 'unused' : 'entry';
  const meaning = PARTS.find(({ text }) => words.includes(text))?.meaning;
  if ((meaning === 'stake' || VALUE.test(words)) && OF_SALE.test(words)) return 'returned';
  if (meaning === 'time' && OF_END.test(words)) return 'closed';
  return VALUE.test(words) && OF_PURCHASE.test(words) ? 'stake' : meaning;
}
