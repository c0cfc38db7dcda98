/** Tables of track records with a known truth, each made of choices that a seed draws one by one. */
import { uniformInt, uniformPick } from '../../src/core/random/random.ts';
import { seededRandom } from './seeded-random.ts';

export interface MadeTrade {
  readonly timeMs: number;
  readonly pair: string;
  readonly isCall: boolean;
  readonly outcome: 'won' | 'lost' | 'tied';
  readonly stake: number;
  readonly payout: number;
  /** Less the fee. */
  readonly profit: number;
  readonly fee: number;
  readonly entry: number;
  readonly seconds: number;
}

export interface MadeTable {
  readonly text: string;
  readonly trades: readonly MadeTrade[];
  /** What of the trades the table says. */
  readonly says: { readonly profit: boolean; readonly stake: boolean };
  readonly choices: string;
}

/** What columns, cells and rows are called, in the order of the words of a language. */
const KEYS =
  'time date clock closed pair side expiry entry exit stake payout profit returned result id balance note fee state gain loss won lost tied call put total part deposit open cancelled'.split(
    ' ',
  );
const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'Time/Open time/Entry time/Opened|Date|Time/Hour|Close time/Closed|Pair/Asset/Symbol/Instrument|Direction/Side/Type|Expiry/Duration|Entry price/Open price|Exit price/Close price|Stake/Amount/Investment|Payout/Payout rate|Profit/P&L/PnL/Net result|Returned/Paid back/Amount received/Came back|Result/Outcome/Win or loss|ID/Ticket/Trade no|Balance|Notes/Comment|Commission/Fee|Status|Gain/Won amount|Loss/Lost amount|Win/Won/WIN/Profit|Loss/Lost/LOSS|Tie/Draw|CALL/Buy/Up/Higher|PUT/Sell/Down/Lower|Total|Subtotal/Day total|Deposit|Open|Cancelled',
  de: 'Eröffnungszeit/Zeitpunkt|Datum|Uhrzeit/Zeit|Schließzeit/Geschlossen|Paar/Basiswert/Symbol|Richtung/Art|Laufzeit/Dauer|Einstiegskurs/Eröffnungskurs|Ausstiegskurs/Schlusskurs|Einsatz/Betrag|Auszahlungsquote/Rendite|Gewinn/Gewinn-Verlust/G und V|Rückzahlung/Ausgezahlt/Erhalten|Ergebnis/Ausgang|Auftragsnummer/ID|Kontostand/Saldo|Bemerkung/Kommentar|Gebühr/Provision|Status|Gewinn|Verlust|Gewonnen/Gewinn|Verloren/Verlust|Unentschieden|Kauf/Steigt/Hoch|Verkauf/Fällt/Runter|Summe/Gesamt|Zwischensumme/Tagessumme|Einzahlung|Offen|Storniert',
  es: 'Hora de apertura/Fecha y hora|Fecha|Hora|Hora de cierre/Cierre|Par/Activo/Divisa|Dirección/Tipo/Operación|Expiración/Duración|Precio de entrada/Precio de apertura|Precio de salida/Precio de cierre|Importe/Inversión/Monto|Pago/Rentabilidad|Beneficio/Ganancia/Resultado neto|Devuelto/Retorno/Importe recibido|Resultado|ID/Número de orden|Saldo|Comentario/Notas|Comisión|Estado|Ganancias|Pérdidas|Ganada/Ganado/GANADA|Perdida/Perdido/PERDIDA|Empate|Compra/Sube/Arriba|Venta/Baja/Abajo|Total|Subtotal/Total del día|Depósito|Abierta|Cancelada',
  pt: 'Data e hora/Hora de abertura/Abertura|Data|Hora/Horário|Hora de fechamento/Fechamento|Par/Ativo/Paridade|Direção/Tipo|Expiração/Vencimento|Preço de entrada/Preço de abertura|Preço de saída/Preço de fechamento|Valor/Investimento/Entrada|Payout/Lucratividade|Lucro/Lucro ou prejuízo|Retorno/Recebido/Valor devolvido|Resultado|ID/Número|Saldo|Comentário/Observações|Comissão/Taxa|Status/Estado|Ganhos|Perdas|Vitória/Ganhou/GANHO|Derrota/Perdeu/PERDA|Empate|Compra/Acima/CALL|Venda/Abaixo/PUT|Total|Subtotal/Total do dia|Depósito|Aberta|Cancelada',
  fr: "Date et heure/Heure d'ouverture/Ouverture|Date|Heure|Heure de fermeture/Fermeture|Paire/Actif|Sens/Direction|Durée/Échéance|Prix d'entrée/Prix d'ouverture|Prix de sortie|Mise/Montant|Rendement/Paiement|Gain net/Bénéfice/Profit|Retour/Versement/Montant reçu|Résultat/Issue|ID/Ordre|Solde|Commentaire/Remarque|Frais/Commission|Statut|Gains|Pertes|Gagné/Gagnant|Perdu/Perdant|Égalité/Nul|Achat/Hausse|Vente/Baisse|Total|Sous-total/Total du jour|Dépôt|Ouverte|Annulé",
  it: 'Data e ora/Orario di apertura|Data|Ora|Chiusura/Orario di chiusura|Coppia/Strumento|Direzione/Tipo|Scadenza/Durata|Prezzo di apertura|Prezzo di chiusura|Importo/Investimento/Puntata|Rendimento|Profitto/Utile|Ricavo/Rimborsato|Risultato/Esito|ID|Saldo|Commento/Note|Commissione|Stato|Guadagni|Perdite|Vinta/Vinto|Persa/Perso|Pareggio|Acquisto/Rialzo|Vendita/Ribasso|Totale|Subtotale/Totale del giorno|Deposito|Aperta|Annullata',
  ru: 'Время открытия/Дата и время|Дата|Время|Время закрытия/Закрытие|Пара/Актив/Инструмент|Направление/Тип|Экспирация/Длительность|Цена открытия|Цена закрытия|Сумма/Ставка|Доходность/Выплата|Прибыль/Доход|Возврат/Получено|Результат/Итог|ID/Номер сделки|Баланс|Комментарий/Заметки|Комиссия|Статус|Прибыль|Убыток|Выигрыш/Прибыль/Плюс|Проигрыш/Убыток/Минус|Ничья/Возврат|Вверх/Купить/Выше|Вниз/Продать/Ниже|Итого|Итого за день|Пополнение|Открыта|Отменена',
  tr: 'Açılış zamanı/Tarih ve saat|Tarih|Saat|Kapanış zamanı|Parite/Varlık|Yön/İşlem tipi|Süre/Vade|Açılış fiyatı|Kapanış fiyatı|Tutar/Yatırım|Getiri oranı|Kar/Kar zarar/Net kar|Ödenen/Geri ödeme|Sonuç|ID/Emir no|Bakiye|Not/Yorum|Komisyon|Durum|Kazanç|Kayıp|Kazandı/Kazanç|Kaybetti/Kayıp|Berabere|Alış/Yukarı|Satış/Aşağı|Toplam|Ara toplam/Günlük toplam|Para yatırma|Açık|İptal',
  id: 'Waktu/Waktu buka|Tanggal|Jam/Pukul|Waktu tutup|Aset/Pasangan|Arah/Tipe|Durasi|Harga buka|Harga tutup|Jumlah/Investasi|Pembayaran|Keuntungan/Laba/Untung rugi|Pengembalian/Diterima|Hasil|ID/No order|Saldo|Catatan/Komentar|Komisi|Status|Untung|Rugi|Menang/Untung/Profit|Kalah/Rugi/Loss|Seri|Naik/Beli|Turun/Jual|Total|Subtotal/Total harian|Setoran|Terbuka|Dibatalkan',
  vi: 'Thời gian/Thời gian mở|Ngày|Giờ|Thời gian đóng|Cặp tiền/Tài sản|Hướng/Loại lệnh|Thời hạn|Giá mở|Giá đóng|Số tiền/Đầu tư|Tỷ lệ|Lợi nhuận/Lãi lỗ|Tiền nhận/Hoàn trả|Kết quả|ID/Mã lệnh|Số dư|Ghi chú|Phí|Trạng thái|Lãi|Lỗ|Thắng|Thua|Hòa|Tăng/Mua|Giảm/Bán|Tổng cộng|Tổng ngày|Nạp tiền|Đang mở|Đã hủy',
  hi: 'समय/खुलने का समय|तारीख/दिनांक|समय|बंद होने का समय|जोड़ी|दिशा|अवधि|खुलने का भाव|बंद भाव|राशि/निवेश|भुगतान|लाभ/लाभ हानि|वापसी/प्राप्त राशि|परिणाम/नतीजा|ऑर्डर नंबर|शेष|टिप्पणी|शुल्क|स्थिति|लाभ|हानि|जीत|हार|टाई|कॉल/ऊपर|पुट/नीचे|कुल|दिन का कुल|जमा|खुला|रद्द',
  ar: 'الوقت/وقت الفتح|التاريخ|الوقت|وقت الإغلاق|الزوج/الأصل|الاتجاه|المدة|سعر الفتح|سعر الإغلاق|المبلغ/الاستثمار|نسبة الربح|الربح/صافي الربح|المبلغ المسترد|النتيجة|رقم الصفقة|الرصيد|ملاحظات|العمولة|الحالة|الأرباح|الخسائر|ربح/رابحة|خسارة/خاسرة|تعادل|شراء/صعود|بيع/هبوط|المجموع/الإجمالي|مجموع اليوم|إيداع|مفتوحة|ملغاة',
  zh: '时间/开仓时间|日期|时刻|平仓时间|品种/货币对/资产|方向/类型|到期时间/期限|开仓价|平仓价|投资额/金额|收益率/回报率|盈亏/利润|返还金额/返还|结果/状态|订单号|余额|备注|手续费|状态|盈利|亏损|赢/盈利|输/亏损|平局/平|买涨/看涨/买入|买跌/看跌/卖出|合计|小计/当日合计|入金|持仓中|已取消',
  ja: '取引日時/日時|日付|時刻|判定時刻|通貨ペア/銘柄|方向/売買|期限|取引価格|判定価格|購入金額/金額|ペイアウト率|損益/純利益|払戻額/ペイアウト額|結果/判定|取引番号|残高|メモ/備考|手数料|状態|利益|損失|勝ち/勝/的中|負け/負/外れ|引き分け|ハイ/買い|ロー/売り|合計|小計/当日合計|入金|保有中|取消',
};
const MONTHS: Readonly<Record<string, string>> = {
  en: 'Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec',
  de: 'Jan.,Feb.,März,April,Mai,Juni,Juli,Aug.,Sept.,Okt.,Nov.,Dez.',
  es: 'ene,feb,mar,abr,may,jun,jul,ago,sep,oct,nov,dic',
  pt: 'jan,fev,mar,abr,mai,jun,jul,ago,set,out,nov,dez',
  fr: 'janv.,févr.,mars,avr.,mai,juin,juil.,août,sept.,oct.,nov.,déc.',
  ru: 'янв.,февр.,марта,апр.,мая,июня,июля,авг.,сент.,окт.,нояб.,дек.',
  tr: 'Oca,Şub,Mar,Nis,May,Haz,Tem,Ağu,Eyl,Eki,Kas,Ara',
  id: 'Jan,Feb,Mar,Apr,Mei,Jun,Jul,Agu,Sep,Okt,Nov,Des',
};
const DIGITS: Readonly<Record<string, string>> = { ar: '٠١٢٣٤٥٦٧٨٩', hi: '०१२३४५६७८९' };
const PAIRS = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDCAD', 'EUR/JPY', 'EUR/USD', 'XAUUSD', 'BTC/USD'];
const MARKS = [
  ['✅', '❌', '➖'],
  ['W', 'L', 'T'],
  ['WIN', 'LOSS', 'TIE'],
  ['ITM', 'OTM', 'ATM'],
  ['1', '0', ''],
] as const;

