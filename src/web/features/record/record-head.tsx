import { Fragment } from 'react';
import type { RecordSummary } from '../../../core/protocol/record-protocol.ts';
import { formatCount } from '../../lib/figures.ts';
import type { Headline } from './headline.ts';
import { PayoutField } from './payout-field.tsx';
import { formatMarketDays } from './record-format.ts';
import { stakeSentence } from './stake-sentence.ts';
import { texts, verdictTexts } from './texts.ts';

interface RecordHeadProps {
  readonly summary: RecordSummary;
  readonly headline: Headline;
  /** Why newer figures could not be had. */
  readonly problem: Error | undefined;
}

/** What the record comes to, in one line that everybody understands, and what it is of. */
export function RecordHead({ summary, headline, problem }: RecordHeadProps) {
  const { engine, engineCents, verdict } = headline;
  return (
    <header className="record__head">
      <h1>
        {lines(summary, headline).map((line) => (
          <Fragment key={line}>
            <span className="nowrap">{line}</span>{' '}
          </Fragment>
        ))}
      </h1>
      <p className="record__lead">
        {summary.label === null ? null : <b>{texts.replay({ label: summary.label })} </b>}
        {ofWhat(summary)}
      </p>
      <div className="record__lead record__stake">
        <PayoutField />
        {engine === undefined || engineCents === undefined ? null : (
          <p className="record__cents">{stakeSentence(engineCents)}</p>
        )}
        <p>{verdictTexts[verdict.code]}</p>
      </div>
      {problem === undefined ? null : (
        <output className="record__stale">{texts.stale({ problem: problem.message })}</output>
      )}
    </header>
  );
}

function lines({ engineArm }: RecordSummary, { engine, coin, needed }: Headline): string[] {
  if (engine === undefined || coin === undefined) {
    return [texts.tooEarly({ count: engineArm.settled })];
  }
  return [
    texts.rightInHundred({ count: String(engine) }),
    texts.aCoin({ count: String(coin) }),
    texts.youNeed({ count: String(needed) }),
  ];
}

function ofWhat({ engineArm, voids, fromMs, toMs }: RecordSummary): string {
  const { settled, unchanged } = engineArm;
  const all = settled + unchanged + voids.total;
  if (all === 0 || fromMs === null || toMs === null) return texts.ofNothing;
  return texts.ofWhat({
    decided: formatCount(settled),
    all: formatCount(all),
    days: formatMarketDays(fromMs, toMs),
  });
}
