import { factSentence } from '../../../core/check/fact-texts.ts';
import type { RecordFact } from '../../../core/check/record-facts.ts';
import { formatCount } from '../../lib/figures.ts';
import { CheckCard, CheckFold } from './check-card.tsx';
import { texts } from './texts.ts';
import { WRITING } from './writing.ts';

/** What was counted in the record beside what is usual, the unusual first. */
export function FactsCard({ facts }: { readonly facts: readonly RecordFact[] }) {
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
    <CheckFold label={texts.tooGood} finding={texts.nothingUnusual}>
      {list}
    </CheckFold>
  ) : (
    <CheckCard label={texts.tooGood} aside={texts.unusual({ count: formatCount(unusual.length) })} wide={7}>
      {list}
    </CheckCard>
  );
}
