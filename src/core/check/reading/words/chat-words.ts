/** Words of a message, in the languages of sellers, and what they stand for. */
import type { TradeOutcome } from '../../trade.ts';
import { DIRECTION_WORDS } from './trade-words.ts';
import { plainWords, wordList } from './words.ts';

export type WordClass =
  | TradeOutcome
  | 'call'
  | 'put'
  | 'target'
  | 'stop'
  | 'hit'
  | 'breakeven'
  /** What makes a clause a wish, a rule, a promise or a question. */
  | 'maybe'
  /** It is of another day. */
  | 'past'
  | 'sum'
  | 'gale'
  | 'direct'
  | 'attempt'
  | 'try'
  | 'step'
  | 'filler';

/** Words of an outcome, in a sentence as in a cell. */
export const RESULTS: Readonly<Record<TradeOutcome, string>> = {
  won: '中了,命中,红了,赢了,赚了,拿下,won,win,wins,im plus,ins plus,treffer,kazancli,karli,익절,presa,pagou,kar aldik,winner,winning,itm,in the money,success,successful,victory,green,correct,wining,sureshot win,in profit,with profit,closed in profit,profit aa gaya,profit ho gaya,profit ho gya,profit hua,profit hui,jeet gaye,jeet gaya,dub,big dub,w,banked it,gano,ganada,ganadas,ganado,ganados,ganamos,ganadora,ganador,acierto,acertado,ganhou,ganho,ganha,ganhamos,vitoria,gewonnen,gagne,gagnee,vinto,vinta,acertou,acertamos,vencedora,vencedor,lucramos,deu green,deu bom,exitosa,exitoso,positiva,cobrada,gewinn,mit gewinn,vincente,gagnant,gagnante,выигрыш,выиграл,выиграла,выиграна,выиграли,выигрышная,победа,плюс,прибыльная,в плюс,сделка в плюсе,зашло,зашла,зашел,basarili,kazandi,kazandik,kazanc,kazanc saglandi,kazandirdi,kazanildi,kar ettik,karla kapandi,basariyla,tuttu,hedef geldi,hedefe ulasti,hedefe ulastik,hedef goruldu,hedef tamam,профит взят,в профит,в профите,отработал,отработала,отработали,успешно,успешная,плюсовая,menang,untung,cuan,profit menang,thang,thang lenh,win thang,जीत,जीता,जीते,जीत गई,जीत गए,जीत गये,प्रॉफिट,প্রফিট,লাভ হয়েছে,জয়,জিতেছি,জিতেছে,جیت,جیتا,جیت گئے,جیت گیا,کامیاب,ربح,فوز,رابحة,ربحنا,صفقة رابحة,ناجحة,赢,勝ち,승,جیتے,کامیابی,منافع ہوا,منافع ہو گیا,فائدہ ہوا,پرافٹ,رابح,ربحت,كسبنا,كسب,فزنا,نجحت,محققة,विजय,सफल,लाभ हुआ,मुनाफा हुआ,मुनाफ़ा हुआ,फायदा हुआ,প্রফিট হয়েছে,লাভ হলো,লাভ হইছে,মুনাফা হয়েছে,জিতলাম,উইন,সফল,berhasil,sukses,thang loi,thang roi,chien thang,chot loi,an lenh,hup,hup lenh,ชนะ,红单,紅單,盈利,수익 완료,수익,利確,a favor,cerro a favor',
  lost: '没中,未中,不中,挂了,黑了,输了,亏了,爆仓,lost,loss,losses,im minus,ins minus,daneben,zararli,손절,lose,otm,out of the money,failed,fail,losing,red,stopped out,in loss,closed in loss,loss ho gaya,loss ho gya,loss hua,loss hui,haar gaye,haar gaya,l,took the l,got stopped,loser,losers,perdio,perdida,perdidas,perdido,perdidos,perdimos,perdedora,perdedor,fallo,fallida,perdeu,perda,derrota,verloren,verlust,perdu,perdue,perso,persa,fallada,fallado,fallamos,negativa,errou,erramos,perdemos,deu red,deu ruim,deu loss,ausgestoppt,perdente,perdant,perdante,проигрыш,проиграл,проиграла,проиграна,проиграли,поражение,минус,убыток,убыточная,в минус,сделка в минусе,не зашло,не зашла,не зашел,basarisiz,kaybetti,kaybettik,kayip,zarar,kaybettirdi,kaybedildi,kazanamadik,kazanamadi,kazanmadi,tutmadi,zararla kapandi,stop oldu,stop olduk,stop yedik,лосс,слив,слили,в убыток,в убытке,не отработал,не отработала,не отработали,минусовая,неудача,неудачная,kalah,rugi,loss kalah,thua,thua lenh,lo,हार,हारे,हारा,हार गए,हार गये,नुकसान,হার,লস,ক্ষতি,হেরেছি,হেরেছে,ہار,نقصان,ہارا,ہار گئے,ہار گیا,خسارة,خاسرة,خسرنا,صفقة خاسرة,输,負け,패,لاس,لوس,خسارہ,گھاٹا,ناکام,نقصان ہوا,خاسر,خسرت,فشلت,فاشلة,घाटा,लॉस,असफल,लॉस हुआ,লোকসান,হারলাম,লুজ,ব্যর্থ,লস হয়েছে,gagal,boncos,minus,cut loss,cutloss,gay,gay roi,gay thoi,thua lo,thua roi,lo roi,that bai,gay lenh,zarar ettik,แพ้,ไม่เข้า,黑单,黑單,亏损,損切り,손실,en contra',
  tied: 'einstand ausgestoppt,impas,tie,tied,draw,stake returned,stake refunded,paisa wapas,paise wapas,پیسے واپس,টাকা ফেরত,رجع المبلغ,رجع راس المال,devuelve la inversion,devolvio la plata,modal balik,auf einstand ausgestoppt,at cost,rimborsata,rimborsato,einstand,auf einstand,doji,безубыток,в безубыток,в безубытке,по безубытку,refund,refunded,atm,at the money,breakeven,break even,equal,push,money back,nul,rembourse,rimborsato,erstattet,beraberlik,rimborso,erstattung,be d,went flat,cost to cost,empate,empatado,empatou,empato,devuelto,devolucion,devolveu,devolvido,devolvida,reembolso,reembolsado,unentschieden,egalite,pareggio,возврат,ничья,berabere,iade,seri,imbang,hoa,hoa von,बराबर,टाई,ড্র,টাই,برابر,تعادل,平局,เสมอ,คืนทุน,走水,রিফান্ড,रिफंड,ریفنڈ,empate tecnico,استرداد,引き分け,본절',
};
/** Marks that are written one after the other, each with the name of its list. */
export const markList = (lists: Readonly<Record<TradeOutcome, string>>): [string, TradeOutcome][] =>
  (['won', 'lost', 'tied'] as const).flatMap((outcome) =>
    [...lists[outcome]].map((mark): [string, TradeOutcome] => [mark, outcome]),
  );
