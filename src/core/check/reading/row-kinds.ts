/** Rows that are no trades by their words: sums, statistics, fees, payments. */
import { plainWords, remembering } from './words.ts';

const SUMS =
  /^(?:sub ?total|grand total|total|sum|summary|totals|(?:(?:opening|starting|closing) )?balance|deposit|withdrawal|credit|bonus|cash ?back|rebate|commission|dividend|saldo|summe|gesamt|einzahlung|auszahlung|deposito|saque|retiro|итого|баланс|депозит|пополнение|toplam|合计|合計|σ)(?![\p{L}\p{M}])/u;
/** In a row without a time these may stand in any cell. */
const TOTAL =
  /^(?:(?:sub|grand )?total|avg|average|mean|median|max|maximum|min|minimum|count|st ?dev|media|promedio|maximo|minimo|durchschnitt|mittelwert|anzahl|moyenne|среднее|макс|мин|ortalama|sayi)$/;
const LONGEST_SUM = 40;
const KINDS =
  /^(?:(?:transaction|operation|record|entry|income|cash|activity|event|cash flow)? ?type|action|transaction|category|kind|activity|event|tipo(?: de (?:transaccion|operacion|transacao|operacao|movimiento|movimento))?|transaccion|categoria|movimiento|art|typ|buchungsart|transaktion|kategorie|type d operation|operation|nature|categorie|тип(?: (?:операции|транзакции))?|операция|категория|islem(?: tipi| turu)?|tur)$/;
const NO_TRADE =
  /^(?:(?:with|depo|wdl)$|(?:(?:free funds|trading|realized|referral|maker|taker|daily|overnight|admin) )*(?:commissions?|rebates?|funding|fees?|transfers?|deposits?|withdrawals?|interest|swaps?|rollover|dividends?|tax(?:es)?|bonus|cash ?back|insurance clear|referral|airdrop)|comision(?:es)?|comissao|comissoes|tarifa|taxa|deposito|retiro|retirada|saque|transferencia|intereses|juros|dividendos?|provision|gebuhr(?:en)?|einzahlung|auszahlung|uberweisung|zinsen|steuer|frais|depot|retrait|virement|interets|комиссия|фандинг|депозит|пополнение|вывод|перевод|проценты|бонус|налог|komisyon|ucret|yatirma|cekim|faiz)(?![\p{L}\p{M}])/u;
const isOther = remembering((cell) => NO_TRADE.test(plainWords(cell)));

/** Which rows are of a kind that is no trade, by the columns that name it. */
export function otherKinds(
  rows: readonly (readonly string[])[],
  names: readonly string[],
): (row: readonly string[]) => boolean {
  const columns = names.flatMap((name, at) =>
    KINDS.test(plainWords(name)) && rows.some((row) => row[at] && !isOther(row[at])) ? [at] : [],
  );
  return (row) => columns.some((at) => isOther(row[at] ?? ''));
}

/** Whether a cell begins with the word for a sum or a payment. */
export const startsSum = remembering((cell) => SUMS.test(plainWords(cell.slice(0, LONGEST_SUM))));

/** Whether a cell is the word for a total or a figure of statistics. */
export function isStatistic(cell: string): boolean {
  return cell.length <= LONGEST_SUM && TOTAL.test(plainWords(cell));
}
