import type { TradeOutcome } from '../../trade.ts';
import { isBlank } from './amount.ts';
import { COLOURED, MARKS, markList, RESULTS, UNFILLED } from './chat-words.ts';
import { clausesOf } from './clauses.ts';
import { namedMeaning } from './column-names.ts';
import type { Asker } from '../questions.ts';
import { signOf } from './signed-amounts.ts';
import { flagIn, NO, plainWords, remembering, wordList, YES } from './words.ts';

/** How a trade ended; `none` where it did not end as a trade: cancelled, open, void. */
export type Ending = TradeOutcome | 'none';

/** In the cell of a table words say an outcome that say none in a sentence. */
const ENDINGS = new Map<string, Ending>([
  ...wordList(RESULTS),
  ...wordList<Ending>({
    won: 'w,的中,勝,profit,gain,gained,true,yes,y,target hit,tp,tp1,tp2,tp3,tp4,tp 1,tp 2,tp 3,tp 4,take profit,ganancia,gewinn,gagnant,vincita,прибыль,профит,тейк,тейк профит,kazanan,wygrana,castig,right,richtig,profitable,acertada,winst,vinst,vunnen,vyhra,виграш,κερδος,רווח,سود,برد,voitto,nyert,nyereseg,赢了,盈利,盈,ganhador',
    lost: 'l,外れ,負,はずれ,loose,loser,failure,wrong,miss,missed,false,no,n,stop loss,sl,perdant,perdita,проигрышная,лось,лосс,стоп,стоп лосс,kaybeden,przegrana,pierdut,pierdere,falsch,incorrect,unsuccessful,not profitable,unprofitable,verlies,forlust,forlorad,prohra,програш,ζημια,הפסד,ضرر,باخت,tappio,vesztett,veszteseg,输了,亏损,亏',
    tied: 'refund,refunded,money back,money returned,funds returned,stake back,stake returned,returned stake,stake refunded,bet refunded,einsatz zuruck,einsatz zuruckerstattet,einsatz erstattet,ruckerstattung,zuruckerstattet,ruckerstattet,devolvido,devolvida,aposta devolvida,valor devolvido,dinheiro de volta,dinheiro devolvido,dinero devuelto,dinero de vuelta,geld zuruck,argent rendu,argent rembourse,soldi restituiti,estorno,estornado,estornada,reembolsada,devuelta,apuesta devuelta,apuesta reembolsada,remboursee,remboursement,mise remboursee,mise rendue,rimborsata,puntata rimborsata,возвращено,возвращена,возврат ставки,возврат средств,возврат денег,деньги возвращены,ставка возвращена,iade edildi,bahis iadesi,para iade,para iadesi,hoan tien,hoan lai,hoan cuoc,hoan tra,dikembalikan,pengembalian,pengembalian dana,uang kembali,taruhan dikembalikan,ফেরত,টাকা ফেরত,वापस,पैसा वापस,पैसे वापस,राशि वापस,واپس,رقم واپس,پیسے واپس,استرجاع,مسترد,مستردة,返金,退回,환불,returned,0x0,einstand,even,unchanged,be,no change,same price,plus minus null,plus minus 0,remis,бу,безубыток,zwrot,nula,gelijk,oavgjort,remiza,нічия,ισοπαλια,תיקו,مساوی,tasapeli,dontetlen,egal,平,退款,引き分け,무',
    none: 'voided,no action,non runner,postponed,abandoned,walkover,n a,cancelled,canceled,cancel,void,open,opened,pending,active,running,rejected,expired unfilled,not filled,closed early,in progress,cancelado,cancelada,anulado,abierta,aberta,offen,storniert,annule,ouvert,отменена,отменен,отменено,открыта,не рассчитана,не рассчитано,iptal,acik,取消,已取消,キャンセル,declined,en cours,en attente,laufend,in corso,pendiente,en juego,em aberto,em andamento,в игре,ожидает,bekliyor,devam ediyor,berjalan,unsettled,not settled,annullato,annullata,anulada,annulee,dibatalkan,batal,da huy,huy,रद्द,বাতিল,منسوخ,ملغاة,ملغي',
  }),
]);
const SIGNS = markList({ won: '+○◯〇', lost: '-−×', tied: '=△' });
const ALL_MARKS = new Map<string, Ending>([...MARKS, ...COLOURED, ...SIGNS]);

const CHANGED = /\S\s*(?:→|➡\ufe0f?|[-=]>)\s*\S/u;

