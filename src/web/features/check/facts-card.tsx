import { factSentence } from '../../../core/check/fact-sentence.ts';
import type { RecordFact } from '../../../core/check/record-facts.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { Card } from '../../ui/card.tsx';

const WRITING = { count: formatCount, rate: formatRate };

/** What was counted in the record beside what is usual, the unusual first. */
export function FactsCard({ facts }: { readonly facts: readonly RecordFact[] }) {
  if (facts.length === 0) return null;
  const unusual = facts.filter(({ isUnusual }) => isUnusual);
  const ordered = [...unusual, ...facts.filter(({ isUnusual }) => !isUnusual)];
  return (
    <Card
      label="Too good to be a record?"
      aside={unusual.length === 0 ? 'nothing unusual' : `${formatCount(unusual.length)} unusual`}
      className="check__wide7"
    >
      <div className="card__body">
        <ul className="check__facts">
          {ordered.map((fact) => (
            <li key={fact.kind} data-unusual={fact.isUnusual || undefined}>
              {factSentence(fact, WRITING)}
            </li>
          ))}
        </ul>
        <p className="check__hint">
          Unusual: fewer than 1 in 100 fair records show it, or something is missing. Why it is so is not
          known from this.
        </p>
      </div>
    </Card>
  );
}
