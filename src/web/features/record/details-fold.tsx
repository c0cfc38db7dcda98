import type { ReactNode } from 'react';
import type { RecordChoice, RecordSummary } from '../../../core/wire/record.ts';
import { FEWEST_TO_JUDGE, type Verdict } from '../../../core/record/verdict.ts';
import {
  formatAbove,
  formatCount,
  formatRate,
  formatRates,
  formatChance,
  formatDollars,
  formatPoints,
  formatScore,
  formatFromTo,
} from '../../lib/figures.ts';
import { formatHour } from '../../lib/formats.ts';
import { priceLabelText } from '../../lib/market/price-label.ts';
import { abstentionWords, outcomeTexts, voidTexts } from '../../ui/decision-texts.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Fact } from '../../ui/card.tsx';
import { Opens } from '../../ui/opens.tsx';
import { SelectField } from '../../ui/field.tsx';
import { scoreTexts } from '../../ui/report-texts.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { hourBlocks } from './hours.tsx';
import type { RecordSelection } from './record-api.ts';
import { formatInstant, weekdayText } from './record-format.ts';
import { formatSpan } from '../../lib/spans.ts';
import { texts } from './texts.ts';
import { chanceOfCoins } from './record-head.tsx';
import { MODE_NAMES, signalWords } from '../../ui/signal-texts.ts';

interface DetailsProps {
  readonly summary: RecordSummary;
  readonly breakEven: number;
  readonly onSelect: (selection: RecordSelection) => void;
  /** The buttons that save the listed signals. */
  readonly exports: ReactNode;
}

/** What the figures are made of: by pair, kind and timeframe, what is in no rate, the charts as tables, files. */
export function Details({ summary, breakEven, onSelect, exports }: DetailsProps) {
  const chartTables = chartTablesOf(summary, breakEven);
  return (
    <>
      <RecordChoiceMenu summary={summary} onChange={onSelect} />
      {breakdownsOf(summary).map((table) => (
        <FigureTable key={table.caption} {...table} />
      ))}
      <dl className="pairs">
        {notScoredRows(summary).map(({ name, count, note }) => (
          <Fact key={name} name={name}>
            {note === undefined ? null : <small className="hint">{note}</small>}
            <b>{formatCount(count)}</b>
          </Fact>
        ))}
      </dl>
      <p className="hint">{texts.notScored}</p>
      <div>
        {chartTables.map((table) => (
          <Opens key={table.caption} className="twin" summary={texts.asTable({ caption: table.caption })}>
            <FigureTable {...table} />
          </Opens>
        ))}
      </div>
      {exports}
    </>
  );
}

/** The win rate by one property of the signals, the coin's beside it; rates of too few signals stand back. */
function breakdownsOf({ byPair, byTimeframe, byMode }: RecordSummary): readonly FigureTableProps[] {
  const tables = [
    [signalWords.pair, byPair.cells],
    [uiTexts.timeframe, byTimeframe.cells],
    [texts.kind, byMode.cells.map((cell) => ({ ...cell, key: MODE_NAMES[cell.key] }))],
  ] as const;
  return tables.map(([caption, cells]) => ({
    caption,
    head: [caption, texts.decided, signalWords.engine, signalWords.coin],
    rows: cells.map(({ key, settled, rate, controlRate }) => ({
      name: key,
      values: [formatCount(settled), rateOrNone(rate), rateOrNone(controlRate)],
      isFaint: settled < FEWEST_TO_JUDGE,
    })),
  }));
}

const NONE = '\u2013';