/** Marks of an outcome, in a sentence as in a cell. */
export const MARKS = new Map(markList({ won: '✅☑✔✓🏆🤑💚👍💰', lost: '❌✖✗✘⛔💔🚫❎👎', tied: '➖🔁↩' }));
/** Coloured circles and squares, which may be sides. */
export const COLOURED = new Map(markList({ won: '🟢🟩', lost: '🔴🟥', tied: '🟡🟨⚪⬜' }));
/** What may be, or is to come. */
const SUPPOSED =
  'if,when,will,would,next,tomorrow,every,always,never,wait,who,let s,lets,hope,how,si,cuando,se,quando,если,когда,завтра,jika,kalau,eger,neu,अगर,যদি,اگر,إذا,اذا,यदि,wenn,ho to,ho toh,hua to,hua toh,hui to,hui toh,ho jaye,ho jae,hoga,hogi,ho ga,ho gi,na karein,na karen,na karo,हो तो,हुआ तो,हुई तो,हो जाए,हो जाये,होगा,होगी,होने पर,হলে,হইলে,হবে,ہو تو,ہوا تو,ہوئی تو,ہو جائے,ہوگا,ہوگی,ہو گا,ہو گی,ہونے پر,apabila,bila,kalo,semoga,olursa,olursak,ederse,edersek,umarim,insallah,في حال,سوف,ojala,tomara,надеюсь,inshallah,inshaallah,insha allah,in sha allah,insyaallah,insya allah,इंशाअल्लाह,इंशाल्लाह,ইনশাআল্লাহ,ইনশাল্লাহ,ان شاء الله,ان شاء اللہ,انشاءاللہ,انشااللہ,انشاء الله';
