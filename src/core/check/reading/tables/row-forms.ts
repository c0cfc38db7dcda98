/** Tables in which a row is no trade of its own as it stands: what happened beside what was picked, a day with its counts, the leg of a bet. */
import { groupBy } from '../../grouping.ts';
import { amountAt, type DecimalMark, isBlank, parseAmount } from '../words/amount.ts';
import { namedMeaning, namedMeanings } from '../words/column-names.ts';
import { parseEnding } from '../words/endings.ts';
import { pairIn, withoutTraded } from '../words/pairs.ts';
import { MOSTLY, type Cells } from '../words/table-columns.ts';
import { parseDirection } from '../words/trade-words.ts';
import { headed } from '../words/headed-table.ts';
import type { Cells as Row, Table } from '../unreadable.ts';
import { withAmountsApart } from './rival-columns.ts';
import { onlyCell, plainWords } from '../words/words.ts';

/** A table with a row for each trade and a word for its outcome, or with counts of those that won and lost. */
export function withTrades(table: Table, mark: DecimalMark): Table {
  const whole = withSections(withSections(withPairsBelow(table), 'Result', endedBelow), 'Pair', tradedBelow);
  return withAmountsApart(withWholeBets(withLosses(withScores(withPicks(whole)), mark), mark));
}

/** How the trades below a title as "Winning trades" ended. */
function endedBelow(title: string): string | undefined {
  const named = namedMeaning(title.replace(/\s*[:(].*$/, ''));
  return named === 'losses' ? 'lost' : named === 'wins' ? 'won' : undefined;
}

/** The pair that a title is, and nothing else, such as a mark. */
function tradedBelow(title: string): string | undefined {
  return /^[\s\p{P}]*$/u.test(withoutTraded(title)) ? pairIn(title) : undefined;
}

/** A table with what titles say of the rows below them in a column of its own, where several divide them, or one says how all ended, and no column says it. */
function withSections(
  table: Table,
  name: 'Result' | 'Pair',
  saidBy: (title: string) => string | undefined,
): Table {
  const { head, names, meanings, withCells } = headed(
    table,
    (row) => onlyCell(row) === undefined && row.some(Boolean),
  );
  if (names.length < 2 || meanings.includes(namedMeaning(name))) return table;
  const titles = table.rows.map((row) => {
    const title = onlyCell(row);
    return title === undefined ? undefined : saidBy(title);
  });
  const isOfAll = name === 'Result' && titles[head - 1] !== undefined;
  if (!isOfAll && new Set(titles).size < 3) return table;
  let title = '';
  const said = new Map(table.rows.map((row, at) => [row, (title = titles[at] ?? title)]));
  const { rows, lines } = withCells((row, isHead) => [...row, isHead ? name : (said.get(row) ?? '')]);
  const kept = [...rows.keys()].filter((at) => titles[at] === undefined);
  return { ...table, rows: kept.map((at) => rows[at] as Row), lines: kept.map((at) => lines[at] as number) };
}

/** A table with the pair of the first of several rows in the cells that are empty below it, where each is another than the one before. */
function withPairsBelow(table: Table): Table {
  const { head, meanings, below, withCells } = headed(table, (row) => namedMeanings(row).includes('pair'));
  const at = meanings.indexOf('pair');
  const cells = below.map((row) => row[at] ?? '');
  const given = cells.filter(Boolean);
  const isOwn = (cell: string, place: number): boolean =>
    cell !== given[place - 1] && pairIn(cell) !== undefined;
  if (head === -1 || given.length * 2 > cells.length || !given.every(isOwn)) return table;
  let last = '';
  return withCells((row, isHead) => {
    if (isHead || onlyCell(row) !== undefined) return row;
    last = row[at] || last;
    return row.with(at, last);
  });
}

const PICKED =
  /^(?:(?:my|our) )?(?:picks?|tips?|selection|side|bet|prediction|predicted|forecast|signal|guess|choice|position|answer|direction|tipp|prognose|vorhersage|auswahl|pronostico|seleccion|prediccion|palpite|previsao|selecao|pronostic|прогноз|выбор|сигнал)$/;
const HAPPENED =
  /^(?:(?:final |actual |correct |market |game |match )?(?:outcome|result|direction|answer)|actual|winner|winning (?:team|side|selection)|market (?:went|moved)|went|resolved(?: to| as)?|resolution|ergebnis|sieger|gewinner|resultado|ganador|vencedor|resultat|gagnant|vainqueur|risultato|esito|vincitore|результат|исход|победитель)$/;
/** A home win, a draw, an away win, or two of them: names of both columns have to be those of bets. */
const SCORE = /^(?:[12x]|1x|x2|12)$/;
const OF_BETS =
  /^(?:my |our )?(?:picks?|tips?|predict\p{L}+|tipp|prognose|pronostic\p{L}*|palpite|прогноз)$/u;

const same = (cell: string): string => parseDirection(cell) ?? plainWords(cell);

/** A table with a word for the outcome in place of what happened, where another column says what was picked; any other as it is. */
function withPicks(table: Table): Table {
  const placeIn = (row: Row, name: RegExp): number => row.findIndex((cell) => name.test(plainWords(cell)));
  const placesIn = (row: Row): readonly [number, number] => {
    const happened = row.findIndex(
      (cell, at) => HAPPENED.test(plainWords(cell)) && at !== placeIn(row, PICKED),
    );
    return [placeIn(row, PICKED), happened];
  };
  const { head, names, below, withCells } = headed(table, (row) => placesIn(row).every((at) => at !== -1));
  if (head === -1) return table;
  const [picked, happened] = placesIn(names);
  const picks = new Set(below.map((row) => same(row[picked] ?? '')));
  const ends = below.map((row) => same(row[happened] ?? '')).filter(Boolean);
  const shared = [...new Set(ends)].filter((end) => picks.has(end));
  const areScores = shared.some((end) => SCORE.test(end));
  const areOfOne =
    shared.length > 1 &&
    ends.filter((end) => picks.has(end) || SCORE.test(end)).length > ends.length * MOSTLY;
  const areNumbers = shared.some((end) => /\d/.test(end));
  const areBets =
    areScores && ends.every((end) => SCORE.test(end)) && OF_BETS.test(plainWords(names[picked] ?? ''));
  if (!areOfOne || (areNumbers && !areBets)) return table;
  const endOf = (row: Row): string => {
    const [pick, end] = [same(row[picked] ?? ''), same(row[happened] ?? '')];
    const isPick = picks.has(end) || areBets;
    if (
      pick === '' ||
      end === '' ||
      (!isPick && /^(?:tied|none)$/.test(parseEnding(row[happened] as string) ?? ''))
    )
      return row[happened] ?? '';
    return pick === end || (areBets && pick.includes(end)) ? 'Win' : 'Loss';
  };
  return withCells((row, isHead) =>
    row.map((cell, at) => (at !== happened ? cell : isHead ? 'Result' : endOf(row))),
  );
}

/** Names of columns that say how many trades a row holds. */
const COUNTS =
  /^(?:(?:number|no|nr|nb|n|num|total|count|qty|qtd|anzahl|jumlah|nombre|numero|cantidad) )?(?:(?:of|de|di) )?(?:trades|trade count|signals|deals|bets|orders|positions|transactions|operations|operaciones|operacoes|operazioni|ordres|transaksi|сделок|islem sayisi)$/u;
/** Those that may say how often one trade was entered, or how many of a pair were bought. */
const ENTRIES = /^(?:(?:number|no|total) (?:of )?)?(?:entries|entradas|ops|opes|sinais|senales|picks|tips)$/u;

/** `7 trades` beside what a day brought. */
const COUNTED =
  /(?:^|[^\p{L}\d.,])(\d{1,4})\s?(?:trades?|deals?|signals?|bets?|orders?|positions?|opera(?:tions?|ciones|cion|coes|cao|zioni)|senal(?:es)?|sinais|sinal|entradas?|сдел(?:ки|ок|ка)|сигнал\p{L}{0,2}|islem|sinyal|transaksi|lenh|ordres?|[单笔]|取引|ट्रेड)(?![\p{L}\p{M}])/u;
const OFTEN = 0.2;

/** Whether remarks say that rows hold several trades each. */
function remarkCounts(names: Row, rows: readonly Row[]): boolean {
  return names.some((_name, at) => {
    const said = rows.filter((row) => Number(COUNTED.exec(plainWords(row[at] ?? ''))?.[1]) > 1);
    return said.length > rows.length * OFTEN;
  });
}

/** Whether a column holds counts, and not the numbers of its rows. */
function countsUp(rows: readonly Row[], at: number): boolean {
  const numberIn = (row: Row | undefined): number => Number(row?.[at]);
  return (
    rows.some((row) => numberIn(row) > 1) &&
    rows.some((row, place) => place > 0 && numberIn(row) !== numberIn(rows[place - 1]) + 1)
  );
}

/** The column that says how many trades each row holds; -1 where none does. */
export function countColumn(names: Row, rows: readonly Row[]): number {
  const hasPair = namedMeanings(names).includes('pair');
  return names.findIndex((name, at) => {
    const words = plainWords(name);
    return (COUNTS.test(words) || (!hasPair && ENTRIES.test(words))) && countsUp(rows, at);
  });
}

/** Whether rows are those of days, and say how many trades each holds, but not how these ended. */
export function holdSeveral({ at, names, rows }: Cells): boolean {
  const isOfOne = [at.wins, at.direction, at.entry].some((place) => place !== undefined);
  return (
    !isOfOne && (countColumn(names, rows) !== -1 || (at.pair === undefined && remarkCounts(names, rows)))
  );
}

const SCORES =
  /^(?:(?:daily |weekly |monthly )?record|w l(?: record)?|wins?(?: and)? loss(?:es)?|won lost|ganadas perdidas|ganhos perdas|g p|siege niederlagen|победы поражения|kazanc kayip|menang kalah)$/;
const SCORE_OF_DAY = /^\(?(\d{1,3}) ?w?(?: ?[-–—:/,] ?| )(\d{1,3}) ?l?\)?$/i;
/** What one trade has, and a day has not. */
const OF_ONE: ReadonlySet<string | undefined> = new Set(
  'pair,direction,payout,entry,stake,id,closed'.split(','),
);

/** A table with columns of wins and losses in place of one with both, as `7-3`, of each day; as it is where rows have what one trade has. */
function withScores(table: Table): Table {
  const isNamed = (cell: string): boolean => SCORES.test(plainWords(cell));
  const { head, names, meanings, below, withCells } = headed(table, (row) => row.some(isNamed));
  const at = names.findIndex(isNamed);
  const given = below.filter((row) => (row[at] ?? '') !== '');
  const isOfOne = meanings.some((named, place) => place !== at && OF_ONE.has(named));
  if (head === -1 || isOfOne || !given.every((row) => SCORE_OF_DAY.test(row[at] as string))) return table;
  return withCells((row, isHead) => {
    const [, won = '', lost = ''] = SCORE_OF_DAY.exec(row[at] ?? '') ?? [];
    return [...row.with(at, isHead ? 'Wins' : won), isHead ? 'Losses' : lost];
  });
}

/** A table with a column of losses where it says how many trades each row holds, and how many of them were won; any other as it is. */
function withLosses(table: Table, mark: DecimalMark): Table {
  const { names, meanings, below, withColumns } = headed(
    table,
    (row) => namedMeanings(row).includes('wins') && !namedMeanings(row).includes('losses'),
  );
  const count = countColumn(names, below);
  if (count === -1) return table;
  const [wins, ties] = [meanings.indexOf('wins'), meanings.indexOf('ties')];
  const lostIn = (row: Row): number =>
    amountAt(row, count, mark) - amountAt(row, wins, mark) - (amountAt(row, ties, mark) || 0);
  const lost = below.map(lostIn).filter((losses) => !Number.isNaN(losses));
  if (!lost.every((losses) => Number.isInteger(losses) && losses >= 0)) return table;
  return withColumns(['Losses'], (row) => [Number.isNaN(lostIn(row)) ? '' : String(lostIn(row))]);
}

const LEG = /^(?:bet )?legs?(?: (?:no|nr|number|id))?$/;
const BET = /^(?:bet|slip|ticket|acca|accumulator|parlay|multi|multiple|combo|coupon|no|nr|number)$/;

/**
 * A table with one row for each bet in place of those of its legs: its own, as "Double" or "Total", or the first leg with the odds of all and
 * the outcome that these come to. Any other table as it is, as one in which legs brought something each.
 */
function withWholeBets(table: Table, mark: DecimalMark): Table {
  const isLeg = (name: string): boolean => LEG.test(plainWords(name));
  const {
    head,
    names,
    meanings,
    below: all,
  } = headed(table, (row) => row.some(isLeg) && namedMeanings(row).includes('result'));
  const [leg, result, odds] = [
    names.findIndex(isLeg),
    meanings.indexOf('result'),
    meanings.indexOf('payout'),
  ];
  const bet = names.findIndex(
    (name, at) => at !== leg && (BET.test(plainWords(name)) || namedMeaning(name) === 'id'),
  );
  if (head === -1 || bet === -1) return table;
  const below = all.filter((row) => (row[bet] ?? '') !== '' && (row[leg] ?? '') !== '');
  const bets = groupBy(below, (row) => row[bet]);
  const profit = meanings.indexOf('profit');
  const hasProfit = (row: Row): boolean => !isBlank(row[profit] ?? '');
  const isPart = (row: Row): boolean => /\d/.test(row[leg] ?? '');
  const whole = new Map<Row, Row>();
  for (const rows of bets.values()) {
    const parts = rows.filter(isPart);
    const [own = joinedLegs(parts, result, odds, mark), other] = rows.filter((row) => !isPart(row));
    if (other !== undefined || own === undefined || parts.filter(hasProfit).length > 1) return table;
    whole.set(parts.includes(own) || !rows.includes(own) ? (rows[0] as Row) : own, own);
  }
  if (bets.size === below.length) return table;
  const ofLegs = new Set(below);
  const [rows, lines]: [Row[], number[]] = [[], []];
  for (const [at, row] of table.rows.entries()) {
    if (ofLegs.has(row) && !whole.has(row)) continue;
    rows.push(at === head ? row.with(bet, 'Bet ID') : (whole.get(row) ?? row));
    lines.push(table.lines[at] as number);
  }
  return { ...table, rows, lines };
}

/** A bet by its legs; undefined where these do not tell how it ended. A leg that is tied or void does not count. */
function joinedLegs(legs: readonly Row[], result: number, odds: number, mark: DecimalMark): Row | undefined {
  const endingOf = (row: Row): string => parseEnding(row[result] ?? '') ?? 'open';
  const counted = legs.filter((row) => !/^(?:tied|none)$/.test(endingOf(row)));
  const decisive =
    counted.find((row) => endingOf(row) === 'lost') ??
    counted.find((row) => endingOf(row) !== 'won') ??
    counted[0] ??
    legs[0];
  const product = counted.reduce((all, row) => all * parseAmount(row[odds] ?? '', mark), 1);
  return decisive?.map((cell, at) =>
    at === odds && product > 0
      ? product.toFixed(4).replace('.', mark)
      : cell || (legs.find((row) => row[at])?.[at] ?? ''),
  );
}
