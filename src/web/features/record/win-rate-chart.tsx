import type { RecordPoint, RecordSummary } from '../../../core/protocol/record-protocol.ts';
import { formatCount, formatRate, formatRates } from '../../lib/figures.ts';
import { formatInstant } from './record-format.ts';
import { TableTwin } from './table-twin.tsx';
import { timeLabels } from './time-labels.ts';
import './plot.css';

const WIDTH = 1000;
const HEIGHT = 300;
/** The chart shows at least this much on either side of 50 %. */
const LEAST_REACH = 0.1;
/** Labels and lines closer than this, in units of the height, would touch. */
const LABEL_HEIGHT = 26;

/** Where a label stands at its instant; those at the quarters leave where there is no room, that in the middle where there is even less. */
const X_CLASSES: Readonly<Record<number, string>> = {
  0.25: 'plot__x--mid plot__x--spare',
  0.5: 'plot__x--mid plot__x--second',
  0.75: 'plot__x--mid plot__x--spare',
  1: 'plot__x--end',
};

interface WinRateChartProps {
  readonly summary: RecordSummary;
  readonly breakEven: number;
}

/** The win rate as it went, with the band that holds however often one looks, the random control and the break-even line. */
export function WinRateChart({ summary, breakEven }: WinRateChartProps) {
  const { points } = summary;
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const reach = reachOf(points, breakEven);
  const x = (point: RecordPoint) =>
    last.atMs === first.atMs ? WIDTH : ((point.atMs - first.atMs) / (last.atMs - first.atMs)) * WIDTH;
  const y = (rate: number) => (0.5 - (rate - 0.5) / (2 * reach)) * HEIGHT;
  const line = (rateOf: (point: RecordPoint) => number) =>
    points
      .map(
        (point, index) => `${index === 0 ? 'M' : 'L'}${x(point).toFixed(1)} ${y(rateOf(point)).toFixed(1)}`,
      )
      // A line of no length is drawn as a dot: the first signal shows.
      .join('')
      .concat('h0');
  const band = `${line(({ watched }) => watched.high)}${points
    .toReversed()
    .map((point) => `L${x(point).toFixed(1)} ${y(point.watched.low).toFixed(1)}`)
    .join('')}Z`;
  const below = last.rate < breakEven ? 'below' : 'above';
  return (
    <section className="card c8" aria-label="Win rate over time">
      <div className="card__head">
        <h2>Win rate over time</h2>
        <Key summary={summary} />
      </div>
      <div className="card__body">
        <figure
          className="plot plot--tall"
          aria-label={`The market engine ends at ${formatRate(last.rate)}, interval ${formatRates(last.watched)}, ${below} the break-even of ${formatRate(breakEven)}. The random control ends at ${formatRate(last.controlRate)}.`}
        >
          <div className="plot__area">
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              <path className="plot__band" d={band} />
              {ticksOf(reach).map((rate) => (
                <line key={rate} className="plot__grid" x1="0" x2={WIDTH} y1={y(rate)} y2={y(rate)} />
              ))}
              <line className="plot__even" x1="0" x2={WIDTH} y1={y(breakEven)} y2={y(breakEven)} />
              <path className="plot__control" d={line(({ controlRate }) => controlRate)} />
              <path className="plot__engine" d={line(({ rate }) => rate)} />
            </svg>
            <RateLabels reach={reach} breakEven={breakEven} y={y} />
            {timeLabels(first.atMs, last.atMs).map(({ share, text }) => (
              <span
                key={share}
                className={`plot__x ${X_CLASSES[share] ?? ''}`}
                style={{ insetInlineStart: `${share * 100}%` }}
              >
                {text}
              </span>
            ))}
          </div>
        </figure>
        <PointsTable points={points} />
      </div>
    </section>
  );
}

function Key({ summary: { engineArm, controlArm } }: { readonly summary: RecordSummary }) {
  return (
    <ul className="key">
      <li>
        <KeyLine className="plot__engine" /> Market engine{' '}
        <b>{engineArm.rate === null ? '' : formatRate(engineArm.rate)}</b>
      </li>
      <li>
        <svg viewBox="0 0 20 8" aria-hidden="true">
          <rect className="plot__band" width="20" height="8" rx="2" />
        </svg>
        95% interval
      </li>
      <li>
        <KeyLine className="plot__control" /> Random control{' '}
        <b>{controlArm.rate === null ? '' : formatRate(controlArm.rate)}</b>
      </li>
    </ul>
  );
}

interface RateLabelsProps {
  readonly reach: number;
  readonly breakEven: number;
  readonly y: (rate: number) => number;
}

function RateLabels({ reach, breakEven, y }: RateLabelsProps) {
  return (
    <>
      {ticksOf(reach).map((rate) =>
        Math.abs(y(rate) - y(breakEven)) < LABEL_HEIGHT ? null : (
          <span key={rate} className="plot__y" style={{ insetBlockStart: percentOf(y(rate)) }}>
            {Math.round(rate * 100)}%
          </span>
        ),
      )}
      <span className="plot__y plot__y--strong" style={{ insetBlockStart: percentOf(y(breakEven)) }}>
        {formatRate(breakEven)}
      </span>
      <span
        className={y(breakEven) < LABEL_HEIGHT ? 'plot__note plot__note--under' : 'plot__note'}
        style={{ insetBlockStart: percentOf(y(breakEven)) }}
      >
        Break-even
      </span>
    </>
  );
}

function PointsTable({ points }: { readonly points: readonly RecordPoint[] }) {
  return (
    <TableTwin
      caption="Win rate over time"
      head={['Settled at', 'Signals', 'Engine', '95% interval', 'Control']}
    >
      {points.map((point) => (
        <tr key={point.settled}>
          <th scope="row">{formatInstant(point.atMs)}</th>
          <td className="number">{formatCount(point.settled)}</td>
          <td className="number">{formatRate(point.rate)}</td>
          <td className="number">{formatRates(point.watched)}</td>
          <td className="number">{formatRate(point.controlRate)}</td>
        </tr>
      ))}
    </TableTwin>
  );
}

function KeyLine({ className }: { readonly className: string }) {
  return (
    <svg viewBox="0 0 20 8" aria-hidden="true">
      <path className={className} d="M0 4h20" />
    </svg>
  );
}

/** How far from 50 % the chart reaches: the lines and the break-even fit, the band of the first few signals need not. */
function reachOf(points: readonly RecordPoint[], breakEven: number): number {
  const late = points.slice(Math.floor(points.length / 4));
  const rates = [breakEven, ...late.flatMap(({ rate, controlRate }) => [rate, controlRate])];
  const widest = Math.max(...rates.map((rate) => Math.abs(rate - 0.5)));
  return Math.min(0.5, Math.max(LEAST_REACH, Math.ceil((widest + 0.02) * 20) / 20));
}

function ticksOf(reach: number): readonly number[] {
  const step = reach <= 0.15 ? 0.05 : reach <= 0.3 ? 0.1 : 0.25;
  const count = Math.floor((reach + 1e-9) / step);
  return Array.from({ length: 2 * count + 1 }, (_, index) => 0.5 + (index - count) * step);
}

function percentOf(y: number): string {
  return `${((y / HEIGHT) * 100).toFixed(2)}%`;
}
