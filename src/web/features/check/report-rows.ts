import type { Trade } from '../../../core/check/trade.ts';
import { formatCivil } from '../../../core/time/civil-date.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The trades as a table in HTML, a row each; times are those of the file, UTC where it names zones. */
export function reportRows(trades: readonly Trade[]): string {
  const rows = trades.map(({ timeMs, pair, direction, expirySeconds, stake, payout, outcome, profit }) =>
    rowOf('td', [
      timeMs === null ? '' : formatCivil(timeMs, 0, true),
      pair ?? '',
      direction ?? '',
      expirySeconds === null ? '' : `${expirySeconds} s`,
      String(stake),
      `${Number((payout * 100).toFixed(2))}%`,
      outcome,
      String(Number(profit.toFixed(8))),
    ]),
  );
  const head = rowOf('th', ['Time', 'Pair', 'Direction', 'Expiry', 'Stake', 'Payout', 'Result', 'Profit']);
  return `<h2>The trades</h2><table class="check__groups"><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function rowOf(cell: 'td' | 'th', texts: readonly string[]): string {
  const cells = texts.map(
    (text) => `<${cell}>${text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] as string)}</${cell}>`,
  );
  return `<tr>${cells.join('')}</tr>`;
}
