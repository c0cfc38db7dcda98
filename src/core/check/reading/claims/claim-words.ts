/** What a claim consists of: its words by what they count, its numbers, scores, rates, dates, and what divides it. */
import type { TradeOutcome } from '../../trade.ts';
import { classesOf, MARKS, outcomeOfWord } from '../words/chat-words.ts';
import { pairIn } from '../words/pairs.ts';
import { PERIOD } from '../words/periods.ts';
import { unitOfName } from '../words/trade-words.ts';
import { plainWords, remembering, wordList } from '../words/words.ts';

type WordKind = keyof typeof LISTS | 'unknown';
/** A word, a number, a mark or a break of a claim, with the line in which it stands. */
export type Token = { readonly text: string; readonly line: number } & (
  | { readonly kind: WordKind | 'date' | 'comma' | 'sentence' | 'line' }
  | { readonly kind: 'number'; readonly value: number }
  /** A range of percentages is its highest, and its `least`. */
  | {
      readonly kind: 'percent';
      readonly value: number;
      readonly digits: number;
      readonly least?: number | undefined;
    }
  | { readonly kind: 'score'; readonly parts: readonly number[]; readonly sign: string }
);

/** Words of results that are counted, beside those that a sentence says of one trade. */
const LISTS = {
  // A denial, a condition, a question: it may tell, or not.
  doubt:
    'w o,backtest,backtests,backtested,backtesting,simulated,simulation,hypothetical,outlier,outliers,before spread,before spreads,before commission,before fees,gross of fees,before costs,бэктест,simulado,simulada,simuliert,simulasi,симуляция',
  name: 'w l,w l d,w l t,win loss,wins losses,won lost',
  won: 'direct win,direct wins,victoires,勝,胜,correct,profitable,worked,right,tuttu,tutan,vincenti,সঠিক,صحیح,target hit,targets hit,profit trades,profitable trades,winners,tp hits,target hits,reached tp,reached target,ganhos,gewinner,vinti,vinte,зашли,सही,hit,hits,hit tp,tp hit,hit target,hit targets,acerto,acertos,acierto,aciertos,winnings,greens,victories,sieg,siege,profits,gain,gains,winning trades,winning signals,ganhas,gagnants,gagnant,gagnantes,gewonnene,gewonnenen,gagnes,gagnees,plus,जीती,जीतीं,জিত,জয়ী,جیتی,جیتیں,جیتے,رابحه',
  lost: 'perte,pertes,went against,went wrong,defaites,敗,败,负,負,wrong,incorrect,unprofitable,yatti,yatan,perdenti,गलत,ভুল,غلط,loss trades,losers,perdidos,verlierer,persi,perse,miss,misses,missed,hit sl,sl hit,sl hits,stop hits,reached sl,hit stop,stop hit,stop outs,stop out,stopouts,stopped out,erro,erros,errores,fallos,defeats,reds,stops,losing trades,losing signals,niederlagen,niederlage,perdants,perdant,perdantes,verlorene,verlorenen,perdus,perdas,हारी,हारीं,হারা,ہاری,ہاریں,ہارے',
  tied: 'pari,nul,nuls,nulles,무,void,voids,voided,push,pushes,nulas,anuladas,broke even,scratch,scratches,scratched,break evens,breakevens,draws,ties,b e,refunds,empates,ничья,ничьи,ничьих,возврата,возвратов',
  of: '中,of,out of,of the,out of the,from,over,among,de,de las,de los,de cada,das,dos,из,от,dari,trong,tren,tren tong so,von,sur,su,di,me se,mein se,mese,में से,मे से,এর মধ্যে,টির মধ্যে,টার মধ্যে,মধ্যে,میں سے,من,من اصل,من بين',
  // Trades that have not ended.
  open: 'still,open,still open,in drawdown,still in drawdown,floating,still floating,underwater,being held,still held,hedged,not closed,not closed yet,unclosed,in the red,still in the red,still running,currently running,pending,still pending,unresolved,active,offen,noch offen,abierta,abiertas,abiertos,pendientes,aberta,abertas,abertos,pendentes,en cours,открыто,открыты,в работе,acik,acikta,masih berjalan,masih terbuka,dang mo,dang chay',
  // What is counted.
  noun: '单,單,注,战,戦,戰,場,场,kuponow,kupony,signals sent,sent signals,signals given,trades taken',
  // What stands behind is a part of what stands before, or no part of what is counted.
  within:
    'including,incl,includes,inclusive of,of which,of them,of these,davon,darunter,inklusive,inkl,incluyendo,incluidos,incluidas,de ellas,de ellos,incluindo,incluidos,delas,deles,dont,включая,из них,в том числе,dahil,termasuk,bao gom,جن میں,منها,منهم',
  except:
    'excluded,left out,removed,ignored,excluidas,excluidos,excluidas,do not count,don t count,nao contamos,no contamos,не считаем,excluding,excl,except,except for,not counting,not counted,without counting,not included,not including,ausser,nicht gezahlt,nicht mitgezahlt,ohne,excluyendo,sin contar,sin incluir,excluindo,sem contar,sem incluir,hors,sauf,не считая,не считаются,без учета,исключая,haric,sayilmayan,tidak termasuk,tidak dihitung,khong tinh,غير محسوبة',
  // All of a number that stands behind it.
  every:
    'all,all of the,all our,todas,todas las,todas as,todos,todos los,todos os,все,semua,सभी,সব,সবগুলো,تمام,tum,tat ca,alle,toutes les',
  rate: 'basari,erfolg,exito,reussite,sucesso,успеха,sukses,thanh cong,सफलता,সাফল্য,نجاح,胜率,勝率,命中率,승률,percent profitable,win rate,winrate,wr,accuracy,hit rate,hitrate,success rate,winning rate,win ratio,win percentage,strike rate,precision,effectiveness,taxa de acerto,taxa de acertos,taxa de vitoria,assertividade,acuracia,tasa de acierto,tasa de aciertos,tasa de exito,efectividad,taux de reussite,trefferquote,akurasi,tingkat kemenangan,win rate nya,basari orani,kazanma orani,isabet orani,проходимость,точность,винрейт,процент побед,процент прибыльных,ty le thang,ty le win,ti le thang,ti le win,जीत दर,जीत की दर,जीतने की दर,सटीकता,विन रेट,জয়ের হার,উইন রেট,সাফল্যের হার,নির্ভুলতা,جیت کی شرح,کامیابی کی شرح,شرح کامیابی,ون ریٹ,نسبة نجاح,نسبة النجاح,نسبة الفوز,نسبة الربح,معدل النجاح,دقة',
  'loss-rate':
    'loss rate,lossrate,losing rate,loss ratio,loss percentage,failure rate,taxa de perda,taxa de erro,tasa de perdida,tasa de fallos,verlustquote,taux de perte,процент поражений,процент убыточных,tingkat kekalahan,kaybetme orani',
  total:
    'total,totals,in total,altogether,sum,grand total,total geral,geral,en total,em total,итого,всего,общий,общая,toplam,toplamda,jumlah,keseluruhan,tong,tong cong,tong ket,कुल,মোট,سب ملا کر,کل,المجموع,الاجمالي,gesamt,insgesamt',
  // A total of all trades so far.
  running:
    'so far,until now,up to now,to date,ytd,mtd,year to date,month to date,season record,season to date,record to date,on the season,for the season,this season,running,running record,running total,cumulative,overall,all time,lifetime,career,since,hasta ahora,hasta hoy,desde,acumulado,acumulada,ate agora,desde o inicio,на данный момент,с начала,bisher,seit,jusqu ici,depuis,cumul,simdiye kadar,sejauh ini,sejak,den nay,अब तक,এখন পর্যন্ত,اب تک,حتى الان,منذ',
  // What tells that nothing has happened yet.
  promise:
    'will,ll,gonna,going to,target,targets,goal,goals,aim,aiming,objective,expect,expected,expecting,promise,promised,guarantee,guaranteed,guarantees,plan,planned,hope,tomorrow,you win,you make,you get,you can,you could,your next,next week,next month,could,would,should,can,may win,might,if,imagine,objetivo,meta,ganaras,vas a,vas a ganar,ganaremos,vamos a ganar,garantizado,garantizamos,garantizada,amanha,voce vai,vai ganhar,vamos ganhar,garantido,garantimos,garantia,prometo,prometemos,si entras,будет,будете,будем,завтра,цель,план,гарантия,гарантируем,гарантировано,обещаем,обещаю,если,сможете,заработаете,выиграете,hedef,hedefimiz,kazanacaksiniz,kazanacaksin,kazanacagiz,kazanirsin,kazanirsiniz,garanti,garantili,yarin,eger,akan,besok,jaminan,dijamin,bakal,muc tieu,se thang,ngay mai,dam bao,cam ket,लक्ष्य,गारंटी,जीतोगे,जीतेंगे,जीतेंगी,होंगे,होगा,होगी,लक्ष,হবে,জিতবে,জিতবেন,জিতবো,গ্যারান্টি,লক্ষ্য,আগামীকাল,ہوگا,ہوں گے,جیتیں گے,جیتو گے,گارنٹی,ضمانت,ہدف,سوف,ستربح,ستفوز,سنربح,هدف,هدفنا,الهدف,نضمن,مضمون,مضمونة,غدا,إذا',
  hedge:
    'win loss ratio,win to loss ratio,w l ratio,under,less than,more than,fewer than,at least,about,around,approximately,approx,roughly,nearly,almost,up to,probability,chance,chances,likelihood,confidence,probabilidad,probabilidade,wahrscheinlichkeit,вероятность,peluang,olasilik,xac suat,संभावना,সম্ভাবনা,امکان,احتمال,upwards of,north of,close to,per,each,every,daily,a day,average,on average,avg,mas de,menos de,al menos,casi,unas,unos,cerca de,alrededor de,por dia,al dia,cada,promedio,mais de,pelo menos,quase,ao dia,por dia,media,более,менее,больше,меньше,около,примерно,почти,в день,каждый,каждые,в среднем,минимум,lebih dari,kurang dari,sekitar,hampir,per hari,setiap,rata rata,minimal,fazla,daha fazla,en az,yaklasik,neredeyse,gunde,ortalama,hon,khoang,moi,gan,it nhat,trung binh,से ज्यादा,से अधिक,से कम,करीब,लगभग,रोज,रोजाना,हर,औसत,কমপক্ষে,এর বেশি,প্রায়,প্রতি,প্রতিদিন,গড়ে,سے زیادہ,سے کم,تقریبا,ہر,روزانہ,اوسط,اكثر من,اقل من,حوالي,تقريبا,كل,يوميا,كل يوم,متوسط',
  // A number may stand behind it.
  period:
    'يناير,فبراير,مارس,ابريل,مايو,يونيو,يوليو,اغسطس,سبتمبر,اكتوبر,نوفمبر,ديسمبر,जनवरी,फरवरी,मार्च,अप्रैल,मई,जून,जुलाई,अगस्त,सितंबर,अक्टूबर,नवंबर,दिसंबर,জানুয়ারি,ফেব্রুয়ারি,মার্চ,এপ্রিল,মে,জুন,জুলাই,আগস্ট,সেপ্টেম্বর,অক্টোবর,নভেম্বর,ডিসেম্বর,جنوری,فروری,مارچ,اپریل,مئی,جون,جولائی,اگست,ستمبر,اکتوبر,نومبر,دسمبر,season,h1,h2,quarter,trimestre,semestre,quartal,halbjahr,sesion,sesiones,sessao,sessoes,sessione,сессия,sesi,seans,phien,jornada',
  when: '周一,周二,周三,周四,周五,周六,周日,星期一,星期二,星期三,星期四,星期五,星期六,星期日,lunedi,mercoledi,giovedi,venerdi,sabato,domenica,seg,ter,qua,qui,sex,sab,dom,lun,mie,jue,vie,пн,вт,ср,чт,пт,сб,вс,today,yesterday,this morning,last night,tonight,weekend,morning,noon,afternoon,evening,night,london,new york,ny,nyc,tokyo,asia,asian,sydney,frankfurt,us session,hoy,ayer,tarde,noche,por la manana,de la manana,sesion manana,sesion de la manana,hoje,ontem,manha,noite,сегодня,вчера,утро,утром,вечер,вечером,день,днем,ночь,ночью,bugun,dun,sabah,aksam,ogle,gece,hari ini,kemarin,pagi,siang,sore,malam,hom nay,hom qua,thu hai,thu ba,thu tu,thu nam,thu sau,thu bay,chu nhat,sang,chieu,toi,gestern,heute,आज,कल,सुबह,दोपहर,शाम,रात,आजका,सोमवार,मंगलवार,बुधवार,गुरुवार,शुक्रवार,शनिवार,रविवार,আজ,গতকাল,কাল,সকাল,দুপুর,বিকাল,রাত,সোমবার,মঙ্গলবার,বুধবার,বৃহস্পতিবার,শুক্রবার,শনিবার,রবিবার,آج,گزشتہ کل,صبح,دوپہر,شام,رات,پیر,منگل,بدھ,جمعرات,جمعہ,اتوار,اليوم,امس,صباحا,مساء,الاثنين,الثلاثاء,الاربعاء,الخميس,الجمعة,السبت,الاحد',
  span: 'week,weekly,this week,last week,month,monthly,this month,last month,year,yearly,this year,semana,semanal,esta semana,mes,mensual,mensal,mes passado,неделя,неделю,неделе,месяц,год,hafta,bu hafta,haftalik,ay,bu ay,aylik,minggu,minggu ini,bulan,bulan ini,tuan,tuan nay,thang nay,thang truoc,हफ्ते,सप्ताह,महीने,महीना,সপ্তাহ,সপ্তাহে,মাস,মাসে,ہفتہ,ہفتے,مہینہ,مہینے,الاسبوع,اسبوع,الشهر,شهر,woche,monat',
  // A number in a word.
  spelled:
    'two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety,hundred,dozen,dois,duas,tres,quatro,cinco,seis,sete,oito,nove,dez,onze,doze,trinta,quarenta,cinquenta,sessenta,setenta,oitenta,noventa,cem,cuatro,siete,ocho,nueve,diez,doce,trece,catorce,quince,veinte,treinta,cuarenta,cincuenta,sesenta,ochenta,cien,dua,tiga,empat,lima,enam,tujuh,delapan,sembilan,sepuluh,sebelas,belas,puluh,ratus,seratus,два,две,три,четыре,пять,шесть,семь,восемь,девять,десять,одиннадцать,двенадцать,пятнадцать,двадцать,тридцать,сорок,пятьдесят,шестьдесят,семьдесят,восемьдесят,девяносто,сто,zwei,drei,vier,funf,sechs,sieben,acht,neun,zehn,zwolf,zwanzig,dreissig,vierzig,funfzig,hundert,deux,trois,quatre,cinq,huit,neuf,dix,douze,vingt,trente,quarante,cinquante,soixante,iki,uc,dort,bes,yedi,sekiz,dokuz,otuz,kirk,elli,yuz,तीन,चार,पांच,छह,सात,आठ,ग्यारह,बारह,बीस,तीस,चालीस,पैंतालीस,पचास,नब्बे,सौ,তিন,চার,পাঁচ,ছয়,সাত,আট,দশ,এগারো,বারো,বিশ,ত্রিশ,চল্লিশ,পঁয়তাল্লিশ,পঞ্চাশ,নব্বই,একশ,تین,چار,پانچ,سات,آٹھ,گیارہ,بارہ,بیس,تیس,چالیس,پینتالیس,پچاس,نوے,ثلاث,ثلاثة,اربع,اربعة,خمس,خمسة,ستة,سبعة,ثمانية,تسعة,عشرة,عشرون,ثلاثون,اربعون,خمسون,hai muoi,ba muoi,bon muoi,nam muoi',
  known:
    'x the target,times the target,for,expected payoff,expected value,expected return,meta batida,meta do dia batida,meta cumplida,meta atingida,target reached,target achieved,goal reached,goal achieved,del,made,went,make,did,hicimos,logramos,llevamos,esta,este,essa,esse,nesta,neste,nailed,landed,have,had,has,got,only,just,us,so,results,were,are,with,gave,posted,hemos,fueron,han sido,fizemos,foram,tivemos,было,были,мы,нас,kami,sudah,biz,oldu,chung toi,da,हमने,हम,थे,रहे,আমরা,ছিল,ہم نے,ہم,تھے,رہے,حققنا,نحن,كانت,last,past,out,not a,no more than,times,mal,fois,veces,vezes,раз,раза,kez,kere,ats,هذا,هذه,в,и,на,но,а,только,лишь,und,et,ve,dan,va,و,और,का,की,के,को,ने,এবং,আর,ও,اور,کے,کی,diese,dieser,dieses,am,bei,nur,hanya,kali,sadece,yalnizca,chi,le,les,des,du,las,la,el,but,pero,aber,these,as,then,मात्र,केवल,सिर्फ,মাত্র,শুধু,صرف,فقط',
} satisfies Partial<Record<TradeOutcome, string>> & Record<string, string>;
const PHRASES = wordList<keyof typeof LISTS>(LISTS);
/** Words that bend, by their beginnings. */
const STEMS: readonly (readonly [WordKind, RegExp])[] = [
  ['tied', /^(?:empat|zwrot|rembours|rimbors|erstattet|возвра[щт])/u],
  [
    'won',
    /^(?:gewinne?n?$|побед|выигр|плюс|прибыльн|успешн|kazan(?!ac)|kazandir|trafion|wygran|ganad[ao]|acertad|vitori|victori|угад)/u,
  ],
  [
    'lost',
    /^(?:verlust|przegran|пораж|проигр|минус|убыточн|kayb(?!etm)|kayip|perded[oe]r|perdid[ao]|fallad|derrot|lossess?$)/u,
  ],
  [
    'noun',
    /^(?:trades?|signals?|bets?|picks?|predictions?|palpites?|ставок|ставки|tahmin[\p{L}]*|positions?|setups?|plays|wetten|tipps|scommesse|giocate|calls|tips|entries|sina(?:l|is)|senal(?:es)?|opera(?:c|t|z)i\p{L}+|operaco\p{L}+|entradas|ordens|ordenes|сдел\p{L}+|сигнал[\p{L}\p{M}]*|прогноз[\p{L}\p{M}]*|islem[\p{L}\p{M}]*|sinyal[\p{L}\p{M}]*|transaksi|posisi|lenh|ट्रेड[\p{L}\p{M}]*|सिग्नल[\p{L}\p{M}]*|ট্রেড[\p{L}\p{M}]*|সিগন্যাল[\p{L}\p{M}]*|ٹریڈ[\p{L}\p{M}]*|سگنل[\p{L}\p{M}]*|صفق[\p{L}\p{M}]*|اشار[\p{L}\p{M}]*)$/u,
  ],
  [
    'name',
    /^(?:scores?|scoreboard|placar|marcador|results?|resultados?|records?|tally|balance|balanco|счет|результат\p{L}*|итог|итоги|skor|スコア|hasil|sonuc\p{L}*|ket qua|परिणाम|रिजल्ट|ফলাফল|نتیجہ|النتيجة|نتيجة)$/u,
  ],
];
/** A percentage beside these is none of wins. */
const OTHER_RATE =
  /^(?:up|gr[eo]wn?|growth|profit|profits|payout|payouts|return|returns|gain|gains|roi|yield|drawdown|risk|lucro|retorno|ganancia|прибыл\p{L}*|выплат\p{L}*|доходност\p{L}*|kar|untung|loi nhuan|ربح)$/u;
