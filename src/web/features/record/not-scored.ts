import { abstentionText } from '../../../core/signals/round-verdicts.ts';
import { VOID_REASONS } from '../../../core/signals/ledger-entry.ts';
import type { RecordSummary } from '../../../core/protocol/record-protocol.ts';
import { formatCount } from '../../lib/figures.ts';
import type { NotScoredRow } from './comparison-cards.tsx';
import { formatSpan } from './record-format.ts';

/** As many reasons are named; the rest is counted together. */
const MOST_REASONS = 4;

type Unscored = Pick<RecordSummary, 'voids' | 'abstentions' | 'outages'> & {
  readonly engineArm: Pick<RecordSummary['engineArm'], 'unchanged'>;
};

/** The rows of the card on what is not scored, reasons in plain words, the most frequent first. */
export function notScoredRows({ engineArm, voids, abstentions, outages }: Unscored): readonly NotScoredRow[] {
  return [
    { name: 'Unchanged', count: engineArm.unchanged, note: 'the price at expiry was the price at the start' },
    {
      name: 'Void',
      count: voids.total,
      note: reasons(voids.byReason.map(({ reason, count }) => [VOID_REASONS[reason], count])),
    },
    {
      name: 'Decisions without a signal',
      count: abstentions.total,
      note: reasons(abstentions.byReason.map(({ reason, pairs }) => [abstentionText(reason), pairs])),
    },
    {
      name: 'Outages',
      count: outages.total,
      note: outages.total === 0 ? undefined : `${formatSpan(outages.totalMs)} in all`,
    },
  ];
}

function reasons(counted: readonly (readonly [text: string, count: number])[]): string | undefined {
  const sorted = counted.filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a);
  if (sorted.length === 0) return undefined;
  const named = sorted.slice(0, MOST_REASONS).map(([text, count]) => `${text} (${formatCount(count)})`);
  const rest = sorted.slice(MOST_REASONS).reduce((sum, [, count]) => sum + count, 0);
  return [...named, ...(rest === 0 ? [] : [`other reasons (${formatCount(rest)})`])].join('; ');
}
