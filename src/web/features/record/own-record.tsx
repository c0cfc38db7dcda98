import { FEWEST_TRADES } from '../../../core/check/luck.ts';
import { MINUTE_MS } from '../../../core/time/instant.ts';
import type { Outcome } from '../../../core/signals/ledger-entry.ts';
import type { RecordSummary, TakenSignals } from '../../../core/wire/record.ts';
import { type ApiClient, ApiError } from '../../lib/api-client.ts';
import { formatAge, formatCount } from '../../lib/figures.ts';
import { useLoader } from '../../lib/loader.ts';
import { Card, Fact } from '../../ui/card.tsx';
import { FileButtons } from './exports.tsx';
import { texts } from './texts.ts';

interface OwnRecordProps {
  readonly api: ApiClient;
  readonly summary: RecordSummary;
}

/**
 * The signals that the trader took, beside all of the engine's. Nothing where none was taken, the server keeps none, or of another ledger. It
 * stands last on the page: its answer comes after the record's, and nothing moves.
 */
export function OwnRecord({ api, summary: { ledger, engineArm } }: OwnRecordProps) {
  const { value, problem } = useLoader(
    (signal) => api.json<TakenSignals>('/api/taken', { signal }),
    MINUTE_MS,
  );
  if (problem instanceof ApiError && problem.status === 404) return null;
  if (value === undefined ? problem === undefined : value.total === 0 || value.ledger !== ledger) return null;
  return (
    <Card label={texts.ownRecord} className="c12">
      {value === undefined ? (
        <p className="card__body">{problem?.message}</p>
      ) : (
        <div className="card__body">
          <dl className="pairs">
            <Fact name={texts.taken}>
              <b>{wonOf(value.signals.map(({ outcome }) => outcome))}</b>
            </Fact>
            <Fact name={texts.takenLate}>
              <b>{wonOf(value.signals.map(({ lateOutcome }) => lateOutcome))}</b>
            </Fact>
            <Fact name={texts.allOfEngine}>
              <b>{countText(engineArm.won, engineArm.settled)}</b>
            </Fact>
          </dl>
          <p>{facts(value)}</p>
          <FileButtons
            legend={texts.ownFiles}
            name="pipcast-taken"
            load={(format) => api.ask(`/api/taken.${format}`, (answer) => answer.blob())}
          />
        </div>
      )}
    </Card>
  );
}

function facts({ signals, total }: TakenSignals): string {
  const delays = signals.map(({ delayMs }) => delayMs).sort((a, b) => a - b);
  // Two have no middle: the later one says what holds for both.
  const middle = delays.length === 2 ? 1 : Math.ceil(delays.length / 2) - 1;
  const open = signals.filter(({ outcome }) => outcome === null).length;
  return [
    texts.takenDelay({ count: delays.length, delay: formatAge(delays[middle] ?? 0) }),
    ...(open === 0 ? [] : [texts.notSettled({ count: open })]),
    ...(total === signals.length
      ? []
      : [texts.newestTaken({ count: formatCount(signals.length), total: formatCount(total) })]),
    texts.ownPrices,
  ].join(' ');
}

function wonOf(outcomes: readonly (Outcome | null)[]): string {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  return countText(count('won'), count('won') + count('lost'));
}

function countText(won: number, decided: number): string {
  const are = decided < FEWEST_TRADES ? 'few' : 'enough';
  return texts.wonOf({ are, won: formatCount(won), decided: formatCount(decided) });
}