/** How numbers are grouped and where their decimals begin. */
const NUMBERS: readonly (readonly [group: string, decimal: string])[] = [
  ['', '.'],
  [',', '.'],
  ['.', ','],
  ['\u00a0', ','],
  ['’', '.'],
  ['', ','],
  ["'", ','],
];
const LOSSES = ['-#', '-#', '-#', '−#', '(#)', '#-'] as const;
const MONEY = ['#', '#', '#', '$#', '# €', '# USD', 'R$ #', '₹#', '# ₽', '€ #', '#$'] as const;
const SOURCES =
  'word,word+payout,word+payout,word+profit,word+profit,profit,profit,profit,returned,word+returned,gains,prices'.split(
    ',',
  );
const WRITERS = [',', ',', ';', ';', '\t', '|', 'markdown', 'json', 'html', 'aligned'] as const;

/** The days and times of day of an instant in a form; one text where both stand together. */
type Stamp = (ms: number, language: string) => readonly [day: string, clock: string, whole?: string];
const parts = (ms: number) => {
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = new Date(ms)
    .toISOString()
    .split(/[-T:.Z]/);
  return { year, month, day, hour, minute, second, clock: `${hour}:${minute}:${second}` };
};
const half = (ms: number, [am, pm]: readonly [string, string]): string => {
  const { hour, minute, second } = parts(ms);
  return `${Number(hour) % 12 || 12}:${minute}:${second} ${Number(hour) < 12 ? am : pm}`;
};
const joined =
  (write: (of: ReturnType<typeof parts>) => string): Stamp =>
  (ms) => [write(parts(ms)), parts(ms).clock];