/** How a trade ended, by the text of one cell; undefined where it does not say, or where a word of it is not understood. */
export const parseEnding = remembering((cell): Ending | undefined => {
  // `LOSS→WIN` is one and then the other, or another than it was.
  if (cell === '' || cell.length > 60 || CHANGED.test(cell)) return undefined;
  const words = plainWords(cell);
  if (words === '') return ALL_MARKS.get([...cell.trim()][0] ?? '');
  const rest = words.replace(/^(?:settled|bet|trade) (?=\p{L})/u, '');
  const first = UNFILLED.test(cell) ? 'none' : ENDINGS.get(rest.split(' ')[0] as string);
  // Of what was called off the stake came back.
  const isBack = first === 'none' && ENDINGS.get(rest.replace(/^\S+ /, '')) === 'tied';
  const known = ENDINGS.get(rest) ?? (isBack ? 'tied' : first === 'none' ? first : undefined);
  const isAmount = signOf(cell) !== undefined && !/\p{L}{2}.*\d/u.test(cell);
  if (known !== undefined || isAmount || !/\p{L}|^\p{Extended_Pictographic}/u.test(cell)) return known;
  const clauses = clausesOf(cell);
  const outcomes = new Set(clauses.map(({ outcome }) => outcome ?? first));
  const isClear = clauses.every(({ isWish, unknown }) => !isWish && unknown === 0) && outcomes.size === 1;
  // What stands in brackets behind a word for a tie says why it is one.
  const isTie = outcomes.size === 1 && ENDINGS.get(plainWords(cell.replace(/\([^()]*\)$/, ''))) === 'tied';
  return isClear || isTie ? [...outcomes][0] : undefined;
});

/** Whether cells say a loss in words or by a 0: a dash among them is none. */
export function saysLossInWords(cells: readonly string[]): boolean {
  const codes = outcomesOfCodes(cells);
  return cells.some(
    (cell) => codes.get(cell) === 'lost' || (/\p{L}/u.test(cell) && parseEnding(cell) === 'lost'),
  );
}

const MISSED = /^[^\p{L}\d]*miss(?:ed)?[^\p{L}\d]*$/iu;

/** Whether a cell says no end that says one elsewhere: beside words for losses a blank, or a miss, which may be of a trade that was not taken. */
export function withoutEnds(cells: readonly string[]): (cell: string) => boolean {
  const hasLosses = saysLossInWords(cells);
  const hasOthers = hasLosses && saysLossInWords(cells.filter((cell) => !MISSED.test(cell)));
  return (cell) => (hasLosses && isBlank(cell)) || (hasOthers && MISSED.test(cell));
}

const CANDLE = /(?<!\p{L})(?:candles?|velas?|kerzen?|kerzenfarbe|bougies?|candela|mum|свеч[аи])(?!\p{L})/iu;
const COLOUR_NAME = /^(?:colou?r|cor|farbe|couleur|цвет|renk)$/iu;
const COLOUR =
  /^(?:green|red|verde|vermelh[oa]|roj[oa]|grün|rot|vert|rouge|зел[её]н|красн|yeşil|kırmızı|🟢|🔴|🟩|🟥)/iu;

/**
 * How a trade ended by a colour in a column of that name: that of the candle wins a CALL where it is green and a PUT where it is red;
 * beside a side, a colour of which nothing says of what it is says nothing.
 */
export function colourEnding(
  name: string,
): (cell: string, ending: Ending | undefined, side: 'CALL' | 'PUT' | null) => Ending | undefined {
  const isOfCandle = CANDLE.test(name);
  if (!isOfCandle && !COLOUR_NAME.test(name)) return (_cell, ending) => ending;
  return (cell, ending, side) => {
    if (!COLOUR.test(cell) || (side === null && !isOfCandle)) return ending;
    if (side === null || !isOfCandle) return undefined;
    return side === 'CALL' || ending === undefined ? ending : ending === 'won' ? 'lost' : 'won';
  };
}

/** What numbers mean by the name of their column, as `result (0=TP 1=SL)`, and yes and no below one for a win or a loss; undefined where it does not say. */
export function codesIn(
  name: string,
  cells: readonly string[],
): ReadonlyMap<string, TradeOutcome> | undefined {
  const [yes, no] = namedMeaning(name) === 'losses' ? (['lost', 'won'] as const) : (['won', 'lost'] as const);
  const areMarks = areYesAndNo(cells) || cells.every((cell) => flagIn(cell) === 1);
  if (yes === 'lost' || (namedMeaning(name) === 'wins' && areMarks))
    return new Map(
      cells.flatMap((cell) => {
        const flag = flagIn(cell) ?? (/^[01]$/.test(cell) ? Number(cell) : undefined);
        return flag === undefined ? [] : [[cell, flag === 1 ? yes : no] as const];
      }),
    );
  const said = [...name.matchAll(/([+-]?\d)\s*[=:]\s*(\p{L}+)/gu)].flatMap(([, code = '', word = '']) => {
    const ending = parseEnding(word) ?? 'none';
    return ending === 'none' ? [] : [[code, ending] as const];
  });
  return said.length > 1 ? new Map(said) : undefined;
}