const OTHERS = {
  maybe: `${SUPPOSED},immer,toujours,sempre,всегда,selalu,her zaman,luon,हमेशा,সবসময়,ہمیشہ,دائما,can,could,should,shall,might,must,dont,don t,do not,didn t,won t,can t,not,no,nobody,without,unless,until,in case,avoid,stop after,use,recover,recovery,guarantee,guaranteed,let,want,expect,ready,waiting,moved,move,moving,why,what,agar,yadi,nahi,nahin,mat,almost,nearly,close to,cancel,कैंसल,कैंसिल,ক্যান্সেল,کینسل,cancelled,canceled,skip,skipped,void,invalid,not triggered,before entering,before entry,nunca,no pierdas,sin,siempre,manana,usar,nao,sem,amanha,caso,nicht,kein,keine,demain,jamais,pas,sans,quase,casi,por poco,presque,beinahe,не,без,нет,никогда,будет,ise,yok,degil,asla,yarin,jangan,tidak,tanpa,besok,akan,khi,khong,dung,ngay mai,se thang,नहीं,मत,जब,না,নয়,نہیں,مت,جب,لا,بدون,غدا,لن,لم,почти,чуть не,neredeyse,az kalsin,hampir,nyaris,suyt,लगभग,प्राय,প্রায়,تقریبا,تقريبا,كاد,belum,bukan,chua,henuz,ещё не,пока,হয়নি,হয় নি,হয় নাই,হইনি,নাই,নেই,ليس,ليست,ما,غير,todavia,aun no,ainda,ningun,ninguna,nenhum,nenhuma,cancelado,cancelada,anulado,anulada,abgebrochen,storniert,annule,annullato,отмена,отменен,отменена,отменили,iptal,batal,dibatalkan,huy lenh,रद्द,বাতিল,منسوخ,ملغاة,ملغي,الغاء,olmak,olmamak,olabilir,olacak`,
  past: 'yesterday,ayer,ontem,hier,вчера,dun,kemarin,hom qua,कल,কাল,کل,امس,gestern,ieri,last night,গতকাল',
  sum: 'ty le thang,जीत दर,জয়ের হার,taxa de acerto,tasa de acierto,taux de reussite,trefferquote,akurasi,basari orani,نسبة نجاح,نسبة النجاح,проходимость,total,totals,results,score,scoreboard,summary,result of,results of,results for,report,session report,overall,accuracy,win rate,winrate,hit rate,success rate,winning rate,probability,record,statistics,stats,weekly,monthly,daily,today s,of the day,recap,overview,performance,placar,marcador,resumo,resumen,assertividade,resultados,resultado do dia,resultado final,balanco,итого,итоги,отчет,статистика,результаты,ozet,sonuclar,gunluk,ringkasan,hasil hari ini,rekap,laporan,tong ket,ket qua ngay,सारांश,परिणाम आज,कुल,সারাংশ,মোট,فلاصہ,خلاصہ,کل نتائج,ملخص,النتائج,المجموع,الحصيلة',
  gale: 'rattrapage,rattrapages,rattrape,rattrapee,ڈبل,ডাবল,डबल,komp,مارتينجيل,মার্টিঙ্গেলে,মার্টিঙ্গেলেও,মার্টিংগেলে,মার্টিংগেলেও,mtg me,gale,gales,after one loss,after a loss,martingale,martingales,martingala,martingalas,mtg,mg,mtng,martin,protecao,protecoes,protection,proteccion,g,догон,догона,догоне,догону,догонах,догоном,догонов,догоны,догонами,мартингейл,мартингейла,перекрытие,перекрытии,перекрытия,перекрытием,перекрытий,doublage,martingal,katlama,katlamada,compensation,kompensasi,kompen,double,doubled,doubling,re entry,reentry,double up,doubled up,double stake,doubled stake,मार्टिंगेल,मार्टिनगेल,মার্টিঙ্গেল,মার্টিংগেল,مارٹنگیل,مارتينجال,المارتينجال,مضاعفة,المضاعفة,gap thep,gap thep lan,gap,nhan doi,retry,retries,rescue,doblaje,doblajes,dobrada,recompra,reentrada,re entrada,reingreso,перекрываемся,перекрылись,перекрылся,перекроемся,перекрываем,перезаход,перезахода,перезаходе,перезаходом,dobra,refuerzo,repique,cobertura,nachkauf,nachgekauft,averaging,averaged,усреднение,усреднения,усреднением,усреднили,hedge,hedged,hedging,raddoppio,raddoppi,raddoppiamo,cover,insurance,backup,backup trade',
  direct:
    'direct,direct win,সিউরশট,शुरशॉट,прямые,прямых,directas,directos,directo,direto,diretas,diretos,de primera,sure shot,sureshot,sg,sem gale,sem martingale,sin gale,sin martingala,no gale,no martingale,no mtg,without gale,without martingale,without mtg,non mtg,de primeira,na primeira,a la primera,без догона,без догонов,без мартингейла,без перекрытия,katlamasiz,сразу,с первого раза,tanpa martingale,সরাসরি,ডাইরেক্ট,सीधा,डायरेक्ट,ڈائریکٹ,براہ راست,مباشرة,مباشر,truc tiep,direkt,khong gap,non martingale,pertama,directa,directo,direto,diretta,langsung',
  attempt:
    'entry,entries,shot,time,entree,einstieg,candle,vela,свеча,свечи,свече,entrada,вход,входа,входе,заход,захода,раза,giris,giriste,एंट्री,बार,এন্ট্রি,এন্ট্রিতে,বার,انٹری,بار,الدخول,دخول',
  try: 'attempt,attempts,try,tries,essai,essais,tentativa,intento,tentative,попытка,попытки,попытке,попыткой,deneme,denemede,percobaan,lan,versuch,tentativo,प्रयास,कोशिश,কোশিশ,চেষ্টা,চেষ্টায়,کوشش,محاولة,المحاولة',
  step: 'step,steps,level,ur,колено,колена,шаг,adim,kademe,langkah,buoc,स्टेप,কদম',
  target:
    'تارگت,tp,t p,take profit,टारगेट,लक्ष्य,টার্গেট,ٹارگٹ,target,targets,tgt,take,цель,тейк,alvo,objetivo,hedef,muc tieu,الهدف,هدف,الأهداف,اهداف,ziel,kursziel,objectif,obiettivo,익절,止盈',
  stop: 'استاپ,حد ضرر,sl,s l,स्टॉप,स्टॉपलॉस,स्टॉप लॉस,স্টপ লস,سٹاپ لاس,stop loss,stoploss,stop target,stop,stops,stopped,stopped out,стоп,стоп лосс,parada,zarar kes,손절,止损,الستوب,ستوب,وقف الخسارة,وقف خسارة,الوقف,ستوب لوس',
  hit: 'خورد,فعال شد,पूरा,toco,tocou,ausgelost,dinh,quet,hit,hits,bateu,bateram,pegou,हिट,आ गया,लग गया,হিট,ہٹ,reached,done,achieved,smashed,booked,completed,complete,secured,touched,filled,triggered,out,alcanzado,tocado,tocada,alcancado,atingido,batido,сработал,взят,достигнут,достигнута,выбит,alindi,ulasildi,geldi,goruldu,tercapai,kena,dat,cham,तक पहुंचा,تحقق,ضرب,erreicht,getroffen,atteint,touche,raggiunto,colpito,완료,达到,تحقيق',
  breakeven: 'be,b e',
  filler:
    'to win,zum,raus,সহ,los,os,con emocion,com emocao,cung,lai,ca,درصد,alla,al,au,beim,im,wib,wita,utc,gmt,ist,brt,brasilia,est,edt,msk,мск,pkt,cet,cest,maalesef,malheureusement,leider,lamentablemente,desafortunadamente,infelizmente,purtroppo,к сожалению,увы,sayangnya,rat tiec,tiec qua,दुर्भाग्य से,দুর্ভাগ্যবশত,بدقسمتی سے,للأسف,resultat,ergebnis,risultato,тоже,cloture,cloturee,a,geschlossen,profit,profits,pnl,roi,gain,trade,trades,signal,signals,result,outcome,status,closed,close,ended,finished,the,a,an,of,in,at,on,for,with,and,to,by,is,was,it,we,our,this,that,final,sure,sure shot,after,before,clean,boom,nice,great,good,perfect,easy,big,super,yes,wow,bingo,congrats,congratulations,another,money,otc,pips,pip,points,usd,min,mins,minute,minutes,m,s,sec,seconds,h,hour,again,manually,early,sadly,sorry,unfortunately,amount,percent,all,full,call,option,now,expiry,asset,pair,vip,live,first,second,price,timeframe,x,bhai,bhaiyo,dosto,hai,aaj,ka,ki,ke,ho gaya,ho gya,book,karo,pakka,book karo,exit,took,got,flat,pts,pt,r,senal,operacion,resultado,ganancia,la,el,en,con,de,do,da,na,em,com,sinal,operacao,lucro,e,o,y,para,por,minuto,minutos,сделка,сигнал,результат,закрыта,закрыт,закрылась,закрылся,закрыли,в,во,со,из,на,с,по,прибыль,мин,минута,минут,sinyal,islem,sonuc,ile,kar,dakika,dk,tebrikler,बधाई,बधाई हो,hasil,menit,di,dengan,lenh,ket qua,tin hieu,phut,voi,परिणाम,सिग्नल,मिनट,में,पर,रिजल्ट,है,हुई,हुआ,ফলাফল,সিগন্যাল,মিনিট,এ,نتیجہ,سگنل,منٹ,میں,پر,نتيجة,الصفقة,صفقة,إشارة,دقيقة,دقائق,في,مع,مبروك,تم,الحمد لله,لله,الحمد,ما شاء الله,ماشاء الله,ماشاءالله,ماشاءاللہ,ما شاء اللہ,mashallah,masha allah,قدر الله,وما شاء فعل,সহ,منافع,فائدہ,نفع,ہو گیا,ہو گئی,ہوا,ہوئی,ہے,الحمدللہ,लाभ,मुनाफा,मुनाफ़ा,फायदा,हो गया,हो गई,मिला,मिली,মুনাফা,লাভ,হয়েছে,হলো,হইছে,গেছে,আলহামদুলিল্লাহ,alhamdulillah,lagi,kita,syukur,tetap sabar,semangat,sabar,ya,munafa,fayda,deu,tomamos,tomou,raus,ㅠ,ㅠㅠ,ㅠㅠㅠ,ㅋㅋ,ㅎㅎ,cerramos,cerrada,cerrado,encerramos,fechamos,paramos,профит,закрыли,закрылись,operazione,segnale,scadenza,punkte,mitgenommen,der,die,das,mit,sampai,jam,max,นาที,진입,收米,galera,забрали,punti,puntos,pontos,gaes,guys,dulu,sureshot,الربح,badhai,badhai ho,badhaai,badhaai ho,mubarak,mubarak ho,sabko,sab ko,sabar karein,sabar karo,stay calm,поздравляю,поздравляем,поздравления,всех,अभिनंदन,सबको,मुबारक,मुबारक हो,অভিনন্দন,সবাইকে,শুভেচ্ছা,مبارک,مبارک ہو,felicidades,felicitaciones,enhorabuena,parabens,felicitations,bravo,gluckwunsch,herzlichen gluckwunsch,complimenti,selamat,chuc mung,تهانينا,الف مبروك,no worries,no problem,it happens,seguimos,tranquilos,calma,sin problema,sem problema,on reste calme,on reste calmes,pas grave,ce n est pas grave,kein problem,бывает,ничего страшного,hayirli olsun,telafi edecegiz,sorun degil,tidak apa apa,gpp,anh em,anh em oi,binh tinh,khong sao,koi baat nahi,koi baat nahin,कोई बात नहीं,কোনো সমস্যা নেই,کوئی بات نہیں,صبر,صبر کریں,لا مشكلة',
};
const ORDINALS: Readonly<Record<'1' | '2' | '3', string>> = {
  1: 'first,1st,na primeira,de primeira,a la primera,primeiro,primeira,primer,primero,primera,premier,первый,первая,первого,первой,первую,первом,ilk,birinci,pertama,dau tien,पहला,पहली,पहले,প্রথম,پہلا,پہلی,اولى,الاولى,الأولى,الأول,اول',
  2: 'ii,second,2nd,segundo,segunda,secondo,seconda,deuxieme,zweite,zweiten,zweiter,второй,вторая,второго,вторую,втором,вторым,ikinci,ikincide,kedua,ke 2,thu hai,thu 2,दूसरा,दूसरी,दूसरे,দ্বিতীয়,دوسرا,دوسری,ثانية,الثانية,الثاني,ثاني',
  3: 'iii,third,3rd,terceiro,terceira,tercer,tercero,tercera,terzo,terza,troisieme,dritte,dritten,dritter,третий,третья,третьего,третьей,третью,третьем,ucuncu,ucuncude,ketiga,ke 3,thu ba,thu 3,तीसरा,तीसरी,तीसरे,তৃতীয়,تیسرا,ثالثة,الثالثة,الثالث,ثالث',
};
const CARDINALS: typeof ORDINALS = {
  1: 'one,um,uno,один,одним,с одним,bir,satu,mot,एक,এক,ایک,واحدة',
  2: 'two,dois,duas,dos,двух,два,двумя,iki,dua,hai,दो,দুই,دو',
  3: 'three,tres,три,тремя,uc,tiga,ba,तीन,তিন,تین',
};
/** Words of a table's cells that mean something else in a sentence. */
const NO_SIDES = new Set(['c', 'p', 'su', 'bas', 'tang', 'giu']);
const WORDS = new Map<string, WordClass>([
  ...wordList<WordClass>(OTHERS),
  ...[...wordList(DIRECTION_WORDS)].flatMap(([word, side]) =>
    NO_SIDES.has(word) ? [] : [[word, side === 'CALL' ? 'call' : 'put'] as const],
  ),
  ...wordList<WordClass>(RESULTS),
  ...wordList<WordClass>({ gale: OTHERS.gale, direct: OTHERS.direct }),
]);
const OUTCOME_WORDS = wordList<TradeOutcome>(RESULTS);
const NUMBER_WORDS = new Map(
  [ORDINALS, CARDINALS].flatMap((list) =>
    [...wordList(list)].map(([word, number]) => {
      return [word, { number: Number(number), isOrdinal: list === ORDINALS }] as const;
    }),
  ),
);
const LONGEST_PHRASE = 4;
/** The first words of phrases. */
const STARTS = new Set(
  [...WORDS.keys(), ...NUMBER_WORDS.keys()].flatMap((phrase) =>
    phrase.includes(' ') ? phrase.split(' ', 1) : [],
  ),
);