/** Units of amounts, and of times, in the plural as well: numbers with them count no trades. */
const AMOUNT =
  /^(?:pips?|points?|pts|ticks?|u|r|units?|unidades|puntos|pontos|punti|punkt[en]*|puan|poin|diem|пункт[\p{L}\p{M}]*|пипс[\p{L}\p{M}]*|usd|usdt|dollars?|euros?|eur|gbp|inr|rs|brl|reais|rupees?|rupiah|руб[\p{L}\p{M}]*|долл[\p{L}\p{M}]*|lira|tl|k|lots?|st|nd|rd|th)$/u;
const TIME =
  /^(?:d|days?|weeks?|months?|years?|hours?|dias?|semanas?|meses|anos|horas?|дн[\p{L}\p{M}]*|недел[\p{L}\p{M}]*|месяц[\p{L}\p{M}]*|gun[\p{L}\p{M}]*|hafta[\p{L}\p{M}]*|ay|hari|minggu|bulan|ngay|tuan|दिन[\p{L}\p{M}]*|हफ्ते|महीने|দিন[\p{L}\p{M}]*|সপ্তাহ[\p{L}\p{M}]*|دن[\p{L}\p{M}]*|ہفتے|ايام|يوم[\p{L}\p{M}]*)$/u;

const NUMBER = '\\d{1,3}(?:[,. ]\\d{3})+(?![\\d.,])|\\d{1,3}(?: \\d{3})+[.,]\\d\\d(?!\\d)|\\d+(?:[.,]\\d+)*';
const PERCENT_WORD =
  '(?:[%٪]|percent|per cent|por ?ciento|por ?cento|процент\\p{L}*|persen|phần trăm|प्रतिशत|শতাংশ|فیصد|بالمئة|بالمائة|في المئة)';