/** Whether cells say yes and no, in any language, and nothing else. */
export function areYesAndNo(cells: readonly string[]): boolean {
  return (
    [YES, NO].every((word) => cells.some((cell) => word.test(cell))) &&
    cells.every((cell) => YES.test(cell) || NO.test(cell))
  );
}

/** The first letters of words for won and lost that sellers use, of which the pair leaves nothing open but the language. */
const LETTERS = 'GP,GR,GL,VD,VP,GV,PL,WL,AE,AF,ВП,MK,TB,SL,GB,BG,ГП'.split(',');

/** A letter, or a digit that stands for a word; a word of which nothing is understood. */
const LETTER = /^[\p{L}\d]$/u;
const WORD = /^\p{L}[\p{L}\p{M}]+$/u;
const initialOf = (cell: string): string => [...cell][0] as string;

/** The two or three letters that all cells are or begin with, not all known by themselves; undefined where they are not. */
export function lettersIn(cells: readonly string[]): readonly string[] | undefined {
  const different = [...new Set(cells)];
  const letters = [...new Set(different.map(initialOf))];
  const ties = outcomesOfCodes(cells);
  const isOpen = (cell: string): boolean => parseEnding(cell) === undefined && !ties.has(cell);
  const areOpen = different.every((cell) => WORD.test(cell))
    ? different.every(isOpen)
    : different.every((cell) => LETTER.test(cell)) && different.some(isOpen);
  const isFew = letters.length > 1 && letters.length < 4 && letters.length === different.length;
  return areOpen && isFew ? letters : undefined;
}

/** Asks which of two or three letters is a win and which a loss, the usual pair first; the third is a tie. Undefined where cells are no such letters. */
export function askLetters(
  cells: readonly string[],
  asker: Asker,
): ReadonlyMap<string, TradeOutcome> | undefined {
  const letters = lettersIn(cells) ?? [];
  const pairs = letters.flatMap((won) => letters.flatMap((lost) => (won === lost ? [] : [`${won}${lost}`])));
  const isUsual = (pair: string): boolean => LETTERS.includes(pair.toUpperCase());
  const usual = pairs.filter(isUsual);
  const [first, ...others] = [...usual, ...pairs.filter((pair) => !isUsual(pair))];
  if (first === undefined) return undefined;
  const [won, lost] = asker.ask('result-letters', [first, ...others], cells, usual.length === 1);
  return new Map(
    cells.map((cell) => [cell, initialOf(cell) === won ? 'won' : initialOf(cell) === lost ? 'lost' : 'tied']),
  );
}

/**
 * T, D, P or V (a push, a void bet) beside W and L; 1 and 0, the signs of wins and losses, or hits beside misses, as elsewhere a stop loss is hit. Other numbers are codes, which each
 * broker numbers otherwise.
 */
export function outcomesOfCodes(cells: readonly string[]): ReadonlyMap<string, TradeOutcome> {
  const different = [...new Set(cells)];
  if (['W', 'L'].every((letter) => different.some((cell) => cell.toUpperCase() === letter)))
    return new Map(different.flatMap((cell) => (/^[tdpv]$/i.test(cell) ? [[cell, 'tied'] as const] : [])));
  const hits = different.filter((cell) => /^hit$/i.test(cell));
  if (hits.length > 0 && cells.some((cell) => /^miss(?:ed)?$/i.test(cell)))
    return new Map(hits.map((cell) => [cell, 'won']));
  const codes = different.filter((cell) => /^[+-]?\d+$/.test(cell));
  if (codes.some((code) => !/^[+-]?1$|^0$/.test(code))) return new Map();
  const isSigned = codes.includes('-1') || different.includes('+');
  if (!isSigned && codes.includes('+1')) return new Map();
  return new Map(
    codes.map((code) => [code, code === '0' ? (isSigned ? 'tied' : 'lost') : code === '-1' ? 'lost' : 'won']),
  );
}