const STAMPS: Readonly<Record<string, Stamp>> = {
  iso: joined(({ year, month, day }) => `${year}-${month}-${day}`),
  zulu: (ms) => [parts(ms).year, '', new Date(ms).toISOString().slice(0, 19).concat('Z')],
  ahead: (ms) => [parts(ms).year, '', new Date(ms + 10_800_000).toISOString().slice(0, 19).concat('+03:00')],
  dots: joined(({ year, month, day }) => `${year}.${month}.${day}`),
  day: joined(({ year, month, day }) => `${day}/${month}/${year}`),
  german: joined(({ year, month, day }) => `${day}.${month}.${year}`),
  short: joined(({ year, month, day }) => `${day}.${month}.${year.slice(2)}`),
  dashes: joined(({ year, month, day }) => `${day}-${month}-${year}`),
  us: (ms) => {
    const { year, month, day } = parts(ms);
    return [`${Number(month)}/${Number(day)}/${year}`, half(ms, ['AM', 'PM'])];
  },
  arabic: (ms) => {
    const { year, month, day } = parts(ms);
    return [`${day}/${month}/${year}`, half(ms, ['ص', 'م'])];
  },
  named: (ms, language) => {
    const { year, month, day, clock } = parts(ms);
    const names = (MONTHS[language] ?? (MONTHS['en'] as string)).split(',');
    return [`${Number(day)} ${names[Number(month) - 1]} ${year}`, clock];
  },
  american: (ms) => {
    const { year, month, day, clock } = parts(ms);
    return [`${(MONTHS['en'] as string).split(',')[Number(month) - 1]} ${Number(day)}, ${year}`, clock];
  },
  epoch: (ms) => ['', '', String(ms / 1_000)],
  millis: (ms) => ['', '', String(ms)],
  serial: (ms) => ['', '', (ms / 86_400_000 + 25_569).toFixed(6)],
  compact: (ms) => {
    const { year, month, day, hour, minute, second } = parts(ms);
    return [`${year}${month}${day}`, parts(ms).clock, `${year}${month}${day};${hour}${minute}${second}`];
  },
};

