import type { Trade } from '../../../core/check/trade.ts';
import { formatCivil } from '../../../core/time/civil-date.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * The trades as a table in HTML, a row each, under headings for time, pair, direction, expiry, stake, payout, result and profit;
 * times are those of the file, UTC where it names zones.
 */
export function reportRows(trades: readonly Trade[], headings: readonly string[]): string {
  const rows = trades.map(({ timeMs, pair, direction, expirySeconds, stake, payout, outcome, profit }) =>
    rowOf('td', [
      timeMs === null ? '' : formatCivil(timeMs, true),
      pair ?? '',
      direction ?? '',
      expirySeconds === null ? '' : `${expirySeconds} s`,
      String(stake),
      `${Number((payout * 100).toFixed(2))}%`,
      outcome,
      String(Number(profit.toFixed(8))),
    ]),
  );
  return `<table class="check__groups"><thead>${rowOf('th', headings)}</thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function rowOf(cell: 'td' | 'th', texts: readonly string[]): string {
  const cells = texts.map(
    (text) => `<${cell}>${text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] as string)}</${cell}>`,
  );
  return `<tr>${cells.join('')}</tr>`;
}