/** Every chart of the page as a table. */
function chartTablesOf(summary: RecordSummary, breakEven: number): readonly FigureTableProps[] {
  const { engineArm, controlArm, lateArm, points, bins, byWeekHour } = summary;
  const arms = [
    [signalWords.engine, engineArm],
    [signalWords.coin, controlArm],
    [texts.late, lateArm],
  ] as const;
  return [
    {
      caption: texts.comparison,
      head: [texts.who, texts.decided, texts.right, texts.rate, signalWords.needed],
      rows: arms.map(([name, { settled, won, rate }]) => ({
        name,
        values: [formatCount(settled), formatCount(won), rateOrNone(rate), formatRate(breakEven)],
      })),
    },
    {
      caption: scoreTexts.course,
      head: [uiTexts.signals, texts.settledAt, signalWords.engine, signalWords.coin, texts.breakEvenHead],
      rows: points.map(({ settled, atMs, rate, controlRate }) => ({
        name: formatCount(settled),
        values: [
          formatInstant(atMs),
          ...[rate, controlRate, breakEven].map((each) => formatAbove((each - 0.5) * settled)),
        ],
      })),
    },
    {
      caption: texts.saidAndTrue,
      head: [texts.saidHead, uiTexts.signals, texts.meanSaid, texts.cameTrueHead, texts.interval],
      rows: bins.cells.map(({ from, to, settled, stated, rate, interval }) => ({
        name: formatRates({ low: from / 100, high: to / 100 }),
        values: [
          formatCount(settled),
          rateOrNone(stated),
          rateOrNone(rate),
          settled === 0 ? NONE : formatRates(interval),
        ],
      })),
    },
    {
      caption: texts.byWeekdayAndHour,
      head: [texts.fromHour, texts.decided, texts.right, texts.rate],
      rows: hourBlocks(byWeekHour).blocks.map(({ weekday, hour, settled, won }) => ({
        name: `${weekdayText(weekday)} ${formatHour(hour)}`,
        values: [formatCount(settled), formatCount(won), formatRate(won / settled)],
      })),
    },
  ];
}

function rateOrNone(rate: number | null): string {
  return rate === null ? NONE : formatRate(rate);
}

interface RecordChoiceMenuProps {
  readonly summary: RecordSummary;
  readonly onChange: (selection: RecordSelection) => void;
}

/** Chooses the record: each ledger and each engine version has its own. Hidden while there is only one. */
export function RecordChoiceMenu({ summary, onChange }: RecordChoiceMenuProps) {
  const { choices, ledger, engine } = summary;
  if (choices.length < 2) return null;
  const current = choices.findIndex((choice) => choice.ledger === ledger && choice.engine === engine);
  return (
    <div>
      <SelectField
        label={uiTexts.record}
        value={String(current)}
        options={choices.map((choice, index) => [String(index), nameOfChoice(choice)])}
        onValue={(index) => {
          const choice = choices[Number(index)];
          if (choice !== undefined) onChange({ ledger: choice.ledger, engine: choice.engine });
        }}
      />
    </div>
  );
}

function nameOfChoice({ label, engine, settled }: RecordChoice): string {
  return texts.choice({
    label: label === null ? texts.live : priceLabelText(label),
    engine,
    decided: formatCount(settled),
  });
}

interface NotScoredRow {
  readonly name: string;
  readonly count: number;
  readonly note?: string | undefined;
}

/** The most frequent reasons are named; the rest is counted together. */
const MOST_REASONS = 4;

type Unscored = Pick<RecordSummary, 'voids' | 'abstentions' | 'outages'> & {
  readonly engineArm: Pick<RecordSummary['engineArm'], 'unchanged'>;
};

/** The rows on what is not scored, reasons in plain words, the most frequent first. */
export function notScoredRows({ engineArm, voids, abstentions, outages }: Unscored): readonly NotScoredRow[] {
  return [
    { name: outcomeTexts.unchanged, count: engineArm.unchanged, note: texts.unchangedNote },
    {
      name: outcomeTexts.void,
      count: voids.total,
      note: reasons(voids.byReason.map(({ reason, count }) => [voidTexts[reason], count])),
    },
    {
      name: texts.abstentions,
      count: abstentions.total,
      note: pairByPair(abstentions.byReason.map(({ reason, pairs }) => [abstentionWords(reason), pairs])),
    },
    {
      name: texts.outages,
      count: outages.total,
      note: outages.total === 0 ? undefined : texts.outageTime({ span: formatSpan(outages.totalMs) }),
    },
  ];
}

/** Each pair of a decision has its own reason: the reasons are more than the decisions. */
function pairByPair(counted: Parameters<typeof reasons>[0]): string | undefined {
  const sentence = reasons(counted);
  return sentence === undefined ? undefined : texts.pairByPair({ reasons: sentence });
}

