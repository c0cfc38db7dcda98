import { factSentence } from '../../../core/check/fact-texts.ts';
import type { RecordFact } from '../../../core/check/record-facts.ts';
import { formatCount } from '../../lib/figures.ts';
import { BodyCard } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { texts } from './texts.ts';
import { WRITING } from './writing.ts';

interface FactsCardProps {
  readonly facts: readonly RecordFact[];
  /** Where another card stands beside it. */
  readonly isNarrow?: boolean;
}

/** What was counted in the record beside what is usual, the unusual first. */
export function FactsCard({ facts, isNarrow = false }: FactsCardProps) {
  if (facts.length === 0) return null;
  const unusual = facts.filter(({ isUnusual }) => isUnusual);
  const ordered = [...unusual, ...facts.filter(({ isUnusual }) => !isUnusual)];
  const list = (
    <>
      <ul className="check__facts">
        {ordered.map((fact) => (
          <li key={fact.kind} data-unusual={fact.isUnusual || undefined}>
            {factSentence(fact, WRITING)}
          </li>
        ))}
      </ul>
      <p className="hint">{texts.unusualMeans}</p>
    </>
  );
  // What is unusual stays open.
  return unusual.length === 0 ? (
    <Fold label={texts.tooGood} hint={texts.nothingUnusual}>
      {list}
    </Fold>
  ) : (
    <BodyCard
      label={texts.tooGood}
      aside={texts.unusual({ count: formatCount(unusual.length) })}
      className={isNarrow ? 'c7' : 'c12'}
    >
      {list}
    </BodyCard>
  );
}
