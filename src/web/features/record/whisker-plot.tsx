import { formatRate } from '../../lib/figures.ts';
import './plot.css';

/** One win rate in a plot, in the middle of its slot. */
export interface Whisker {
  /** Counted from the left, 0 first. */
  readonly slot: number;
  readonly rate: number;
  readonly interval: { readonly low: number; readonly high: number };
  /** What was promised, as a bar across. */
  readonly stated?: number | null;
  /** Of too few signals to say anything. */
  readonly isFaint: boolean;
}

interface WhiskerPlotProps {
  /** The plot in one sentence. */
  readonly label: string;
  readonly whiskers: readonly Whisker[];
  /** Under each slot; an empty text leaves the slot without. */
  readonly slotLabels: readonly string[];
  /** A line across all slots, such as break-even. */
  readonly line?: number;
}

/** Win rates side by side, each with its interval; intervals are cut off at the edge, rates never are. */
export function WhiskerPlot({ label, whiskers, slotLabels, line }: WhiskerPlotProps) {
  const { low, high } = reachOf(whiskers, line);
  const share = (rate: number) => (high - Math.min(high, Math.max(low, rate))) / (high - low);
  const top = (rate: number) => percent(share(rate));
  const left = (slot: number) => percent((slot + 0.5) / slotLabels.length);
  const ticks = ticksBetween(low, high);
  const named = (slot: number) => slotLabels.slice(0, slot).filter((text) => text !== '').length;
  return (
    <figure className="plot" aria-label={label}>
      <div className="plot__area" aria-hidden="true">
        {ticks.map((rate) => (
          <i key={rate} className="plot__rule" style={{ insetBlockStart: top(rate) }} />
        ))}
        {ticks
          .filter((rate) => line === undefined || Math.abs(share(rate) - share(line)) > 0.09)
          .map((rate) => (
            <span key={rate} className="plot__y" style={{ insetBlockStart: top(rate) }}>
              {Math.round(rate * 100)}%
            </span>
          ))}
        {line === undefined ? null : (
          <>
            <i className="plot__rule plot__rule--strong" style={{ insetBlockStart: top(line) }} />
            <span className="plot__y plot__y--strong" style={{ insetBlockStart: top(line) }}>
              {formatRate(line)}
            </span>
          </>
        )}
        {whiskers.map(({ slot, rate, interval, stated, isFaint }) => (
          <span key={slot} className={isFaint ? 'plot__faint' : undefined}>
            <i
              className="plot__whisker"
              style={{
                insetInlineStart: left(slot),
                insetBlockStart: top(interval.high),
                blockSize: percent(share(interval.low) - share(interval.high)),
              }}
            />
            {stated === undefined || stated === null ? null : (
              <i
                className="plot__stated"
                style={{ insetInlineStart: left(slot), insetBlockStart: top(stated) }}
              />
            )}
            <i className="plot__dot" style={{ insetInlineStart: left(slot), insetBlockStart: top(rate) }} />
          </span>
        ))}
        {slotLabels.map((text, slot) =>
          text === '' ? null : (
            <span
              key={text}
              className={
                named(slot) % 2 === 0 ? 'plot__x plot__x--mid' : 'plot__x plot__x--mid plot__x--second'
              }
              style={{ insetInlineStart: left(slot) }}
            >
              {text}
            </span>
          ),
        )}
      </div>
    </figure>
  );
}

/** Whole tenths around every rate, 40 % to 60 % at least. */
function reachOf(whiskers: readonly Whisker[], line = 0.5): { readonly low: number; readonly high: number } {
  const rates = [line, ...whiskers.flatMap(({ rate, stated }) => [rate, stated ?? rate])];
  const tenths = rates.map((rate) => Math.round(rate * 1000) / 100);
  return {
    low: Math.max(0, Math.min(4, Math.floor(Math.min(...tenths) - 0.5))) / 10,
    high: Math.min(10, Math.max(6, Math.ceil(Math.max(...tenths) + 0.5))) / 10,
  };
}

function ticksBetween(low: number, high: number): readonly number[] {
  const step = high - low > 0.6 ? 2 : 1;
  const [first, last] = [Math.ceil((low * 10) / step) * step, Math.round(high * 10)];
  return Array.from(
    { length: Math.floor((last - first) / step) + 1 },
    (_, index) => (first + index * step) / 10,
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
