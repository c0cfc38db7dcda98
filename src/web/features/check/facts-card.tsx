import type { RecordFact } from '../../../core/check/record-facts.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { howOften } from '../../lib/how-often.ts';
import { formatMachineTime } from '../../lib/formats.ts';
import { epochMs } from '../../../core/time/instant.ts';
import { factTexts, texts } from './texts.ts';
import { CheckCard, CheckFold } from './check-card.tsx';

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
            {factSentence(fact)}
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

function factSentence(fact: RecordFact): string {
  switch (fact.kind) {
    case 'losing runs':
      return factTexts.losingRuns({
        low: formatCount(fact.low),
        high: formatCount(fact.high),
        length: formatCount(fact.length),
        runs: fact.runs,
      });
    case 'cycle':
      return factTexts.cycle({
        every: formatCount(fact.every),
        alike: formatCount(fact.alike),
        of: formatCount(fact.of),
        usual: formatCount(Math.round(fact.usual)),
      });
    case 'unresolved signals':
      return factTexts.unresolvedSignals({
        unresolved: formatCount(fact.unresolved),
        signals: formatCount(fact.signals),
        rate: formatRate(fact.rateIfLost),
      });
    case 'numbers':
      return numbersSentence(fact);
    case 'empty days':
      return fact.firstEmptyMs === null
        ? factTexts.noEmptyDay({ days: formatCount(fact.days) })
        : factTexts.emptyDays({
            empty: formatCount(fact.empty),
            days: formatCount(fact.days),
            day: formatMachineTime(epochMs(fact.firstEmptyMs)).slice(0, 10),
          });
    case 'future':
      return factTexts.future({ trades: fact.trades });
    case 'closed market':
      return factTexts.closedMarket({ trades: formatCount(fact.trades), of: formatCount(fact.of) });
    case 'regular times':
      return factTexts.regularTimes({
        alike: formatCount(fact.alike),
        of: formatCount(fact.of),
        seconds: formatCount(fact.seconds),
      });
    case 'stakes know':
      return factTexts.stakesKnow({
        largeWon: formatCount(fact.large.won),
        large: formatCount(fact.large.n),
        smallWon: formatCount(fact.small.won),
        small: formatCount(fact.small.n),
        often: howOften(fact.p),
      });
    case 'even digits':
      return factTexts.evenDigits({
        of: fact.of,
        n: formatCount(fact.n),
        fewest: formatCount(fact.fewest),
        most: formatCount(fact.most),
      });
    case 'rate': {
      const expiry = expiryText(fact.longestExpirySeconds);
      const most = formatRate(fact.mostKnown);
      return fact.isUnusual
        ? factTexts.rateAbove({ rate: formatRate(fact.rate), low: formatRate(fact.low), most, expiry })
        : factTexts.rateNotAbove({ most, expiry });
    }
  }
}

function numbersSentence({ first, last, missing, examples }: RecordFact & { kind: 'numbers' }): string {
  const ends = { first: String(first), last: String(last) };
  if (missing === 0) return factTexts.noGap(ends);
  return missing > examples.length
    ? factTexts.moreGaps({ ...ends, missing: formatCount(missing), examples: examples.join(', ') })
    : factTexts.gaps({ ...ends, missing, examples: examples.join(', ') });
}

function expiryText(seconds: number): string {
  return seconds % 60 === 0
    ? factTexts.minutes({ minutes: formatCount(seconds / 60) })
    : factTexts.seconds({ seconds: formatCount(seconds) });
}
