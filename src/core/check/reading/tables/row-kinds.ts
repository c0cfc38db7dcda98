/** What the words of a row say of it: that it is a sum, a figure of statistics, a fee, a payment, or a trade that did not end. */
import { type Cells, FIRST_ROWS, type Rows, type TableColumns } from '../words/table-columns.ts';
import { UNFILLED } from '../words/chat-words.ts';
import { type Meaning, namedMeaning } from '../words/column-names.ts';
import { holdSeveral } from './row-forms.ts';
import { parseEnding } from '../words/endings.ts';
import { STRUCK } from '../files/html-table.ts';
import { shown } from '../reading.ts';
import { namesBothSides, parseDirection } from '../words/trade-words.ts';
import type { Cells as Row, RowReason } from '../unreadable.ts';
import { flagIn, onlyCell, plainPattern, plainWords, remembering } from '../words/words.ts';

const SUMS = plainPattern(
  /^(?:(?:sub|sous) ?total|subtotale|totale|ara toplam|gunluk toplam|tong ngay|小计|小計|[当當]日合[计計]|مجموع|दिन का कुल|grand total|total|sum|summary|totals|(?:(?:opening|starting|initial|previous|closing|ending|final|current) )?(?:balance|equity)|deposit|withdrawal|credit|bonus|cash ?back|rebate|commission|dividend|top ?up|start$|tages(?:ergebnis|summe)|day total|(?:daily|weekly) (?:total|result)|zwischensumme|saldo|summe|gesamt|einzahlung|auszahlung|deposito|saque|retiro|итого|баланс|депозит|пополнение|toplam|कुल|মোট|দিনের মোট|کل|دن کا کل|المجموع|الإجمالي|tong cong|合计|合計|σ|para yatirma|setoran|nap tien|जमा|জমা|جمع|إيداع|入金|win ?rate|hit rate|taxa de acertos?|tasa de aciertos?|trefferquote|taux de reussite|винрейт|процент побед)(?![\p{L}\p{M}])/u,
);
/** In a row without a time these may stand in any cell. */
const TOTAL =
  /^(?:(?:sub|grand )?total|avg|average|mean|median|max|maximum|min|minimum|count|st ?dev|media|promedio|maximo|minimo|durchschnitt|mittelwert|anzahl|moyenne|среднее|макс|мин|ortalama|sayi)$/;
const LONGEST_SUM = 40;
/** Names of columns that say of which kind a row is. */
export const KINDS =
  /^(?:(?:transaction|operation|record|entry|income|cash|activity|event|cash flow)? ?type|action|transaction|summary|category|kind|activity|event|keterangan|jenis|tipo(?: de (?:transaccion|operacion|transacao|operacao|movimiento|movimento))?|transaccion|categoria|movimiento|art|typ|buchungsart|buchungstext|vorgang|transaktion|kategorie|type d operation|type de transaction|operation|nature|categorie|тип(?: (?:операции|транзакции))?|операция|категория|islem(?: tipi| turu)?|tur)$/;
const NO_TRADE =
  /^(?:(?:with|depo|wdl|cash in)$|(?:(?:free funds|trading|realized|referral|maker|taker|daily|monthly|overnight|admin|account|inactivity|withholding|platform|market data|data|exchange|regulatory|clearing|conversion|service|transaction) )*(?:commissions?|rebates?|funding|fees?|transfers?|deposits?|withdrawals?|interest|swaps?|rollover|dividends?|tax(?:es)?|bonus|cash ?back|insurance clear|referral|airdrop|(?:overnight |daily )?financing(?: charge| fee)?)|comision(?:es)?|comissao|comissoes|tarifa|taxa|deposito|retiro|retirada|saque|transferencia|intereses|juros|dividendos?|provision|gebuhr(?:en)?|(?:ubernacht)?finanzierung(?:skosten)?|einzahlung|auszahlung|uberweisung|zinsen|steuer|frais|depot|retrait|virement|interets|комиссия|фандинг|депозит|пополнение|вывод|перевод|проценты|бонус|налог|komisyon|ucret|penarikan|setoran|nap tien|rut tien|yatirma|cekim|faiz)(?![\p{L}\p{M}])/u;
