/** Remarks beside trades that deny how these ended, and words for the outcome that are not known. */
import type { TradeOutcome } from '../../trade.ts';
import { DENIED } from '../words/announced-gales.ts';
import { outcomesIn, supposes } from '../words/chat-words.ts';
import type { Row } from '../complete-trades.ts';
import { takesBack } from '../chats/corrections.ts';
import { parseEnding } from '../words/endings.ts';
import { deniesTrade } from './row-kinds.ts';
import { RED } from '../files/spreadsheet.ts';
import { SAMPLED_ROWS, type TableColumns } from '../words/table-columns.ts';
import { remembering } from '../words/words.ts';
import type { Cells } from '../unreadable.ts';

/** Longer texts tell something else. */
const LONGEST = 60;
/** Not of this trade, of what might have been, of candles and news, or of a level. */
const OF_OTHER = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${DENIED}|after|before|previous|prior|last|next|because|despite|almost|nearly|small|cut|max\\p{L}*|daily|weekly|stop|stopped|sl|tp|streak|red|green|rojo|verde|vermelho|rot|rouge|\\d+)(?![\\p{L}\\p{M}])|(?:lost|lose|loss of|losing) (?!trade|it(?!\\p{L})|by|at|on|in)\\p{L}`,
  'iu',
);
const TURNED =
  /(?<!\p{L})(?:reversed|overturned|corrected|revertid[oa]|corregid[oa]|corrigid[oa])(?!\p{L})/iu;
/** Why a trade was lost. */
const AGAINST = /against us|slippage|spread widened|requoted?/i;

/** What a remark says of the trade that ended so; undefined where it does not deny it. */
function deniedAs(cell: string, outcome: TradeOutcome): TradeOutcome | undefined {
  const outcomes = outcomesIn(cell);
  const [said, other] = outcomes;
  if (
    said !== undefined &&
    (other !== undefined || said === outcome || OF_OTHER.test(cell) || supposes(cell))
  )
    return undefined;
  if (said !== undefined || outcome === 'tied' || (outcome === 'lost' && AGAINST.test(cell))) return said;
  if (TURNED.test(cell)) return outcome === 'won' ? 'lost' : 'won';
  // What says that its row is none is asked so.
  return takesBack(cell) && !deniesTrade('', cell) ? 'tied' : undefined;
}

/** The trades of which a column that is not read says otherwise, each with what it says. */
export function* deniedByRemarks(
  trades: readonly Row[],
  { at: meanings, isUsed, names }: TableColumns,
  cellsOf: (trade: number) => Cells,
): Generator<[number, TradeOutcome]> {
  if (meanings.wins !== undefined) return;
  const denies = remembering((key) => {
    const [outcome, cell = ''] = key.split('\t') as [TradeOutcome, string];
    return deniedAs(cell, outcome);
  });
  const some = trades.slice(0, SAMPLED_ROWS).map((_trade, trade) => cellsOf(trade));
  // What says an outcome in most rows is that of something else, and words for it come before colours.
  const isOfOther = (place: number): boolean =>
    some.every((row) => ['', RED].includes(row[place] ?? ''))
      ? meanings.result !== undefined
      : some.filter((row) => outcomesIn(row[place] ?? '').length > 0).length * 2 > some.length;
  // `Losses` beside a 23 is a figure of statistics that stand beside the table.
  const areLabels = (place: number): boolean =>
    some.every((row) =>
      (row[place] ?? '') === ''
        ? (row[place + 1] ?? '') === ''
        : /^[-+]?\p{Sc}?\d[\d.,]* ?%?$/u.test(row[place + 1] ?? ''),
    );
  const columns = names.flatMap((_name, place) =>
    isUsed(place) || isOfOther(place) || areLabels(place) ? [] : [place],
  );
  for (const [trade, { outcome }] of trades.entries()) {
    const cells = cellsOf(trade);
    // Of several stakes in a row the last one ended so.
    if (cellsOf(trade + 1) === cells) continue;
    for (const place of columns) {
      const cell = cells[place] ?? '';
      const said =
        cell.length <= LONGEST && /\p{L}{2}/u.test(cell) ? denies(`${outcome}\t${cell}`) : undefined;
      if (said !== undefined) yield [trade, said];
      else if (cell === RED && outcome === 'won') yield [trade, 'lost'];
    }
  }
}

/** The trades whose word for the outcome is not known, beside words that are: it may be one for a tie, whatever the fees were. */
export function unknownWords(trades: readonly Row[], wordOf: (trade: number) => string): readonly number[] {
  const known = new Set(trades.slice(0, SAMPLED_ROWS).map((_trade, trade) => parseEnding(wordOf(trade))));
  if (!known.has('won') || !known.has('lost') || !known.has(undefined)) return [];
  return [...trades.keys()].filter(
    (trade) => /\p{L}/u.test(wordOf(trade)) && parseEnding(wordOf(trade)) === undefined,
  );
}
