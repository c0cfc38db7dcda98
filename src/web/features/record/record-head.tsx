import type { ComponentProps } from 'react';
import type { RecordSummary } from '../../../core/wire/record.ts';
import { priceLabelText } from '../../lib/market/price-label.ts';
import { formatCount } from '../../lib/figures.ts';
import { Explained } from '../../ui/explained.tsx';
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
        <Lines summary={summary} headline={headline} />
      </h1>
      <p className="record__lead">
        {summary.label === null ? null : <b>{texts.replay({ label: priceLabelText(summary.label) })} </b>}
        {ofWhat(summary)}
      </p>
      <div className="record__lead record__stake">
        <PayoutField />
        {engine === undefined || engineCents === undefined ? null : (
          <p className="record__cents">
            <Explained what="cents">{stakeSentence(engineCents)}</Explained>
          </p>
        )}
        <p>{verdictTexts[verdict.code]}</p>
      </div>
      {problem === undefined ? null : (
        <output className="record__stale">{texts.stale({ problem: problem.message })}</output>
      )}
    </header>
  );
}

function Lines({ summary, headline }: Pick<RecordHeadProps, 'summary' | 'headline'>) {
  const { engine, coin, needed } = headline;
  if (engine === undefined || coin === undefined) {
    return texts.tooEarly({ count: summary.engineArm.settled });
  }
  return (
    <>
      <Line what="inHundred">{texts.rightInHundred({ count: formatCount(engine) })}</Line>{' '}
      <Line what="coin">{texts.aCoin({ count: formatCount(coin) })}</Line>{' '}
      <Line what="needed">{texts.youNeed({ count: formatCount(needed) })}</Line>
    </>
  );
}

function Line(props: ComponentProps<typeof Explained>) {
  return (
    <span className="nowrap">
      <Explained {...props} />
    </span>
  );
}

function ofWhat({ engineArm, voids, fromMs, toMs }: RecordSummary): string {
  const { settled, unchanged } = engineArm;
  const all = settled + unchanged + voids.total;
  if (all === 0 || fromMs === null || toMs === null) return texts.ofNothing;
  return texts.ofWhat({
    decided: formatCount(settled),
    all,
    days: formatMarketDays(fromMs, toMs),
  });
}
