import { confidenceText } from './confidence-text.ts';
import type { Rule } from './feature-table.ts';

/** What a rule added to the confidence of a signal, in percentage points; negative when it spoke against it. */
export interface Reason {
  readonly rule: Rule;
  readonly points: number;
}

/** One plain line: the side, the confidence, and the rules that spoke loudest, for it and against it. */
export function explainSignal(
  direction: 'CALL' | 'PUT',
  confidencePercent: number,
  reasons: readonly Reason[],
): string {
  const spoken = reasons.filter(({ points }) => Math.abs(points) >= 0.05).slice(0, 4);
  const side = direction === 'CALL' ? 'up' : 'down';
  const head = `${direction} ${confidenceText(confidencePercent)}`;
  if (spoken.length === 0)
    return `${head}: hardly likelier ${side}; no rule speaks for more than 0.05 points.`;
  const parts = spoken.map(
    ({ rule, points }) => `${rule} ${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(1)}`,
  );
  return `${head}: 50 and, in points for ${side}, ${parts.join(', ')}${spoken.length < reasons.length ? ', the rest little' : ''}.`;
}
