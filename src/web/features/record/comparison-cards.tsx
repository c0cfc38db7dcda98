import type { RecordSummary } from '../../../core/protocol/record-protocol.ts';
import { formatCount, formatPoints, formatRate, formatRates, formatScore } from '../../lib/figures.ts';
import { Card } from '../../ui/card.tsx';

const NONE = '\u2013';

/** The engine beside the draw: the same pairs, starts and expiries, with a direction drawn at random. */
export function ControlCard({ summary }: { readonly summary: RecordSummary }) {
  const { engineArm, controlArm, difference } = summary;
  return (
    <Card label="Engine against a random draw">
      <dl className="pairs">
        <Pair
          name="Market engine"
          value={engineArm.rate === null ? NONE : formatRate(engineArm.rate)}
          note={`95% interval ${formatRates(engineArm.watched)}`}
        />
        <Pair
          name="Random control"
          value={controlArm.rate === null ? NONE : formatRate(controlArm.rate)}
          note={`95% interval ${formatRates(controlArm.watched)}`}
        />
        <Pair
          name="Difference"
          value={difference.value === null ? NONE : `${formatPoints(difference.value)} points`}
          note={`95% interval ${formatPoints(difference.interval.low)} to ${formatPoints(difference.interval.high)}`}
        />
      </dl>
      <p className="card__hint card__hint--foot">
        With every signal a direction is drawn at random for the same pair, start and expiry, recorded and
        settled alike.
        {difference.interval.low <= 0 && difference.interval.high >= 0
          ? ' So far the engine cannot be told from it.'
          : difference.interval.low > 0
            ? ' The engine does better.'
            : ' The engine does worse.'}
      </p>
    </Card>
  );
}

/** How good the stated chances are, against a coin that always says 50 %. */
export function ScoresCard({ summary }: { readonly summary: RecordSummary }) {
  const { brier, logLoss } = summary;
  return (
    <Card label="Are the stated chances worth anything">
      <dl className="pairs">
        <Pair
          name="Brier score"
          value={brier.value === null ? NONE : formatScore(brier.value)}
          note={`a coin: ${formatScore(brier.coin)}`}
        />
        <Pair
          name="Log loss"
          value={logLoss.value === null ? NONE : formatScore(logLoss.value)}
          note={`a coin: ${formatScore(logLoss.coin)}`}
        />
      </dl>
      <p className="card__hint card__hint--foot">Lower is better. A coin says 50% every time.</p>
    </Card>
  );
}

/** What is in no rate, and how often: unchanged, void, decisions without a signal, and times without prices. */
export function NotScoredCard({ rows }: { readonly rows: readonly NotScoredRow[] }) {
  return (
    <Card label="Not scored, and why">
      <dl className="pairs">
        {rows.map(({ name, count, note }) => (
          <Pair key={name} name={name} value={formatCount(count)} note={note} />
        ))}
      </dl>
    </Card>
  );
}

export interface NotScoredRow {
  readonly name: string;
  readonly count: number;
  readonly note?: string | undefined;
}

function Pair({ name, value, note }: { name: string; value: string; note?: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        {note === undefined ? null : <span> {note}</span>}
      </dd>
    </div>
  );
}
