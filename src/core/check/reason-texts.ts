import type { OriginKind } from './reading/reading.ts';
import type { FileReason, RowReason } from './reading/unreadable.ts';
import { partsOf, sharedTexts, type Writing } from './shared-texts.ts';

/** Why a row is no trade: the end of a line that begins with the row, so without capital and full stop. */
const ROW_TEXTS = sharedTexts('check/rows', {
  'above-names': 'it stands above the names of the columns',
  'names-columns': 'it names columns',
  'other-table': 'it belongs to another table of the file',
  sum: 'it is a payment or a sum, as of several trades, not one trade',
  'no-ending': 'it does not say how it ended',
  'no-signal': 'neither a signal nor how one ended',
  unresolved: 'a signal, but no message tells how it ended',
  'no-time': '“{cell}” is no time',
  'no-clock': 'there is no {cell}',
  'no-direction': '“{cell}” is no direction',
  'no-expiry': '“{cell}” is no time to expiry',
  'no-number': '“{cell}” is no number',
  'stake-not-above-0': 'a stake must be above 0, not “{cell}”',
  'no-outcome': '“{cell}” is neither won nor lost',
  'no-month': 'there is no month {month}',
  'no-day': 'there is no {day} {month}',
  repeated:
    '{what, select, message {it is message {line} again} other {it belongs to the same trade as row {line}, which is counted}}',
  'no-open-signal': 'an outcome without an open signal before it',
  'unsure-ending': 'it may be an outcome, but not all of it is understood',
  opening: 'it opens a trade whose end is another row',
  'sum-differs':
    'it states {of, select, won {wins: } lost {losses: } tied {ties: } all {trades: } rate {percent won: } other {}}{stated}, but the trades add up to {counted}',
  contradiction: 'it says “{cell}”, but its profit is {profit}',
});

/** Why a row or message is a trade, as the end of a line. */
const ORIGIN_TEXTS = sharedTexts('check/origins', {
  row: 'the row says how it ended',
  'two-rows': 'its opening and its end stand in two rows',
  'left-out': 'counted as you said',
  reply: 'the message answers its signal',
  pair: 'after the last open signal of its pair',
  last: 'after the last open signal',
  whole: 'signal and outcome stand together',
  orphan: 'no open signal before it',
  unsure: 'not every word is understood',
  doubled: 'a stake lost before it was doubled',
  claim: 'a number that is claimed',
});

/** Why a file cannot be read as a track record. */
const FILE_TEXTS = sharedTexts('check/files', {
  empty: 'The file is empty.',
  'no-text': 'This is no text, and no XLSX file either.',
  'old-excel': 'This is an Excel file of the old kind (XLS): save it as XLSX or CSV.',
  pdf: 'This is a PDF: export the history as CSV, XLSX or HTML.',
  gzip: 'This file is compressed with gzip: unpack it first.',
  picture: 'This is a picture: a table or text is needed.',
  'no-spreadsheet': 'This is a ZIP file without a spreadsheet in it.',
  damaged: 'The file is cut off or damaged.',
  password: 'The XLSX file has a password: save it without one.',
  'no-list': 'The JSON holds no list of trades or messages.',
  'too-large': 'The file has {megabytes} MB; at most {most} MB are read. Export a shorter span.',
  swells: 'The XLSX file unpacks to more than {most} MB, which is not read.',
  'too-many-rows':
    'The file has more than {most} rows, which is the most that is read. Export a shorter span.',
  'too-many-columns': 'Line {line} has more than {most} columns: this is not a table of trades.',
  'no-outcomes':
    '{part, select, table {No column tells how a trade ended (won, lost or tie; or a profit), so nothing can be counted. The colour of a cell or text is not read: write won or lost in a column of its own.} page {No table of the page tells how a trade ended (won, lost or tie; or a profit), so nothing can be counted. The colour of a cell or text is not read: write won or lost in a column of its own.} json {No field of the JSON tells how a trade ended (won, lost or tie; or a profit), so nothing can be counted.} chat {No message of the chat tells how a signal ended (won, lost or tie; or a profit), so nothing can be counted.} other {No column and no line tells how a trade ended (won, lost or tie; or a profit), so nothing can be counted.}}',
  'no-trade': 'No row of {rows} is a trade; row {line}: {why}.',
  promised: 'The text says what will be won, not what was won and lost.',
  'no-number-of-trades':
    'The text does not say of how many trades. Add it, as in “88 % of 353 trades”, or “312 wins, 41 losses”.',
  'one-count':
    'The text says only how many were won, or only how many were lost. Add the other number, as in “312 wins, 41 losses”.',
  unknown: 'The file could not be read.',
});

/** Why a trade is one. */
export function originSentence(kind: OriginKind, { say }: Pick<Writing, 'say'>): string {
  return say(ORIGIN_TEXTS, kind);
}

/** Why a row is no trade. */
export function rowSentence(why: RowReason, writing: Writing): string {
  const { say, decimal, count, month } = writing;
  const parts = partsOf(why, writing);
  switch (why.code) {
    case 'sum-differs': {
      const number = (value: number): string =>
        why.of === 'profit' || why.of === 'rate' ? decimal(value, 2) : count(value);
      return say(ROW_TEXTS, why.code, { ...parts, stated: number(why.stated), counted: number(why.counted) });
    }
    case 'no-day':
      return say(ROW_TEXTS, why.code, { ...parts, month: month(why.month) });
    case 'contradiction':
      return say(ROW_TEXTS, why.code, { ...parts, profit: decimal(why.profit, 2) });
    default:
      return say(ROW_TEXTS, why.code, parts);
  }
}

/** Why a file cannot be read as a track record; `unknown` where that is not known either. */
export function fileSentence(why: FileReason | { readonly code: 'unknown' }, writing: Writing): string {
  const inner = why.code === 'no-trade' ? { why: rowSentence(why.why, writing) } : {};
  return writing.say(FILE_TEXTS, why.code, { ...partsOf(why, writing), ...inner });
}