const TOKEN = new RegExp(
  [
    '(?<line>\\n)',
    '(?<![\\d.]|\\d,)(?<date>\\d{4}[-./]\\d{1,2}[-./]\\d{1,2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|\\d{1,2}-\\d{1,2}-\\d{4}|(?:19|20)\\d\\d ?[-–] ?(?:19|20)\\d\\d|[0-3]\\d/0\\d|0\\d/\\d{1,2})(?![\\d])',
    `(?:(?<least>\\d{1,3}) ?%?(?: ?[-–~] ?| (?:to|a|à|bis|до) ))?(?:(?<sign>(?<![\\p{L}\\d])[+−-])?(?<rate>\\d{1,3}(?:[.,]\\d{1,3})?) ?${PERCENT_WORD}|(?:[%٪]|yüzde) ?(?<rateBehind>\\d{1,3}(?:[.,]\\d{1,3})?)(?![\\d.,]*\\d))`,
    '(?<moment>\\d{1,2}:\\d{2}:\\d{2}(?!\\d))',
    '(?<times>\\d+(?:[.,]\\d+)? ?(?:x|×|times|veces|vezes|раза?|kali|kat|lần|गुना|গুণ|گنا) (?:more|fewer|less|m[aá]s|mais|больше|меньше|lebih|daha|nhiều|ज्यादा|বেশি|زیادہ)(?![\\p{L}\\p{M}]))',
    `(?<money>#\\d+|(?<!\\d ?)w/(?=\\s)|\\p{Sc} ?(?:${NUMBER})|(?:${NUMBER}) ?\\p{Sc}|(?<![\\p{L}\\d)])[+−-](?:${NUMBER}))`,
    '(?<score>(?<![\\d.,:/×-]|\\dx)(?!0\\d)\\d{1,6}(?<mark>[-–—−:x×/]| [-–—−:x×/] )(?!0\\d)\\d{1,6}(?:\\k<mark>(?!0\\d)\\d{1,6})?(?![.,:/x×-]?\\d|[\\p{L}\\p{M}]))',
    '(?<clock>\\d{1,2}[:h]\\d{2}(?::\\d{2})?(?: ?[ap]\\.?m(?!\\p{L}))?)',
    `(?<number>${NUMBER})(?:['’]\\p{L}{1,5}(?!\\p{L})|-[а-я]{1,2}(?!\\p{L})|[\\u0980-\\u09ff]+)?`,
    '(?<word>(?<![\\p{L}\\p{M}\\d])(?:[^\\P{L}lw]/\\p{L}|w/o)(?![\\p{L}\\p{M}])|(?:q[1-4]|[hms]\\d{1,2})(?!\\d)|[\\p{L}\\p{M}]+)',
    `(?<outcome>[${[...MARKS.keys()].join('')}])`,
    '(?<sentence>[.!?;।۔؟…|]+(?=\\s|$))',
    '(?<comma>[,，،、(]|\\s[-–—/]\\s)',
  ].join('|'),
  'giu',
);
const LONGEST_PHRASE = 3;
/** Words whose accents tell them from others. */
const EXACT = new Map<string, WordKind>([
  ['tháng', 'period'],
  ['từ', 'of'],
  ['ăn', 'won'],
]);