type Cells = Record<string, string>;

export function madeTable(seed: number): MadeTable {
  const random = seededRandom(seed * 7_919 + 13);
  for (let at = 0; at < 8; at += 1) random();
  const pick = <T>(items: readonly T[]): T => uniformPick(random, items);
  const within = (min: number, max: number): number => uniformInt(random, min, max);
  const chance = (percent: number): boolean => within(1, 100) <= percent;
  const chosen: string[] = [];
  const choose = <T extends string>(name: string, items: readonly T[]): T => {
    const item = pick(items);
    chosen.push(`${name}=${item}`);
    return item;
  };
  const may = (name: string, percent: number): boolean => {
    const does = chance(percent);
    if (does) chosen.push(name);
    return does;
  };

  const language = choose('language', ['en', 'en', 'en', ...Object.keys(LANGUAGES)]);
  const words = new Map((LANGUAGES[language] as string).split('|').map((all, at) => [KEYS[at], all]));
  const word = (key: string): string => pick((words.get(key) ?? key).split('/'));

  // Trades.
  const scale = pick([1, 1, 1, 100, 1_000]);
  const stakes = pick([[10], [10], [25, 50], [5, 10, 20], [12.5, 7.25, 40]]).map((stake) => stake * scale);
  const rate = within(40, 62);
  const payouts = pick([[0.8], [0.82], [0.85, 0.9], [0.7, 0.78, 0.86, 0.92], [0.95]]);
  const ties = pick([0, 0, 0, 5]);
  const hasFees = may('fees', 8);
  const pairs = PAIRS.slice(within(0, 3), within(5, 8));
  const gap = pick([7, 37, 170, 900]);
  let clock = Date.UTC(2026, within(0, 7), within(1, 28), within(7, 11), within(0, 59));
  const trades: MadeTrade[] = Array.from({ length: within(24, 70) }, () => {
    clock += within(gap, gap * 2) * 60_000 + within(0, 59) * 1_000;
    const drawn = within(1, 100);
    const outcome = drawn <= ties ? 'tied' : within(1, 100) <= rate ? 'won' : 'lost';
    const [stake, payout] = [pick(stakes), pick(payouts)];
    const fee = hasFees && outcome !== 'tied' ? stake * 0.02 : 0;
    const gross = { won: stake * payout, lost: -stake, tied: 0 }[outcome];
    return {
      timeMs: clock,
      pair: pick(pairs),
      isCall: chance(50),
      outcome,
      stake,
      payout,
      profit: Math.round((gross - fee) * 100) / 100,
      fee: Math.round(fee * 100) / 100,
      entry: within(80_000, 190_000) / 100_000,
      seconds: 60 * pick([1, 5, 5, 15]),
    };
  });

  // Forms.
  const [group, decimal] = pick(NUMBERS);
  const [loss, money] = [choose('loss', LOSSES), choose('money', MONEY)];
  const isInside = may('sign beside the number', 40);
  chosen.push(`number=1${group}234${decimal}56`);
  const hasPlus = may('plus', 20);
  const hasNative = language in DIGITS && may('native digits', 30);
  const spelled = (value: number, decimals: number): string => {
    const [whole = '', cents = ''] = Math.abs(value).toFixed(decimals).split('.');
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
    return cents === '' ? grouped : `${grouped}${decimal}${cents}`;
  };
  const cents = stakes.every(Number.isInteger) && scale === 1_000 && !hasFees ? pick([0, 2]) : 2;
  const amount = (value: number): string => {
    const form = value < 0 ? loss : hasPlus && value > 0 ? '+#' : '#';
    const [outer, inner] = isInside ? [money, form] : [form, money];
    return outer.replace('#', inner.replace('#', spelled(value, cents)));
  };
  const plain = (value: number): string => money.replace('#', spelled(value, cents));
  const marks = chance(40) ? pick(MARKS) : [word('won'), word('lost'), word('tied')];
  chosen.push(`words=${marks.join(' ')}`);
  const sides = [word('call'), word('put')] as const;
  const form = choose('dates', Object.keys(STAMPS));
  const stamp = STAMPS[form] as Stamp;
  const isSplit = (stamp(clock, language)[0] ?? '').length > 4 && may('two columns of time', 40);
  const payoutForm = choose('payout', ['#%', '#', 'rate', 'odds']);
  const payoutOf = (payout: number): string => {
    if (payoutForm === 'rate') return spelled(payout, 2);
    if (payoutForm === 'odds') return spelled(payout + 1, 2);
    return payoutForm.replace('#', spelled(payout * 100, 0));
  };

  // Columns.
  const source = choose('source', SOURCES);
  const has = (part: string): boolean => source.split('+').includes(part);
  const hasStake = has('returned') || has('payout') || may('stake', 60);
  const hasClosed = may('closed', 20);
  const columns: { key: string; name: string; cell: (trade: MadeTrade, at: number) => string }[] = [];
  const add = (key: string, cell: (trade: MadeTrade, at: number) => string, name = word(key)): void => {
    columns.push({ key, name, cell });
  };
  const start = (ms: number): string => {
    const [day, time, whole] = stamp(ms, language);
    return whole ?? `${day} ${time}`;
  };
  const run = { balance: 0, streak: 0 };
  const balances = trades.map(({ profit }) => (run.balance += profit) + 5_000 * scale);
  const streaks = trades.map(({ outcome }) => {
    const step = { won: 1, lost: -1, tied: 0 }[outcome];
    run.streak = step === 0 ? 0 : Math.sign(run.streak) === step ? run.streak + step : step;
    return run.streak;
  });
  if (may('id', 40)) add('id', (_trade, at) => String(880_100 + at * 3));
  if (isSplit) {
    add('date', ({ timeMs }) => stamp(timeMs, language)[0]);
    add('clock', ({ timeMs }) => stamp(timeMs, language)[1]);
  } else add('time', ({ timeMs }) => start(timeMs));
  if (hasClosed) add('closed', ({ timeMs, seconds }) => start(timeMs + seconds * 1_000));
  add('pair', ({ pair }) => pair);
  if (has('prices') || may('side', 75)) add('side', ({ isCall }) => sides[isCall ? 0 : 1]);
  if (may('expiry', 30)) add('expiry', ({ seconds }) => `${seconds / 60} min`);
  const price = (value: number): string => spelled(value, 5);
  if (has('prices') || may('prices', 15)) {
    add('entry', ({ entry }) => price(entry));
    add('exit', ({ entry, isCall, outcome, seconds }) => {
      const move = { won: 1, lost: -1, tied: 0 }[outcome] * (isCall ? 1 : -1) * (seconds / 60) * 0.00017;
      return price(entry + move);
    });
  }
  if (hasStake) add('stake', ({ stake }) => plain(stake));
  if (has('payout') || may('payout', 20)) add('payout', ({ payout }) => payoutOf(payout));
  if (has('word')) add('result', ({ outcome }) => marks[{ won: 0, lost: 1, tied: 2 }[outcome]] as string);
  const profitName = word('profit');
  const before = (trade: MadeTrade): number => trade.profit + (/net/i.test(profitName) ? 0 : trade.fee);
  if (has('profit')) add('profit', (trade) => amount(before(trade)), profitName);
  if (has('returned')) add('returned', ({ profit, stake, fee }) => plain(profit + stake + fee));
  if (has('gains')) {
    const blank = pick(['', plain(0), '-']);
    add('gain', ({ outcome, profit, fee }) => (outcome === 'won' ? plain(profit + fee) : blank));
    add('loss', ({ outcome, profit, fee }) => (outcome === 'lost' ? plain(profit + fee) : blank));
  }
  if (hasFees) add('fee', ({ fee }) => plain(fee));
  if (may('balance', 20)) add('balance', (_trade, at) => plain(balances[at] as number));
  if (may('streak', 6)) add('streak', (_trade, at) => String(streaks[at]), 'Streak');
  if (may('points', 6))
    add(
      'points',
      ({ outcome, seconds }) => String({ won: 1, lost: -1, tied: 0 }[outcome] * seconds),
      'Points',
    );
  if (may('rating', 6))
    add('rating', () => String(within(1, 5)), pick(['Confidence', 'Rating', 'Setup grade']));
  if (may('phone', 4))
    add('phone', () => `+55119${within(10_000_000, 99_999_999)}`, pick(['Client', 'Phone']));
  if (may('session', 8)) add('session', () => pick(['London', 'New York', 'Asia']), 'Session');
  if (may('notes', 25))
    add('note', () => pick(['', '', 'news', 'good setup', 'after the London open, with trend', 'late']));
  const state = may('state', 15) ? pick(['Closed', 'Settled', 'Completed']) : undefined;
  if (state !== undefined) add('state', () => state);
  if (may('twice', 5)) columns.push({ ...(columns.at(-1) as (typeof columns)[number]) });
  if (may('numbers of rows', 10))
    columns.unshift({ key: 'row', name: pick(['#', 'No.', '']), cell: (_trade, at) => String(at + 1) });
  if (may('shuffled', 25)) columns.sort(() => (chance(50) ? 1 : -1));

  // Rows.
  const native = (cell: string): string =>
    hasNative ? cell.replace(/\d/g, (digit) => (DIGITS[language] as string).charAt(Number(digit))) : cell;
  const names = columns.map(({ name }) => name);
  const rows = trades.map((trade, at) => columns.map(({ cell }) => native(cell(trade, at))));
  const other = (cells: Cells): string[] => columns.map(({ key }) => native(cells[key] ?? ''));
  const sumOf = (some: readonly MadeTrade[]): Cells => {
    const sum = (of: (trade: MadeTrade) => number): number => some.reduce((all, one) => all + of(one), 0);
    const ended = (end: string): number => sum((one) => (one.outcome === end ? one.profit + one.fee : 0));
    return {
      profit: amount(sum(before)),
      stake: plain(sum(({ stake }) => stake)),
      returned: plain(sum(({ profit, stake, fee }) => profit + stake + fee)),
      gain: plain(ended('won')),
      loss: plain(ended('lost')),
    };
  };
  const labelled = (label: string, cells: Cells): string[] => other(cells).with(0, label);
  const lines: string[][] = [];
  const [repeats, dayTotals] = [may('repeated names', 8), may('day totals', 8)];
  const blanks = may('blank lines', 8);
  const last = trades.at(-1) as MadeTrade;
  const dayOf = ({ timeMs }: MadeTrade): number => Math.floor(timeMs / 86_400_000);
  for (const [at, row] of rows.entries()) {
    const trade = trades[at] as MadeTrade;
    if (repeats && at > 0 && at % 15 === 0) lines.push([...names]);
    lines.push(row);
    if (blanks && chance(15)) lines.push([]);
    const next = trades[at + 1];
    if (dayTotals && (next === undefined || dayOf(next) !== dayOf(trade)))
      lines.push(labelled(word('part'), sumOf(trades.filter((one) => dayOf(one) === dayOf(trade)))));
  }
  const [date = '', time = ''] = stamp(last.timeMs, language);
  const shared: Cells = { time: start(last.timeMs), date, clock: time };
  const whole: Cells = { ...shared, pair: last.pair, side: sides[0], stake: plain(last.stake), id: '990001' };
  const says = (key: string): Cells => ({ ...whole, [has('word') ? 'result' : 'state']: word(key) });
  const canSay = has('word') || state !== undefined;
  if (canSay && may('open trade', 8)) lines.push(other(says('open')));
  if (canSay && may('cancelled trade', 8)) lines.splice(5, 0, other(says('cancelled')));
  if (has('profit') && may('deposit', 8))
    lines.splice(3, 0, other({ ...shared, profit: amount(500 * scale), side: word('deposit') }));
  if (may('newest first', 20)) lines.reverse();
  if (may('total', 12)) lines.push(labelled(word('total'), sumOf(trades)));
  const isNamed = hasFees || !may('without names', 5);
  if (isNamed) lines.unshift(names);
  if (may('title', 12)) lines.unshift([pick(['Trading report 2026', 'Account 123456', 'History'])], []);
  if (may('footer', 10))
    lines.push([], [pick(['Generated by MyBroker', 'All times are local', 'Page 1 of 1'])]);

  may('byte order mark', 8);
  may('CRLF', 15);
  may('all quoted', 10);
  may('trailing delimiter', 5);
  return {
    text: written(lines, choose('as', WRITERS), (name) => chosen.includes(name)),
    trades,
    says: {
      profit: has('profit') || has('gains') || has('returned') || (has('payout') && hasStake),
      stake: hasStake && !has('prices'),
    },
    choices: chosen.join(', '),
  };
}

