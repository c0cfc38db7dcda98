import { type ReasonCode, type Reasons, wholeShares } from '../../core/engine/reasons.ts';

/** As many rules have a row; the others share one, so that the rows add up. */
const MOST_RULES = 4;

export interface WhyRow {
  /** Undefined for all the rest. */
  readonly code: ReasonCode | undefined;
  /** Tenths of a percentage point, never 0; negative where it speaks against the direction. */
  readonly tenths: number;
}

/** The rows of a Why, the loudest first, at most five: in tenths that add up to the confidence as it is shown, less 50. */
export function whyRows(confidence: number, reasons: Reasons): readonly WhyRow[] {
  const shown = Math.round(Math.round(confidence * 100) / 10) - 500;
  const loudest = (Object.entries(reasons) as [ReasonCode, number][]).sort(
    ([, a], [, b]) => Math.abs(b) - Math.abs(a),
  );
  if (loudest.length === 0) return [];
  const tenths = wholeShares(
    loudest.map(([, points]) => points),
    shown,
  );
  const rows = loudest
    .map(([code], index): WhyRow => ({ code, tenths: tenths[index] as number }))
    .filter((row) => row.tenths !== 0);
  if (rows.length <= MOST_RULES + 1) return rows;
  const rest = rows.slice(MOST_RULES).reduce((sum, row) => sum + row.tenths, 0);
  return [...rows.slice(0, MOST_RULES), ...(rest === 0 ? [] : [{ code: undefined, tenths: rest }])];
}