/** The tokens of a text in their order, words by the longest phrases that are known. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const found = [...text.matchAll(TOKEN)].map(({ groups = {}, 0: all }) => ({ groups, all }));
  let line = 1;
  for (let at = 0; at < found.length; at += 1) {
    const { groups, all } = found[at] as (typeof found)[number];
    const of = { text: all, line };
    if (groups['word'] !== undefined) {
      const words = found.slice(at, at + LONGEST_PHRASE).map((one) => one.groups['word']);
      const end = words.indexOf(undefined);
      const { kind, length } = phraseOf(words.slice(0, end === -1 ? words.length : end) as string[]);
      const phrase = found.slice(at, at + length).map((one) => one.all);
      tokens.push({ ...of, text: phrase.join(' '), kind });
      at += length - 1;
    } else if (groups['line'] !== undefined) {
      tokens.push({ ...of, kind: 'line' });
      line += 1;
    } else tokens.push(tokenOf(of, groups));
  }
  return tokens;
}

function tokenOf(of: { text: string; line: number }, groups: Readonly<Record<string, string>>): Token {
  const { text } = of;
  const { rate = groups['rateBehind'], number, score, outcome } = groups;
  if (rate !== undefined) {
    if (groups['sign'] !== undefined) return { ...of, kind: 'known' };
    const digits = /[.,](\d+)$/.exec(rate)?.[1]?.length ?? 0;
    const least = groups['least'] === undefined ? undefined : Number(groups['least']);
    return { ...of, kind: 'percent', value: Number(rate.replace(',', '.')), digits, least };
  }
  if (score !== undefined) {
    const sign = (groups['mark'] as string).trim();
    return { ...of, kind: 'score', parts: (score.match(/\d+/g) ?? []).map(Number), sign };
  }
  if (number !== undefined) {
    const isWhole = /^(?:\d{1,3}(?:[,. ]\d{3})+|\d+)$/.test(number);
    return isWhole
      ? { ...of, kind: 'number', value: Number(number.replace(/\D/g, '')) }
      : { ...of, kind: 'known' };
  }
  if (outcome !== undefined) return { ...of, kind: MARKS.get(outcome) ?? 'known' };
  if (['date', 'moment', 'clock'].some((name) => groups[name] !== undefined)) return { ...of, kind: 'date' };
  if (groups['money'] !== undefined || groups['times'] !== undefined) return { ...of, kind: 'known' };
  return {
    ...of,
    kind: /[?؟]/.test(text) ? 'doubt' : groups['sentence'] === undefined ? 'comma' : 'sentence',
  };
}

function phraseOf(words: readonly string[]): { readonly kind: WordKind; readonly length: number } {
  // "Tháng", the month, is no "thắng", the win, and "từ" no "tu".
  const exact = EXACT.get(words[0]?.normalize('NFC').toLowerCase() ?? '');
  if (exact !== undefined) return { kind: exact, length: 1 };
  for (let length = words.length; length > 0; length -= 1) {
    const kind = kindOf(plainWords(words.slice(0, length).join(' ')), length === 1);
    if (kind !== undefined) return { kind, length };
  }
  return { kind: 'unknown', length: 1 };
}

const kindOf = (phrase: string, isOneWord: boolean): WordKind | undefined =>
  isOneWord ? kindOfWord(phrase) : kindOfPhrase(phrase);
const kindOfPhrase = remembering((phrase) => findKind(phrase, false));
const kindOfWord = remembering((word) => findKind(word, true));

function findKind(phrase: string, isOneWord: boolean): WordKind | undefined {
  // The Arabic "and" and "the" are written with the word behind them.
  const [joined = ''] = (isOneWord && /^(?:و|ال)(?=[\u0600-\u06ff]{3})/u.exec(phrase)) || [];
  const rest = joined === '' ? undefined : findKind(phrase.slice(joined.length), true);
  if (rest !== undefined) return rest;
  const known = PHRASES.get(phrase) ?? outcomeOfWord(phrase);
  if (known !== undefined) return known;
  const stem = isOneWord ? STEMS.find(([, pattern]) => pattern.test(phrase))?.[0] : undefined;
  if (stem !== undefined) return stem;
  if (isOneWord && (phrase.search(PERIOD) !== -1 || /^[hms]\d/.test(phrase))) return 'period';
  if (isOneWord && (isUnit(phrase) || isOtherRate(phrase) || pairIn(phrase.toUpperCase()) !== undefined))
    return 'known';
  const [word, other] = classesOf(phrase);
  if (word?.kind === undefined || other !== undefined) return undefined;
  return word.kind === 'maybe' ? 'doubt' : 'known';
}

/** Whether a word says of a percentage that it is none of wins. */
export const isOtherRate = (text: string): boolean => OTHER_RATE.test(plainWords(text));

/** Whether a word is a unit of an amount. */
export const isAmount = (text: string): boolean => AMOUNT.test(plainWords(text));

/** Whether a word is a unit, so that the number before it counts no trades. */
export const isUnit = (text: string): boolean =>
  isAmount(text) || TIME.test(plainWords(text)) || unitOfName(text) !== undefined;