const saysOrder = remembering((cell) => /(?:^| )orders?(?: |$)/.test(plainWords(cell)));
const isOther = remembering((cell) => NO_TRADE.test(plainWords(cell)));

const MOST_WORDS = 6;

/** Whether a text names a fee or a payment, with words before it, as "Bank card deposit". */
export const namesPayment = remembering((text) => {
  const words = plainWords(text).split(' ');
  return words.length <= MOST_WORDS && words.some((_word, at) => NO_TRADE.test(words.slice(at).join(' ')));
});

/** Which rows are of a kind that is no trade, by the columns that name it. */
function otherKinds(cells: Cells): (row: Row, isWhole: boolean) => boolean {
  const { at: meanings, rows, number } = cells;
  // Trades may be named after what fees are, as "Rollover squeeze": these win and lose as much as others do.
  const sizeOf = (some: Rows): number =>
    some.reduce((sum, row) => sum + Math.abs(number(row, 'profit') ?? 0), 0) / some.length;
  const areTrades = remembering((kind) => {
    let rest = plainWords(kind);
    while (NO_TRADE.test(rest)) rest = rest.replace(NO_TRADE, '').trim();
    if (rest === '') return false;
    const some = rows.filter((row) => row.includes(kind));
    const gains = some.map((row) => number(row, 'profit') ?? 0);
    const haveBoth = gains.some((gain) => gain > 0) && gains.some((gain) => gain < 0);
    return some.length >= FEWEST_OF_KIND && haveBoth && sizeOf(some) * 3 > sizeOf(rows);
  });
  const columns = columnsOf(cells, KINDS).filter((at) => rows.some((row) => row[at] && !isOther(row[at])));
  // An order brings nothing where only what fills it does.
  const bringing = columns.map(
    (at) => new Set(rows.map((row) => (number(row, 'profit') === null ? '' : row[at]))),
  );
  const isOrder = (kind: string, column: number): boolean =>
    meanings.profit !== undefined &&
    meanings.result === undefined &&
    saysOrder(kind) &&
    !bringing[column]?.has(kind);
  return (row, isWhole) =>
    columns.some((at, column) => {
      const kind = row[at] ?? '';
      const isNone = isOther(kind) && !areTrades(kind) && !(isWhole && plainWords(kind).includes(' '));
      return isNone || isOrder(kind, column);
    });
}

const startsSum = remembering((cell) => SUMS.test(plainWords(cell.slice(0, LONGEST_SUM))));

/** Whether a cell begins with the word for a sum or a payment, or counts wins and losses, as `7W / 12L`. Most are times or numbers: only words are looked at more closely. */
export function isSum(cell: string): boolean {
  return /^[^\p{L}\p{N}]*\p{L}/u.test(cell) ? startsSum(cell) : COUNTED.test(cell) && countsBoth(cell);
}

const COUNTED = /^\d{1,5} ?[^\d\s.,:/-].*\d ?[^\d\s]/u;
const countsBoth = remembering((cell) => {
  const words = cell.matchAll(/\d ?([^\d\s/,;|]+)/gu);
  const ends = new Set([...words].map(([, word = '']) => parseEnding(word)));
  return ends.has('won') && ends.has('lost');
});

const FEWEST_OF_KIND = 3;
const MANY_CELLS = 5;

/** Whether a row of many cells, of which none is empty, begins with a name as "Total Play Telecom". */
function isNamedLikeSum(row: Row): boolean {
  return row.length >= MANY_CELLS && !row.includes('') && /^total \p{L}/iu.test(row[0] ?? '');
}

/** Whether a cell is the word for a total or a figure of statistics. */
function isStatistic(cell: string): boolean {
  return cell.length <= LONGEST_SUM && TOTAL.test(plainWords(cell));
}

