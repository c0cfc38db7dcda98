import { type AbstentionReason, ABSTENTIONS } from '../../core/engine/reasons.ts';
import { ENGINE_VERSION } from '../../core/engine/model.ts';
import { type ConfidenceBin, type Scores, type TopShare } from '../../core/scoring/scores.ts';
import {
  BIN_HEADINGS,
  binCells,
  DEFINITIONS,
  methodOf,
  percent,
  SCORE_COLUMNS,
  type ScoreRow,
  scoreRows,
  signed,
} from './text-report.ts';
import { number } from '../output.ts';
import type { Evaluation, TimeframeEvaluation } from './evaluate-history.ts';

/** The evaluation as one self-contained page: no script, no request, light and dark. */
export function htmlReport(evaluation: Evaluation): string {
  const { request, notes, timeframes } = evaluation;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Pipcast: the engine, measured</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>The engine, measured</h1>
<p>Engine ${ENGINE_VERSION}. ${escape(methodOf(request))} All figures are on history, after the fact; none is a promise.</p>
${notes.map((note) => `<p class="warning">Note: ${escape(note)}</p>`).join('\n')}
${timeframes.map(timeframeSection).join('\n')}
<h2>What the figures mean</h2>
<dl>${Object.entries(DEFINITIONS)
    .map(([term, meaning]) => `<dt>${escape(LABELS[term] ?? term)}</dt><dd>${escape(meaning)}</dd>`)
    .join('')}</dl>
</main>
</body>
</html>
`;
}

const LABELS: Readonly<Record<string, string>> = {
  coverage: 'issued',
  accuracyTop5: 'accuracy, top 5 %',
  logLoss: 'log loss',
  brier: 'Brier score',
  ece: 'expected calibration error (ECE)',
};

function timeframeSection({ timeframe, model, sets, pooled, abstentions }: TimeframeEvaluation): string {
  const rows = scoreRows({ sets, pooled }).map(scoreRow);
  const plots = sets.flatMap(({ meta, scores }) =>
    scores === undefined ? [] : [plotPair(meta.name, scores)],
  );
  return `<section aria-label="${timeframe}">
<h2>Signals of ${timeframe}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Scores, ${timeframe}"><table>
<thead><tr>${SCORE_COLUMNS.map(({ long }) => `<th scope="col">${long}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>
${pooled === undefined ? '<p>Nothing was settled: there is too little history.</p>' : pooledPart(pooled, timeframe)}
${model === undefined ? '' : `<p>The highest claim the calibration supports is ${percent(model.curve.cap, 2)} %.</p>`}
${abstentionTable(abstentions)}
${plots.length > 1 ? `<details><summary>Each data set by itself</summary>${plots.join('\n')}</details>` : ''}
</section>`;
}

function pooledPart(pooled: Scores, timeframe: string): string {
  const { expectation: e } = pooled;
  return `<div class="plots">
<figure>${calibrationPlot(pooled.bins, `pooled, ${timeframe}`)}<figcaption>Marks on the line: as often right as claimed. Above it: more often. Whiskers: 95 %.</figcaption></figure>
<figure>${topPlot(pooled.byTop, e.breakEven, `pooled, ${timeframe}`)}<figcaption>The more confident, the better? Band: 95 %.</figcaption></figure>
</div>
<p>At a payout of ${percent(e.payout, 0)} % break-even is ${percent(e.breakEven, 2)} %. A stake of 1 brings ${signed(e.perStake)}${e.interval === undefined ? '' : ` (${signed(e.interval.low)} to ${signed(e.interval.high)})`} with unchanged prices refunded, ${signed(e.perStakeUnchangedLost)} where unchanged counts as lost; on the most confident twentieth ${signed(e.top5)} (${signed(e.top5Interval.low)} to ${signed(e.top5Interval.high)}).</p>
<details><summary>Calibration table</summary><div class="scroll" tabindex="0" role="region" aria-label="Calibration, ${timeframe}"><table>
<thead><tr>${BIN_HEADINGS.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${pooled.bins.map(binRow).join('\n')}</tbody></table></div></details>`;
}

function binRow(bin: ConfidenceBin): string {
  const [claimed, ...figures] = binCells(bin);
  return `<tr><th scope="row">${claimed}</th>${figures.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function plotPair(name: string, scores: Scores): string {
  return `<h3>${escape(name)}</h3><div class="plots"><figure>${calibrationPlot(scores.bins, escape(name))}</figure><figure>${topPlot(scores.byTop, scores.expectation.breakEven, escape(name))}</figure></div>`;
}

function scoreRow({ name, kind, cells }: ScoreRow): string {
  const missing = SCORE_COLUMNS.length - 1 - cells.length;
  const figures = cells.map((cell, at) => {
    const span = missing > 0 && at === cells.length - 1 ? ` colspan="${missing + 1}"` : '';
    return `<td${span}>${cell.replace(/\[(.*)\]/, '<small>$1</small>')}</td>`;
  });
  return `<tr class="${kind}"><th scope="row">${escape(name)}</th>${figures.join('')}</tr>`;
}

function abstentionTable(abstentions: Readonly<Partial<Record<AbstentionReason, number>>>): string {
  const entries = Object.entries(abstentions) as [AbstentionReason, number][];
  if (entries.length === 0) return '<p>The engine never abstained.</p>';
  return `<details><summary>When the engine said nothing</summary><table><tbody>${entries
    .map(
      ([reason, times]) =>
        `<tr><th scope="row">${reason}</th><td>${number(times)}</td><td class="text">${ABSTENTIONS[reason]}</td></tr>`,
    )
    .join('')}</tbody></table></details>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const STYLE = `
:root{--paper:#fbfaf7;--ink:#1d1f23;--quiet:#5c6068;--line:#d9d6cf;--mark:#0b6e5f;--band:#0b6e5f26;--warn:#8a4b00}
@media (prefers-color-scheme:dark){:root{--paper:#14171c;--ink:#e8e6e1;--quiet:#a3a7af;--line:#333842;--mark:#4fc3ad;--band:#4fc3ad2e;--warn:#f0b35a}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:66rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.7rem;margin:0 0 .5rem}h2{font-size:1.25rem;margin:2.2rem 0 .6rem}h3{font-size:1rem;margin:1.4rem 0 .3rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.88rem;width:100%}
th,td{padding:.35rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th:first-child,td.text{text-align:left}thead th{color:var(--quiet);font-weight:600;white-space:normal;vertical-align:bottom}
tbody th{font-weight:500}tr.pooled th,tr.pooled td{font-weight:700;border-top:2px solid var(--line)}
small{color:var(--quiet);font-weight:400}
.plots{display:flex;flex-wrap:wrap;gap:1rem;margin:1rem 0}figure{margin:0;flex:1 1 22rem;max-width:32rem}figcaption{color:var(--quiet);font-size:.85rem}
svg{width:100%;height:auto;display:block}svg text{fill:var(--quiet);font-size:11px;font-family:inherit}
.grid{stroke:var(--line)}.reference{stroke:var(--quiet);stroke-dasharray:5 4}.whisker{stroke:var(--mark);stroke-width:1.5}.mark{fill:var(--mark)}
.line{fill:none;stroke:var(--mark);stroke-width:2}.band{fill:var(--band)}
summary{cursor:pointer;margin:.8rem 0}.warning{color:var(--warn)}
dt{font-weight:600;margin-top:.5rem}dd{margin:0;color:var(--quiet)}
`;

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
function calibrationPlot(bins: readonly ConfidenceBin[], label: string): string {
  const highest = Math.max(0.53, ...bins.flatMap(({ claimed, observed }) => [claimed, observed])) + 0.005;
  const lowest = Math.min(0.495, ...bins.map(({ observed }) => observed)) - 0.002;
  const frame = frameOf([0.5, highest], [lowest, highest], 'claimed, %', 'observed, %', percentTick);
  const most = Math.max(...bins.map(({ n }) => n));
  const marks = bins.map((bin) => {
    const x = frame.x(bin.claimed).toFixed(1);
    const radius = (2.5 + 5 * Math.sqrt(bin.n / most)).toFixed(1);
    const low = frame.y(Math.max(bin.low, lowest)).toFixed(1);
    const high = frame.y(Math.min(bin.high, highest)).toFixed(1);
    const text = `claimed ${p(bin.claimed)} %, observed ${p(bin.observed)} % (${p(bin.low)} to ${p(bin.high)}), ${number(bin.n)} decisions`;
    return `<g><title>${text}</title><line class="whisker" x1="${x}" x2="${x}" y1="${low}" y2="${high}"/><circle class="mark" cx="${x}" cy="${frame.y(bin.observed).toFixed(1)}" r="${radius}"/></g>`;
  });
  const diagonal = `<line class="reference" x1="${frame.x(0.5)}" y1="${frame.y(0.5)}" x2="${frame.x(highest)}" y2="${frame.y(highest)}"/>`;
  return svg(`Claimed against observed, ${label}`, frame.grid + diagonal + marks.join(''));
}

/** Accuracy of the most confident share of decisions, with its 95 % interval, and the accuracy that breaks even. */
function topPlot(tops: readonly TopShare[], breakEven: number, label: string): string {
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
      `<g><title>top ${share * 100} %: ${p(accuracy)} % (${p(low)} to ${p(high)}), ${number(n)} decisions</title><circle class="mark" cx="${points[index]?.split(',')[0]}" cy="${points[index]?.split(',')[1]}" r="3.5"/></g>`,
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
