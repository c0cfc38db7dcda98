import type { RowReason } from '../../../core/check/reading/row-reason.ts';
import type { FileReason } from '../../../core/check/reading/unreadable.ts';
import { currentLocale } from '../../lib/catalogue.ts';
import { formatCount } from '../../lib/figures.ts';
import type { Refusal } from './check-messages.ts';
import { decimal } from './decimal.ts';
import { fileTexts, rowTexts } from './reason-texts.ts';

/** Why a row is no trade, in the reader's language. */
export function rowSentence(why: RowReason): string {
  switch (why.code) {
    case 'above-names':
    case 'names-columns':
    case 'other-table':
    case 'sum':
    case 'no-ending':
    case 'no-signal':
    case 'no-open-signal':
    case 'unsure-ending':
    case 'opening':
    case 'unresolved':
      return rowTexts[why.code];
    case 'sum-differs':
      return rowTexts['sum-differs']({ stated: decimal(why.stated, 2), counted: decimal(why.counted, 2) });
    case 'no-month':
      return rowTexts['no-month']({ month: formatCount(why.month) });
    case 'no-day':
      return rowTexts['no-day']({ day: formatCount(why.day), month: monthName(why.month) });
    case 'repeated':
      return rowTexts.repeated({ line: formatCount(why.line) });
    case 'contradiction':
      return rowTexts.contradiction({ cell: why.cell, profit: decimal(why.profit, 2) });
    default:
      return rowTexts[why.code]({ cell: why.cell });
  }
}

function monthName(month: number): string {
  return new Intl.DateTimeFormat(currentLocale(), { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2026, month - 1),
  );
}

/** Why a file cannot be read as a track record, in the reader's language. */
export function fileSentence(why: Refusal): string {
  switch (why.code) {
    case 'too-large':
      return fileTexts['too-large']({ megabytes: formatCount(why.megabytes), most: formatCount(why.most) });
    case 'swells':
      return fileTexts.swells({ most: formatCount(why.mostMegabytes) });
    case 'too-many-rows':
      return fileTexts['too-many-rows']({ most: formatCount(why.most) });
    case 'too-many-columns':
      return fileTexts['too-many-columns']({ line: formatCount(why.line), most: formatCount(why.most) });
    case 'no-outcomes':
      return fileTexts['no-outcomes']({ part: why.part });
    case 'no-trade':
      return noTrade(why);
    default:
      return fileTexts[why.code];
  }
}

function noTrade({ rows, line, why }: FileReason & { code: 'no-trade' }): string {
  return fileTexts['no-trade']({
    rows: formatCount(rows),
    line: formatCount(line),
    why: rowSentence(why),
  });
}
