import type { RecordSummary } from '../../../core/wire/record.ts';
import { FEWEST_TO_JUDGE } from '../../../core/record/verdict.ts';
import { formatCount, formatRate, formatTenths } from '../../lib/figures.ts';
import { Picture } from '../../ui/picture.tsx';
import { multiples, stepOf } from '../../ui/ticks.ts';
import { texts } from './texts.ts';

const SIZE = 200;
/** Bins with fewer signals have no dot. */
const FEWEST_FOR_A_DOT = 20;
/** The scale reaches from 46 to 60 % at least. */
const LOW = 46;
const HIGH = 60;
const MOST_TICKS = 8;

/** The stated confidence against the share that won, both on one scale: on the diagonal they agree. */
export function Calibration({ bins }: { readonly bins: Bins }) {
  const dots = decidedBins(bins)
    .filter(({ settled }) => settled >= FEWEST_FOR_A_DOT)
    .map((bin) => ({ ...bin, rate: bin.rate * 100, stated: bin.stated * 100 }));
  const values = dots.flatMap(({ rate, stated }) => [rate, stated]);
  const low = Math.min(LOW, 2 * Math.floor(Math.min(...values) / 2 - 0.5));
  const high = Math.max(HIGH, 2 * Math.ceil(Math.max(...values) / 2 + 0.5));
  const x = (value: number) => ((value - low) / (high - low)) * SIZE;
  const y = (value: number) => SIZE - x(value);
  const inside = (value: number) => Math.min(high, Math.max(low, value));
  const ticks = multiples(stepOf((high - low) / MOST_TICKS), low + 1, high - 1);
  const largest = Math.max(...dots.map(({ settled }) => settled), 1);
  return (
    <>
      <Picture label={sentence(bins)}>
        <svg className="square figure" viewBox="-26 -18 232 254" aria-hidden="true">
          <rect className="square__line" width={SIZE} height={SIZE} />
          {ticks.map((value) => (
            <g key={value}>
              <path className="square__line" d={`M${x(value)} 0V${SIZE}M0 ${y(value)}H${SIZE}`} />
              <text x={x(value)} y={SIZE + 16} textAnchor="middle">
                {value}
              </text>
              <text x="-7" y={y(value) + 4} textAnchor="end">
                {value}
              </text>
            </g>
          ))}
          <text x={SIZE} y={SIZE + 32} textAnchor="end">
            {texts.said}
          </text>
          <text x="-22" y="-7">
            {texts.cameTrue}
          </text>
          <path className="square__diagonal" d={`M0 ${SIZE}L${SIZE} 0`} />
          {dots.map(({ from, settled, rate, stated, interval }) => (
            <g key={from}>
              {settled < FEWEST_TO_JUDGE ? null : (
                <path
                  className="square__reach"
                  d={`M${x(stated)} ${y(inside(interval.low * 100))}V${y(inside(interval.high * 100))}`}
                />
              )}
              <circle
                className={settled < FEWEST_TO_JUDGE ? 'square__dot square__dot--few' : 'square__dot'}
                cx={x(stated)}
                cy={y(rate)}
                r={2 + 8 * Math.sqrt(settled / largest)}
              />
            </g>
          ))}
        </svg>
      </Picture>
      <p className="hint">{texts.calibrationHint}</p>
    </>
  );
}

type Bins = RecordSummary['bins'];

/** The bins that have decided signals. */
function decidedBins({ cells }: Bins) {
  return cells.flatMap(({ stated, rate, ...bin }) =>
    stated === null || rate === null ? [] : [{ ...bin, stated, rate }],
  );
}

/** The stated confidence and the share that won of all decided signals; undefined while no bin has enough for a dot. */
export function calibrationHint(bins: Bins): string | undefined {
  const all = decidedBins(bins);
  if (!all.some(({ settled }) => settled >= FEWEST_FOR_A_DOT)) return undefined;
  const count = all.reduce((sum, { settled }) => sum + settled, 0);
  const mean = (of: 'stated' | 'rate') => all.reduce((sum, bin) => sum + bin[of] * bin.settled, 0) / count;
  return texts.saidAndCame({
    said: formatTenths(100 * mean('stated')),
    came: formatTenths(100 * mean('rate')),
  });
}

function sentence(bins: Bins): string {
  const parts = decidedBins(bins).map(({ stated, rate, settled }) =>
    texts.calibrationPart({
      said: formatRate(stated),
      true: formatRate(rate),
      signals: formatCount(settled),
    }),
  );
  return texts.calibrationSentence({ parts: parts.join('; ') });
}