export interface ClassedWord {
  readonly kind: WordClass | undefined;
  readonly number: number | undefined;
  readonly isOrdinal: boolean;
  /** It is written in digits. */
  readonly isDigit?: boolean;
}

/** The outcome that a word, or a letter for it, says. */
export function outcomeOfWord(word: string): TradeOutcome | undefined {
  return word === 'w' ? 'won' : word === 'l' ? 'lost' : OUTCOME_WORDS.get(word);
}

/** The outcomes that words say, each once. */
export function outcomesIn(text: string): readonly TradeOutcome[] {
  return [...outcomesOf(classesOf(text))];
}

export function outcomesOf(words: readonly ClassedWord[]): ReadonlySet<TradeOutcome> {
  return new Set(
    words.flatMap(({ kind }) => (kind === 'won' || kind === 'lost' || kind === 'tied' ? [kind] : [])),
  );
}

const SUPPOSES = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${[...wordList({ maybe: SUPPOSED }).keys()].join('|')})(?![\\p{L}\\p{M}])`,
  'u',
);

/** Whether a text speaks of what may be or is to come, such as "if", "when" and "next". */
export function supposes(text: string): boolean {
  return SUPPOSES.test(plainWords(text.replace(/['’`]/g, ' ')));
}

/** The words of a text that say no outcome. */
export function withoutOutcomes(text: string): string {
  const words = plainWords(text).split(' ');
  return words.filter((word) => !OUTCOME_WORDS.has(word)).join(' ');
}