function reasons(counted: readonly (readonly [text: string, count: number])[]): string | undefined {
  const sorted = counted.filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a);
  if (sorted.length === 0) return undefined;
  const named = sorted
    .slice(0, MOST_REASONS)
    .map(([text, count]) => texts.reason({ text, count: formatCount(count) }));
  const rest = sorted.slice(MOST_REASONS).reduce((sum, [, count]) => sum + count, 0);
  return [...named, ...(rest === 0 ? [] : [texts.otherReasons({ count: formatCount(rest) })])].join('; ');
}

interface FigureTableProps {
  /** The table's caption for screen readers. */
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly FigureRow[];
}

interface FigureRow {
  readonly name: string;
  readonly values: readonly string[];
  /** Drawn faint: too few signals. */
  readonly isFaint?: boolean;
}

/** A plain table of figures: the first column names the row, the others are numbers. */
function FigureTable({ caption, head, rows }: FigureTableProps) {
  return (
    <DataTable
      label={texts.tableRegion({ caption })}
      className="data-table figure-table"
      caption={<caption className="hidden-text">{caption}</caption>}
      columns={head}
      numbers={head.slice(1)}
    >
      {rows.map(({ name, values, isFaint }) => (
        <tr key={name} className={isFaint ? 'figure-table__faint' : undefined}>
          <th scope="row">{name}</th>
          {values.map((value, column) => (
            // oxlint-disable-next-line react/no-array-index-key -- a column is its place
            <td key={column} className="number">
              {value}
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}

interface StatisticsProps {
  readonly summary: RecordSummary;
  readonly verdict: Verdict;
}

/** The figures behind the sentences above, each with its interval. */
export function Statistics({ summary, verdict }: StatisticsProps) {
  const { engineArm, controlArm, lateArm, difference, rateUnchangedLost, brier, logLoss } = summary;
  const { settled, won, unchanged, rate, watched, wilson } = engineArm;
  if (rate === null || verdict.perStake === null) return <p className="hint">{texts.noStatistics}</p>;
  const { low, high } = verdict.perStakeInterval;
  const rateOf = ({ rate: own, watched: interval }: RecordSummary['controlArm']) =>
    own === null ? NONE : texts.rateAndInterval({ rate: formatRate(own), interval: formatRates(interval) });
  const rows: readonly (readonly [name: string, value: string])[] = [
    [
      texts.winRate,
      texts.winRateValue({ rate: formatRate(rate), won: formatCount(won), decided: formatCount(settled) }),
    ],
    [signalWords.watched, formatRates(watched)],
    [texts.wilson, formatRates(wilson)],
    [texts.coinWatched, rateOf(controlArm)],
    [
      texts.difference,
      difference.value === null
        ? NONE
        : texts.rateAndInterval({
            rate: formatPoints(difference.value),
            interval: formatFromTo(
              formatPoints(difference.interval.low),
              formatPoints(difference.interval.high),
            ),
          }),
    ],
    [texts.lateWatched, rateOf(lateArm)],
    [texts.fairCoin, texts.tail({ chance: formatChance(chanceOfCoins(engineArm)) })],
    [texts.breakEvenRate, formatRate(verdict.breakEven)],
    [
      texts.perStake,
      texts.rateAndInterval({
        rate: formatDollars(verdict.perStake),
        interval: formatFromTo(formatDollars(low), formatDollars(high)),
      }),
    ],
    ...(unchanged === 0 || rateUnchangedLost === null
      ? []
      : [[texts.ifLost({ count: formatCount(unchanged) }), formatRate(rateUnchangedLost)] as const]),
    [texts.brier, brier.value === null ? NONE : formatScore(brier.value)],
    [texts.logLoss, logLoss.value === null ? NONE : formatScore(logLoss.value)],
  ];
  return (
    <dl className="pairs">
      {rows.map(([name, value]) => (
        <Fact key={name} name={name}>
          <b className="nowrap">{value}</b>
        </Fact>
      ))}
    </dl>
  );
}