/** `Profit/Loss: 99.00  Credit: 0.00  Deposit: 1 000.00`. */
const SUMMARY = /^(?:\p{L}[^:\d]{0,30}:\s?[-−]?\d[\d .,']*){3}/u;

/**
 * Which rows are sums or no trades by their words, and which may be by their first word alone; `endingOf` and `sideOf` read a row.
 */
export function sumsReader(
  cells: Cells,
  endingOf: (row: Row) => string | undefined,
  sideOf: (row: Row) => string | undefined,
): { readonly mayBe: (row: Row) => boolean; readonly isSum: (row: Row) => boolean } {
  const { at, cell } = cells;
  // A column says that rows hold several trades.
  // One with a side or a price at entry is a trade of several orders.
  const isOfSums = holdSeveral(cells);
  const isOtherKind = otherKinds(cells);
  const hasTime = (row: Row): boolean => /\d/.test(cell(row, 'time') + cell(row, 'date'));
  const startsAsSum = (row: Row): boolean => isSum(row.find((one) => one !== '') ?? '');
  // A row without a time says in any cell that it is a sum; a comment does where it has no pair or no side either.
  const isWithoutTime = (row: Row): boolean => {
    const lacks = (meaning: Meaning): boolean => at[meaning] !== undefined && cell(row, meaning) === '';
    return (
      (lacks('time') || lacks('date')) &&
      !hasTime(row) &&
      row.some(
        (one) =>
          isStatistic(one) || ((lacks('pair') || lacks('direction')) && (isSum(one) || SUMMARY.test(one))),
      )
    );
  };
  // What names its trade may begin as a sum does, as "Total goals" or the name of a share: a row with a time or a stake and a word for
  // how it ended, or with a time and no empty cell among many.
  const isWhole = (row: Row): boolean =>
    (isNamedLikeSum(row) && hasTime(row)) ||
    ((endingOf(row) ?? 'none') !== 'none' && (hasTime(row) || cell(row, 'stake') !== ''));
  return {
    mayBe: (row) => startsAsSum(row) || isWithoutTime(row),
    isSum: (row) =>
      isOfSums ||
      // Beside a side, a word for a payment may begin the name of a category.
      (isOtherKind(row, sideOf(row) !== undefined) && endingOf(row) === undefined) ||
      isWithoutTime(row) ||
      (!isWhole(row) && (startsAsSum(row) || isSum(cell(row, 'pair')))),
  };
}

const MOST_STATES = 8;

/** A column of states has one for so many rows. */
const ROWS_OF_STATE = 4;

/** The words of columns that stand beside profits of 0 alone, by their rows, one for a tie before others; none where they are numbers. */
export function ownStates(cells: Cells, zeros: Rows, others: Rows): ReadonlyMap<Row, string> {
  const width = others.reduce((most, row) => Math.max(most, row.length), 0);
  const found = new Map<Row, string>();
  for (let at = 0; at < width; at += 1) {
    if (cells.isUsed(at) && at !== cells.at.direction) continue;
    const usual = new Set(others.map((row) => row[at] ?? ''));
    const own = zeros.filter((row) => (row[at] ?? '') !== '' && !usual.has(row[at] as string));
    const words = new Set(own.map((row) => row[at] as string));
    const areStates =
      usual.size * ROWS_OF_STATE <= others.length &&
      words.size * 2 <= Math.max(2, own.length) &&
      [...words].some((word) => Number.isNaN(cells.amount(word)));
    for (const row of areStates ? own : [])
      if (!found.has(row) || parseEnding(row[at] as string) === 'tied') found.set(row, row[at] as string);
  }
  return found;
}

/** Names of columns that say whether a trade is open. */
export const STATES =
  /^(?:(?:order |trade |position )?(?:status|state|type)|signal|is open|estado|situacao|statut|stato|статус|durum|trang thai|स्थिति|অবস্থা|حالت|الحالة|状态|状態)$/;
const OPEN =
  /^(?:open(?: (?:position|trade|order|deal))?|opened|pending|active|running|in progress|true|aberta|abierta|pendiente|pendente|offen|ouverte?|aperta|открыта|активна|açık|terbuka|ongoing|working|waiting|tb[acd]|unsettled|en cours|en attente|en curso|em (?:andamento|aberto)|in (?:corso|attesa)|laufend|läuft|ausstehend|в процессе|ожида\p{L}*|devam ediyor|beklemede|berjalan|đang mở|खुला|খোলা|کھلا|مفتوحة?|持仓中?|保有中)$/iu;

/** The columns that may say that a trade is open. */
export const stateColumns = (columns: TableColumns): readonly number[] => columnsOf(columns, STATES);

/** The columns of such names, and without names those of a few texts that are not used. */
function columnsOf({ names, rows, isUsed }: TableColumns, named: RegExp): readonly number[] {
  const some = rows.slice(0, FIRST_ROWS);
  const areFew = (at: number): boolean => new Set(some.map((row) => row[at])).size <= MOST_STATES;
  if (names.length === 0) return [...(rows[0] ?? []).keys()].filter((at) => !isUsed(at) && areFew(at));
  return names.flatMap((name, at) => (named.test(plainWords(name)) ? [at] : []));
}

/** Without a profit these are no ties; a bet on a place that brought something was placed as well. */
const UNTRADED =
  /^(?:placed|not (?:executed|taken|traded|matched)|unmatched|unfilled|lapsed|failed|skipped|missed|no trade|error)(?!\p{L})/iu;
/** It gives the stake back. */
export const VOID =
  /(?:^|[\W_])(?:void|no action|non.?runner|postponed|abandoned|walkover|anulad|annul|storniert|nulla?$)/i;
const PENDING = /^(?:buy|sell) (?:limit|stop)(?!\p{L})/iu;

const isOpen = remembering((cell) => OPEN.test(cell));
const isNever = remembering(
  (cell) => (parseEnding(cell) === 'none' && !VOID.test(cell)) || UNTRADED.test(cell) || isPending(cell),
);

/** Whether a cell names an order that waits for its price. */
export function isPending(cell: string): boolean {
  return PENDING.test(cell);
}

/** The state of a trade that did not end, or, where it `isFlat`, that was none; undefined where no cell is one. */
export function stateWithoutEnd(cells: Row, isFlat: boolean): string | undefined {
  return cells.find((cell) => isOpen(cell) || (isFlat && isNever(cell)));
}

/** Whether a state says that an order never became a trade. */
export const isUntraded = (cell: string): boolean => isNever(cell) && !isOpen(cell) && !/clos/i.test(cell);

/** Words for trades without money, or that were not taken. */
const NOT_REAL = plainPattern(
  /^(?:demo|paper|sim(?:ulated|ulation|ulator)?|practice|virtual|test(?:ing)?|back ?test(?:ed)?|hypothetical|missed|skipped|ignored|not (?:taken|traded|entered|counted|included)|(?:i |we )?(?:(?:did|have|was|could) ?n ?o?t|never) (?:taken?|traded?|enter(?:ed)?|executed?|filled|g[eo]t in)(?! (?:profits?|partials?))(?: \p{L}+){0,3}|no (?:la |lo )?(?:tome|entre|opere)|nao (?:peguei|entrei|operei|fiz)|nicht (?:genommen|getradet|gehandelt|eingestiegen)|(?:je n ai )?pas (?:pris|entre|trade)|не (?:вошел|вошла|входил[аи]?|брал[аи]?|взял[аи]?|торговал[аи]?)|(?:islem )?(?:girmedim|almadim)|tidak (?:ambil|entry|masuk)|khong vao|excluded?|(?:does ?n[o]?t|do ?n[o]?t) count|no cuenta|nao conta|corrections?|bust(?:ed)?|adjustments?|duplicates?|deleted|invalid|simulad[ao]|simulacao|simulacion|pratica|practica|treinamento|teste|prueba|демо|тест|пропущен[ао]?|deneme|latihan|डेमो|ডেমো|ڈیمو|تجريبي|模拟|模擬|デモ)(?: ?(?:trades?|trading|account|mode|setup|only|conta|cuenta|konto|счет|\d+))*$/u,
);
/** The same anywhere in a remark. */
const UNTAKEN_SAID =
  /(?<!\p{L})(?:no fill|miss(?:ed)? (?:the |this |my )?entry|not traded|would have (?:won|lost|been|hit))(?!\p{L})/u;
/** Names of columns that say whether a trade was taken, with money. */
const TAKEN =
  /^(?:was |is )?(?:taken|entered|executed|traded|copied|real|live|real money|valid)(?: trade)?$/u;
const UNTAKEN =
  /^(?:was |is ?)?(?:demo|paper|sim|simulated|virtual|test|invalid|missed|skipped|void|cancelled|canceled|deleted|open|floating|pending)(?: trade)?$/u;

/** Whether a cell below a name says that its row is no trade, or none with money. */
export function deniesTrade(name: string, cell: string): boolean {
  const flag = flagIn(cell) ?? (/^[01]$/.test(cell) ? Number(cell) : undefined);
  const isNamed = [TAKEN, UNTAKEN].some((names) => names.test(name));
  if (flag !== undefined && isNamed) return (flag === 0 ? TAKEN : UNTAKEN).test(name);
  const words = plainWords(cell);
  return cell === STRUCK || NOT_REAL.test(words) || UNTAKEN_SAID.test(words) || UNFILLED.test(cell);
}

const KNOWN =
  /^(?:part(?:ial)?ly )?(?:closed?|closing|settled|finished|completed?|liquidated|filled|executed|assigned|exercised|exited|ended|done|real|live|taken|entered|trades?|deals?|positions?|orders?|market|limit|stop|binary|binaries|turbo|blitz|options?|digital|digits?|(?:no )?touch|accumulators?|multipliers?|fx|forex|spot|futures?|perp|perpetual|swap perpetual|margin|crypto|cryptocurrency|stocks?|shares?|equity|equities|ind(?:ex|ices)|commodit(?:y|ies)|metals?|currency|currencies|otc|cfds?|singles?|straight|normal|manual|auto|automatic|(?:realized|realised|trade|closed) (?:pnl|p l|profit|gain|loss)|pnl|operacion|operacao|operation|operazione|geschaft|islem|transaksi|cerrad[ao]|fechad[ao]|finalizad[ao]|liquidad[ao]|geschlossen|beendet|ferme|cloture|terminee?|chius[ao]|закрыт\p{L}*|завершен\p{L}*|исполнен\p{L}*|сделка|kapali|kapandi|tamamlandi|selesai|ditutup|da dong|hoan thanh|बंद|পূর্ণ|مغلق|مكتمل|已平仓|已完成|成交|決済)(?![\p{L}\p{M}])/u;

/** Whether a word for the kind or the state of a row is known, of trades or of others. */
export const isKnownKind = remembering(
  (cell) =>
    !/\p{L}/u.test(cell) ||
    isOther(cell) ||
    startsSum(cell) ||
    isOpen(cell) ||
    isNever(cell) ||
    (!NOT_REAL.test(plainWords(cell)) &&
      (parseEnding(cell) !== undefined ||
        parseDirection(cell) !== undefined ||
        namesBothSides(cell) ||
        KNOWN.test(plainWords(cell)))),
);

const OPEN_TITLE =
  /^(?:(?:open|floating|working|pending|unreali[sz]ed|running|active) (?:trades|positions|orders|transactions|deals|p l)|(?:operaciones|posiciones|ordenes) abiertas|(?:operacoes|posicoes|ordens) abertas|offene (?:trades|positionen|orders)|(?:positions|ordres|trades) (?:ouvertes?|ouverts|en cours)|открытые (?:сделки|позиции|ордера)|acik (?:islemler|pozisyonlar|emirler)|(?:posizioni|operazioni) aperte)$/;
const CLOSED_TITLE =
  /closed|history|reali[sz]ed|cerrad|fechad|geschlossen|ferme|cloture|закрыт|истори|kapal|chius|histor/;

/** Whether a title says that what stands below it is open. */
export function namesOpen(title: string): boolean {
  return OPEN_TITLE.test(plainWords(title));
}

/** Which rows stand under a title that says that they are open; none where no other row would be left. */
export function openSections(rows: Rows, heading: number): readonly boolean[] {
  let areOpen = false;
  let hasClosed = false;
  const sections = rows.map((row, at) => {
    const title = plainWords(onlyCell(row) ?? '');
    const wereOpen = areOpen;
    if (title !== '') areOpen = OPEN_TITLE.test(title) || (areOpen && !CLOSED_TITLE.test(title));
    hasClosed ||= at > heading && !areOpen && row.filter(Boolean).length > 1;
    return wereOpen && areOpen;
  });
  return hasClosed ? sections : [];
}

/** Why a row does not say how it ended: where no column of the table does, the word below a name for it, as that an option was assigned. */
export function withoutEnding({ at, names }: Cells, row: Row): RowReason {
  const said = names.findIndex((name) => namedMeaning(name) === 'result');
  const cell = at.profit === undefined && at.result === undefined ? row[said] : '';
  return cell && parseEnding(cell) === undefined
    ? { code: 'no-outcome', cell: shown(cell) }
    : { code: 'no-ending' };
}
