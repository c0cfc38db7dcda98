import type { RowReason } from '../../core/check/reading/row-reason.ts';
import type { FileReason, SearchedPart } from '../../core/check/reading/unreadable.ts';

const MONTHS = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(
  ',',
);

/** Why a row is no trade, as a sentence without its capital and full stop: `there is no 31 November`. */
export function rowSentence(why: RowReason): string {
  switch (why.code) {
    case 'above-names':
      return 'it stands above the names of the columns';
    case 'names-columns':
      return 'it names columns';
    case 'other-table':
      return 'it belongs to another table of the file';
    case 'sum':
      return 'it is a sum, not a trade';
    case 'no-ending':
      return 'it does not say how it ended';
    case 'no-signal':
      return 'neither a signal nor how one ended';
    case 'unresolved':
      return 'a signal, but no message tells how it ended';
    case 'no-open-signal':
      return 'an outcome without an open signal before it';
    case 'unsure-ending':
      return 'it may be an outcome, but not all of it is understood';
    case 'opening':
      return 'it opens a trade whose end is another row';
    case 'sum-differs':
      return `it states a sum of ${why.stated.toFixed(2)}, but the rows above make ${why.counted.toFixed(2)}`;
    case 'no-clock':
      return `there is no ${why.cell}`;
    case 'no-month':
      return `there is no month ${why.month}`;
    case 'no-day':
      return `there is no ${why.day} ${MONTHS[why.month - 1]}`;
    case 'repeated':
      return `it is the same as line ${why.line}, which is counted`;
    case 'stake-not-above-0':
      return `a stake must be above 0, not “${why.cell}”`;
    case 'no-outcome':
      return `“${why.cell}” is neither won nor lost`;
    case 'contradiction':
      return `it says “${why.cell}”, but its profit is ${why.profit}`;
    default:
      return `“${why.cell}” is no ${NO[why.code]}`;
  }
}

const NO = {
  'no-time': 'time',
  'no-direction': 'direction',
  'no-expiry': 'time to expiry',
  'no-stake': 'stake',
  'no-payout': 'payout',
  'no-profit': 'profit',
  'no-returned': 'amount returned',
} as const;

/** Why a file cannot be read as a track record, in one sentence. */
export function fileSentence(why: FileReason): string {
  switch (why.code) {
    case 'too-large':
      return `The file has ${why.megabytes} MB; at most ${why.most} MB are read. Export a shorter span.`;
    case 'swells':
      return `The XLSX file unpacks to more than ${why.mostMegabytes} MB, which is not read.`;
    case 'too-many-rows':
      return `The file has more than ${why.most.toLocaleString('en')} rows, which is the most that is read. Export a shorter span.`;
    case 'too-many-columns':
      return `Line ${why.line} has more than ${why.most} columns: this is not a table of trades.`;
    case 'no-outcomes':
      return `${WITHOUT[why.part]} tells how a trade ended (won, lost or tie; or a profit), so nothing can be counted.`;
    case 'no-trade':
      return `None of ${why.rows} rows is a trade; line ${why.line}: ${rowSentence(why.why)}.`;
    default:
      return SENTENCES[why.code];
  }
}

const WITHOUT: Readonly<Record<SearchedPart, string>> = {
  text: 'No column and no line',
  table: 'No column',
  page: 'No table of the page',
  json: 'No field of the JSON',
  chat: 'No message of the chat',
};

const SENTENCES = {
  empty: 'The file is empty.',
  'no-text': 'This is no text, and no XLSX file either.',
  'old-excel': 'This is an Excel file of the old kind (XLS): save it as XLSX or CSV.',
  pdf: 'This is a PDF: export the history as CSV, XLSX or HTML.',
  gzip: 'This file is compressed with gzip: unpack it first.',
  picture: 'This is a picture: a table or text is needed.',
  'no-spreadsheet': 'This is a ZIP file without a spreadsheet in it.',
  'empty-spreadsheet': 'The spreadsheet is empty.',
  'damaged-spreadsheet': 'The XLSX file is cut off or damaged.',
  password: 'The XLSX file has a password: save it without one.',
  'damaged-json': 'The file begins like JSON, but it is cut off or damaged.',
  'no-list': 'The JSON holds no list of trades or messages.',
} as const;
