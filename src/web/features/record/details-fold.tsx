import type { ReactNode } from 'react';
import type { RecordBreakdown, RecordSummary } from '../../../core/wire/record.ts';
import { FEWEST_TO_JUDGE } from '../../../core/record/verdict.ts';
import { formatCount } from '../../lib/figures.ts';
import { Fact } from '../../ui/fact.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { signalWords } from '../../ui/signal-texts.ts';
import { ChartTables, rateOrNone } from './chart-tables.tsx';
import { notScoredRows } from './not-scored.ts';
import type { RecordSelection } from './record-api.ts';
import { RecordChoiceMenu } from './record-choice.tsx';
import { FigureTable } from './figure-table.tsx';
import { modeTexts, texts } from './texts.ts';

interface DetailsProps {
  readonly summary: RecordSummary;
  readonly breakEven: number;
  readonly onSelect: (selection: RecordSelection) => void;
  /** Takes the listed signals away. */
  readonly exports: ReactNode;
}

/** What the figures are made of: by pair, kind and timeframe, what is in no rate, the charts as tables, files. */
export function Details({ summary, breakEven, onSelect, exports }: DetailsProps) {
  return (
    <>
      <RecordChoiceMenu summary={summary} onChange={onSelect} />
      <BreakdownTable
        caption={texts.byPair}
        unit={signalWords.pair}
        breakdown={summary.byPair}
        nameOf={String}
      />
      <BreakdownTable
        caption={texts.byKind}
        unit={texts.kind}
        breakdown={summary.byMode}
        nameOf={(mode) => modeTexts[mode]}
      />
      <BreakdownTable
        caption={texts.byTimeframe}
        unit={uiTexts.timeframe}
        breakdown={summary.byTimeframe}
        nameOf={String}
      />
      <dl className="pairs">
        {notScoredRows(summary).map(({ name, count, note }) => (
          <Fact key={name} name={name}>
            <b>{formatCount(count)}</b>
            {note === undefined ? null : <small>{note}</small>}
          </Fact>
        ))}
      </dl>
      <p className="hint">{texts.notScored}</p>
      <ChartTables summary={summary} breakEven={breakEven} />
      {exports}
    </>
  );
}

/** The win rate by one property of the signals, the coin's beside it; rates of too few signals stand back. */
function BreakdownTable<Key extends string>({
  caption,
  unit,
  breakdown,
  nameOf,
}: {
  readonly caption: string;
  /** The first column's head. */
  readonly unit: string;
  readonly breakdown: RecordBreakdown<Key>;
  readonly nameOf: (key: Key) => string;
}) {
  return (
    <FigureTable
      caption={caption}
      head={[unit, texts.decided, signalWords.engine, signalWords.coin]}
      rows={breakdown.cells.map(({ key, settled, rate, controlRate }) => ({
        name: nameOf(key),
        values: [formatCount(settled), rateOrNone(rate), rateOrNone(controlRate)],
        isFaint: settled < FEWEST_TO_JUDGE,
      }))}
    />
  );
}