function written(
  lines: readonly (readonly string[])[],
  writer: (typeof WRITERS)[number],
  does: (name: string) => boolean,
): string {
  const width = Math.max(...lines.map(({ length }) => length));
  if (writer === 'json') {
    const at = lines.findIndex(({ length }) => length === width);
    const names = lines[at] as readonly string[];
    const rows = lines.slice(at + 1).filter(({ length }) => length === width);
    const objects = rows.map((row) =>
      Object.fromEntries(row.map((cell, place) => [names[place] || `c${place}`, cell])),
    );
    return JSON.stringify(objects, null, 1);
  }
  if (writer === 'html') {
    const cells = (row: readonly string[]): string =>
      row.map((cell) => `<td>${cell.replace(/&/g, '&amp;')}</td>`).join('');
    return `<html><body><table>${lines.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}</table></body></html>`;
  }
  if (writer === 'markdown') {
    const [first = [], ...others] = lines.map((row) => `| ${row.join(' | ')} |`);
    return [first, `|${' --- |'.repeat(width)}`, ...others].join('\n');
  }
  if (writer === 'aligned') return lines.map((row) => row.map((cell) => cell || '-').join('   ')).join('\n');
  const quoted = (cell: string): string =>
    does('all quoted') || cell.includes(writer) || cell.includes('\n')
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
  const end = does('CRLF') ? '\r\n' : '\n';
  const text = lines
    .map((row) => row.map(quoted).join(writer) + (does('trailing delimiter') ? writer : ''))
    .join(end);
  return (does('byte order mark') ? '\ufeff' : '') + text;
}