/** Whether a text says that an order was never filled, so that there was no trade. */
export const UNFILLED =
  /(?<!\p{L})(?:(?:not|never|n['’]t) (?:been |get |got )?(?:triggered|filled|activated|executed|reached entry)|unfilled|entry (?:was )?(?:not|never) (?:hit|reached|touched)|no se (?:activó|ejecutó)|n[ãa]o (?:pegou (?:a )?entrada|(?:foi )?(?:ativ|execut)(?:ou|ada|ado))|не (?:сработал[ао]? (?:лимит|ордер)|активирован\p{L}*|исполнен\p{L}*|открыл\p{L}*)|nicht (?:ausgelöst|ausgeführt|aktiviert)|pas (?:déclenché|exécuté|activé)e?|tidak (?:terpicu|tersentuh|aktif)|tetiklenmedi|không khớp)(?!\p{L})/iu;

const MENDS =
  'corrections?|corrected|mistake|sorry|actually|wrong|edit(?:ed)?|corre[cç][cç]?[ií][oó]n|corre[cç][aã]o|erro|ошиб\\p{L}*|исправл\\p{L}*|düzeltme|koreksi|ralat|sửa|सुधार|সংশোধন|تصحيح|درستی';
export const OF_LAST =
  'last|prev(?:ious)?|above|anterior|[úu]ltim[ao]|прошл\\p{L}*|önceki|sebelumnya|trước|पिछल\\p{L}*|আগের|السابقة|پچھلا';
/** A message that takes back what an earlier one said. */
export const CORRECTION = new RegExp(`(?<![\\p{L}\\p{M}])(?:${OF_LAST}|${MENDS})(?![\\p{L}\\p{M}])`, 'iu');
/** One that stands beside a signal in the place of another. */
export const MENDED = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${MENDS}|ooo?ps|ops|updated?|perd[oó]n|disculp\\p{L}*|desculp\\p{L}*|извин\\p{L}*|maaf|pardon|özür|yanlış|salah|nhầm|गलत|माफ|ভুল|غلط|خطأ|عذر\\p{L}*)(?![\\p{L}\\p{M}])`,
  'iu',
);

/** What makes a number an ordinal in `2ª`, `1er`, `2da`, `2-й` and `第2次`. */
const ORDINAL =
  /(?<=(?<![\p{L}\d.,:])\d{1,2})(?:-?(?:й|я|го|ой|ю)|[ºª°]|[oae]|d[ao]|r[ao]|er|t[ao])(?![\p{L}\p{M}])|(?<=第[1-6]) ?[次单單手把]?/giu;

/** `WIIIN`, `Losss`: a word as its list has it, which repeats none of its letters so often. */
function drawnOut(token: string): string {
  const words = ['$1$1', '$1'].map((letters) => token.replace(/(\p{L})\1{2,}/gu, letters));
  return words.find((word) => word.length > 2 && word !== token && WORDS.has(word)) ?? token;
}

/** The words of a clause, the longest phrases first. */
export function classesOf(text: string): readonly ClassedWord[] {
  // `MTG1` and `G-1` are a word and a number; `don't` is one word.
  const plain = plainWords(
    text
      .replace(/['’`]/g, ' ')
      .replace(/第([一二三])/g, (_all, digit: string) => `第${'一二三'.indexOf(digit) + 1}`)
      .replace(ORDINAL, 'th ')
      .replace(/第/g, ' '),
  ).replace(/(?<=[\p{L}\p{M}])(?=\d)|(?<=\d)(?=(?!st|nd|rd|th|ম|য়|র্থ)[\p{L}])/gu, ' ');
  const tokens = plain === '' ? [] : plain.split(' ').map(drawnOut);
  const classed: ClassedWord[] = [];
  for (let at = 0; at < tokens.length; ) {
    let length = STARTS.has(tokens[at] as string) ? Math.min(LONGEST_PHRASE, tokens.length - at) : 1;
    let phrase = '';
    for (; length > 0; length -= 1) {
      phrase = tokens.slice(at, at + length).join(' ');
      if (WORDS.has(phrase) || NUMBER_WORDS.has(phrase)) break;
    }
    if (length === 0) {
      const number = /^(\d{1,6})(st|nd|rd|th|م|ম|য়|র্থ)?$/u.exec(tokens[at] as string);
      classed.push({
        kind: number === null ? undefined : 'filler',
        number: number === null ? undefined : Number(number[1]),
        isOrdinal: number?.[2] !== undefined,
        isDigit: number !== null,
      });
      at += 1;
      continue;
    }
    const { number, isOrdinal = false } = NUMBER_WORDS.get(phrase) ?? {};
    classed.push({ kind: WORDS.get(phrase) ?? 'filler', number, isOrdinal });
    at += length;
  }
  return classed;
}
