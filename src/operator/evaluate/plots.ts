import type { ConfidenceBin, TopShare } from '../../core/scoring/scores.ts';

const WIDTH = 460;
const HEIGHT = 340;
const LEFT = 52;
const RIGHT = 14;
const TOP = 14;
const BOTTOM = 44;

/** A square-cornered plot area with its own scales, as the inside of an SVG. */
interface Frame {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly grid: string;
}

/** Claimed against observed chance, one mark a bin with its 95 % interval; on the diagonal the claim is exact. */
export function calibrationPlot(bins: readonly ConfidenceBin[], label: string): string {
  const highest = Math.max(0.53, ...bins.flatMap(({ claimed, observed }) => [claimed, observed])) + 0.005;
  const lowest = Math.min(0.495, ...bins.map(({ observed }) => observed)) - 0.002;
  const frame = frameOf([0.5, highest], [lowest, highest], 'claimed, %', 'observed, %', percentTick);
  const most = Math.max(...bins.map(({ n }) => n));
  const marks = bins.map((bin) => {
    const x = frame.x(bin.claimed).toFixed(1);
    const radius = (2.5 + 5 * Math.sqrt(bin.n / most)).toFixed(1);
    const low = frame.y(Math.max(bin.low, lowest)).toFixed(1);
    const high = frame.y(Math.min(bin.high, highest)).toFixed(1);
    const text = `claimed ${p(bin.claimed)} %, observed ${p(bin.observed)} % (${p(bin.low)} to ${p(bin.high)}), ${bin.n.toLocaleString('en-US')} decisions`;
    return `<g><title>${text}</title><line class="whisker" x1="${x}" x2="${x}" y1="${low}" y2="${high}"/><circle class="mark" cx="${x}" cy="${frame.y(bin.observed).toFixed(1)}" r="${radius}"/></g>`;
  });
  const diagonal = `<line class="reference" x1="${frame.x(0.5)}" y1="${frame.y(0.5)}" x2="${frame.x(highest)}" y2="${frame.y(highest)}"/>`;
  return svg(`Claimed against observed, ${label}`, frame.grid + diagonal + marks.join(''));
}

/** Accuracy of the most confident share of decisions, with its 95 % interval, and the accuracy that breaks even. */
export function topPlot(tops: readonly TopShare[], breakEven: number, label: string): string {
  const highest = Math.max(breakEven, ...tops.map(({ high }) => high)) + 0.005;
  const lowest = Math.min(0.495, ...tops.map(({ low }) => low));
  const place = (share: number): number => Math.log10(share * 100);
  const frame = frameOf(
    [place(0.01), place(1)],
    [lowest, highest],
    'most confident, % of decisions',
    'accuracy, %',
    (value) => String(Math.round(10 ** value)),
    tops.map(({ share }) => place(share)),
  );
  const points = tops.map(
    ({ share, accuracy }) => `${frame.x(place(share)).toFixed(1)},${frame.y(accuracy).toFixed(1)}`,
  );
  const band = [
    ...tops.map(({ share, high }) => `${frame.x(place(share)).toFixed(1)},${frame.y(high).toFixed(1)}`),
    ...tops
      .toReversed()
      .map(({ share, low }) => `${frame.x(place(share)).toFixed(1)},${frame.y(low).toFixed(1)}`),
  ];
  const level = (value: number, text: string): string => {
    const y = frame.y(value).toFixed(1);
    return `<line class="reference" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}"/><text class="note" x="${WIDTH - RIGHT - 4}" y="${Number(y) - 4}" text-anchor="end">${text}</text>`;
  };
  const marks = tops.map(
    ({ share, accuracy, low, high, n }, index) =>
      `<g><title>top ${share * 100} %: ${p(accuracy)} % (${p(low)} to ${p(high)}), ${n.toLocaleString('en-US')} decisions</title><circle class="mark" cx="${points[index]?.split(',')[0]}" cy="${points[index]?.split(',')[1]}" r="3.5"/></g>`,
  );
  return svg(
    `Accuracy by confidence, ${label}`,
    `${frame.grid}<polygon class="band" points="${band.join(' ')}"/>${level(breakEven, `break-even ${p(breakEven)} %`)}${level(0.5, 'a coin')}<polyline class="line" points="${points.join(' ')}"/>${marks.join('')}`,
  );
}

function frameOf(
  [fromX, toX]: readonly [number, number],
  [fromY, toY]: readonly [number, number],
  labelX: string,
  labelY: string,
  tickX: (value: number) => string,
  ticksX = ticks(fromX, toX),
): Frame {
  const x = (value: number): number => LEFT + ((value - fromX) / (toX - fromX)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number =>
    HEIGHT - BOTTOM - ((value - fromY) / (toY - fromY)) * (HEIGHT - TOP - BOTTOM);
  const columns = ticksX.map(
    (value) =>
      `<line class="grid" x1="${x(value).toFixed(1)}" x2="${x(value).toFixed(1)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/><text x="${x(value).toFixed(1)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${tickX(value)}</text>`,
  );
  const rows = ticks(fromY, toY).map(
    (value) =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}"/><text x="${LEFT - 6}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${percentTick(value)}</text>`,
  );
  const names = `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${labelX}</text><text transform="translate(14 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${labelY}</text>`;
  return { x, y, grid: columns.join('') + rows.join('') + names };
}

/** Round values inside a range, whole percents or steps of 2 or 5 where it is wide. */
function ticks(from: number, to: number): number[] {
  const step = [0.01, 0.02, 0.05, 0.1, 0.2].find((candidate) => (to - from) / candidate <= 9) ?? 0.5;
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function percentTick(value: number): string {
  return String(Math.round(value * 1000) / 10);
}

function p(value: number): string {
  return (value * 100).toFixed(2);
}

function svg(title: string, inside: string): string {
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">${inside}</svg>`;
}
