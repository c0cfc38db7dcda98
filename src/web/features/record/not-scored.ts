import type { RecordSummary } from '../../../core/wire/record.ts';
import { formatCount } from '../../lib/figures.ts';
import { abstentionWords } from '../../ui/abstention-words.ts';
import { outcomeTexts } from '../../ui/measured-texts.ts';
import { voidTexts } from '../../ui/reason-texts.ts';
import { formatSpan } from './record-format.ts';
import { texts } from './texts.ts';

interface NotScoredRow {
  readonly name: string;
  readonly count: number;
  readonly note?: string | undefined;
}

/** As many reasons are named; the rest is counted together. */
const MOST_REASONS = 4;

type Unscored = Pick<RecordSummary, 'voids' | 'abstentions' | 'outages'> & {
  readonly engineArm: Pick<RecordSummary['engineArm'], 'unchanged'>;
};

/** The rows on what is not scored, reasons in plain words, the most frequent first. */
export function notScoredRows({ engineArm, voids, abstentions, outages }: Unscored): readonly NotScoredRow[] {
  return [
    { name: outcomeTexts.unchanged, count: engineArm.unchanged, note: texts.unchangedNote },
    {
      name: outcomeTexts.void,
      count: voids.total,
      note: reasons(voids.byReason.map(({ reason, count }) => [voidTexts[reason], count])),
    },
    {
      name: texts.abstentions,
      count: abstentions.total,
      note: pairByPair(abstentions.byReason.map(({ reason, pairs }) => [abstentionWords(reason), pairs])),
    },
    {
      name: texts.outages,
      count: outages.total,
      note: outages.total === 0 ? undefined : texts.outageTime({ span: formatSpan(outages.totalMs) }),
    },
  ];
}

/** Each pair of a decision has its own reason: they add up to more than the decisions. */
function pairByPair(counted: Parameters<typeof reasons>[0]): string | undefined {
  const said = reasons(counted);
  return said === undefined ? undefined : texts.pairByPair({ reasons: said });
}

function reasons(counted: readonly (readonly [text: string, count: number])[]): string | undefined {
  const sorted = counted.filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a);
  if (sorted.length === 0) return undefined;
  const named = sorted
    .slice(0, MOST_REASONS)
    .map(([text, count]) => texts.reason({ text, count: formatCount(count) }));
  const rest = sorted.slice(MOST_REASONS).reduce((sum, [, count]) => sum + count, 0);
  return [...named, ...(rest === 0 ? [] : [texts.otherReasons({ count: formatCount(rest) })])].join('; ');
}
