import type { CSSProperties } from 'react';
import { type ReasonCode, type Reasons, wholeShares } from '../../core/engine/reasons.ts';
import type { Direction } from '../../core/market/direction.ts';
import { formatConfidence, formatPoints } from '../lib/figures.ts';
import { reasonTexts, whyTexts } from './decision-texts.ts';
import { PhoneFold } from './opens.tsx';
import './why-bars.css';

interface WhyBarsProps {
  readonly direction: Direction;
  /** In percent. */
  readonly confidence: number;
  readonly reasons: Reasons;
}

/** What each rule added to 50, as bars in the colour of the side that it spoke for. */
export function WhyBars({ direction, confidence, reasons }: WhyBarsProps) {
  const rows = whyRows(confidence, reasons);
  // In tenths across the whole track: the longest bar on either side of the line at 30 % just fits.
  const scale = Math.max(...rows.map(({ tenths }) => (tenths > 0 ? tenths / 0.7 : -tenths / 0.3)));
  return (
    <PhoneFold
      className="why"
      summary={whyTexts.summary({ direction, points: formatConfidence(confidence).replace('%', '') })}
    >
      <ul>
        {rows.map(({ code, tenths }) => {
          const isFor = tenths > 0;
          const side = isFor === (direction === 'CALL') ? 'call' : 'put';
          return (
            <li key={code ?? 'rest'}>
              <span>{code === undefined ? whyTexts.rest : reasonTexts[code]}</span>
              <span
                dir="ltr"
                className={`why__track why__track--${isFor ? 'for' : 'against'} why__track--${side}`}
                style={{ '--share': Math.abs(tenths) / scale } as CSSProperties}
              >
                <i />
              </span>
              <b>{formatPoints(tenths / 1000)}</b>
            </li>
          );
        })}
      </ul>
    </PhoneFold>
  );
}

/** The rules with a row of their own; the others share one, so that the rows add up. */
const MOST_RULES = 4;

export interface WhyRow {
  /** Undefined for the shared row. */
  readonly code: ReasonCode | undefined;
  /** Tenths of a percentage point, never 0; negative where it speaks against the direction. */
  readonly tenths: number;
}

/** The rows of a Why, the loudest first, at most five: in tenths that add up to the confidence as it is shown, less 50. */
export function whyRows(confidence: number, reasons: Reasons): readonly WhyRow[] {
  const total = Math.round(Math.round(confidence * 100) / 10) - 500;
  const loudest = (Object.entries(reasons) as [ReasonCode, number][]).sort(
    ([, a], [, b]) => Math.abs(b) - Math.abs(a),
  );
  if (loudest.length === 0) return [];
  const tenths = wholeShares(
    loudest.map(([, points]) => points),
    total,
  );
  const rows = loudest
    .map(([code], index): WhyRow => ({ code, tenths: tenths[index] as number }))
    .filter((row) => row.tenths !== 0);
  if (rows.length <= MOST_RULES + 1) return rows;
  const rest = rows.slice(MOST_RULES).reduce((sum, row) => sum + row.tenths, 0);
  return [...rows.slice(0, MOST_RULES), ...(rest === 0 ? [] : [{ code: undefined, tenths: rest }])];
}
