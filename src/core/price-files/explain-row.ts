import { excerpt } from './detect-layout.ts';
import type { ColumnRole, Layout } from './layout.ts';

const PRICES = new Set<ColumnRole>(['open', 'high', 'low', 'close', 'bid', 'ask']);

/**
 * Says in words why a line is not a row of its layout, naming the column and what it holds. Slow, and meant for the few
 * lines that the decoder refused.
 */
export function explainRow(text: string, layout: Layout): string {
  const fields = text.replace(/\r$/, '').split(String.fromCharCode(layout.delimiter));
  if (fields.length !== layout.roles.length) {
    return `has ${fields.length} columns instead of ${layout.roles.length}: ${excerpt(text)}`;
  }
  const values = new Map<ColumnRole, number>();
  for (const [column, role] of layout.roles.entries()) {
    const field = (fields[column] ?? '').trim();
    if (!PRICES.has(role)) continue;
    const problem = priceProblem(field);
    if (problem !== undefined) return `has ${article(role)} that ${problem}: ${excerpt(field)}`;
    values.set(role, Number(field));
  }
  return rangeProblem(values) ?? `has a time that cannot be read or does not exist: ${excerpt(text)}`;
}

function priceProblem(field: string): string | undefined {
  if (field === '') return 'is missing';
  if (/^\d+,\d+$/.test(field)) return 'is written with a decimal comma (export with a point)';
  const value = Number(field);
  if (Number.isNaN(value)) return 'is not a number';
  if (value < 0) return 'is negative';
  if (value === 0) return 'is zero';
  if (!/^\d*\.?\d*$/.test(field)) return 'is not written as a plain decimal';
  if (value > 2147) return 'is too large for a price of these pairs';
  if (field.replace('.', '').length > 15) return 'has more digits than a price can have';
  return undefined;
}

function rangeProblem(values: ReadonlyMap<ColumnRole, number>): string | undefined {
  const open = values.get('open');
  const high = values.get('high');
  const low = values.get('low');
  const close = values.get('close');
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined;
  if (high < low) return `has a high (${high}) below its low (${low})`;
  if (high < Math.max(open, close)) return `has a high (${high}) below its open or close`;
  if (low > Math.min(open, close)) return `has a low (${low}) above its open or close`;
  return undefined;
}

function article(role: ColumnRole): string {
  return role === 'open' || role === 'ask' ? `an ${role}` : `a ${role}`;
}
