import type { CSSProperties } from 'react';
import { formatCount } from '../../lib/figures.ts';
import { howOften } from '../../lib/how-often.ts';
import { hourText, weekdayText } from './record-format.ts';
import { Picture } from '../../ui/picture.tsx';
import { texts } from './texts.ts';
import { binomialAtLeast } from '../../../core/check/binomial.ts';
import { bestOf } from '../../../core/check/luck.ts';
import type { RecordWeekHour } from '../../../core/wire/record.ts';
import { FEWEST_TO_JUDGE } from '../../../core/record/verdict.ts';

/** From each of these rates on a cell is a darker grey. */
const SHADES = [0.49, 0.52, 0.55];
const INKS = ['13%', '26%', '62%', '82%'];

export function Hours({ blocks }: { readonly blocks: HourBlocks }) {
  return (
    <>
      <HeatMap blocks={blocks} />
      <p className="hint">{`${texts.byHours({ hours: blocks.isByHour ? 'one' : 'three' })} ${luckText(blocks)}`}</p>
    </>
  );
}

/** Days in rows; single hours in rows, of which there are too many for columns. */
function HeatMap({ blocks: { visible, isByHour, weekdays, hours } }: { readonly blocks: HourBlocks }) {
  const [columns, rows] = isByHour ? [weekdays, hours] : [hours, weekdays];
  const [columnName, rowName] = isByHour ? [weekdayText, hourText] : [hourText, weekdayText];
  return (
    <Picture
      className={isByHour ? 'heat heat--tall figure' : 'heat figure'}
      label={sentence(visible)}
      style={{ '--columns': columns.length } as CSSProperties}
    >
      <span />
      {columns.map((column) => (
        <span key={column}>{columnName(column)}</span>
      ))}
      {rows.flatMap((row) => [
        <span key={row} className="heat__row">
          {rowName(row)}
        </span>,
        ...columns.map((column) => {
          const [day, first] = isByHour ? [column, row] : [row, column];
          const block = visible.find(({ weekday, hour }) => weekday === day && hour === first);
          return <Cell key={`${row} ${column}`} block={block} />;
        }),
      ])}
    </Picture>
  );
}

function Cell({ block }: { readonly block: HourBlock | undefined }) {
  if (block === undefined) return <b />;
  const shade = SHADES.filter((from) => block.won / block.settled >= from).length;
  return (
    <b data-shade={shade < 2 ? 'light' : 'dark'} style={{ '--shade': INKS[shade] } as CSSProperties}>
      {inHundred(block)}
    </b>
  );
}

function inHundred({ won, settled }: HourBlock): string {
  return formatCount(Math.round((won / settled) * 100));
}

function sentence(visible: readonly HourBlock[]): string {
  return texts.hoursSentence({ parts: visible.map(partText).join(', ') });
}

function partText(block: HourBlock): string {
  return texts.hoursPart({
    day: weekdayText(block.weekday),
    hour: hourText(block.hour),
    count: inHundred(block),
  });
}

/** One of many blocks looks good by luck: how often the best of as many coins does. */
function luckText({ visible, best }: HourBlocks): string {
  if (best === undefined) return '';
  const isOne = visible.length === 1;
  return texts.blockLuck({
    blocks: isOne ? 'one' : 'many',
    count: formatCount(visible.length),
    right: isOne ? inHundred(best) : partText(best),
    often: howOften(best.chance),
  });
}

/** The market's days and hours are always in the picture, others when they have signals. */
const MARKET_DAYS = [1, 2, 3, 4, 5];
const MARKET_HOURS = Array.from({ length: 18 }, (_, at) => at + 4);

interface HourBlock {
  readonly weekday: number;
  /** Its first hour, UTC+5. */
  readonly hour: number;
  readonly settled: number;
  readonly won: number;
}

/** Win rates by weekday and hour of the start. */
interface HourBlocks {
  /** Of one hour each, or up to the next of 01, 04, 07 and so on. */
  readonly isByHour: boolean;
  readonly weekdays: readonly number[];
  readonly hours: readonly number[];
  /** Those that have signals. */
  readonly blocks: readonly HourBlock[];
  /** Those with at least 100 signals: the ones whose rate is shown. */
  readonly visible: readonly HourBlock[];
  /** The one that a coin equals least often, and the chance that the best of as many coins does; none where none is shown. */
  readonly best: (HourBlock & { readonly chance: number }) | undefined;
}

/** Three hours are taken together until half of the hours that have signals have 100 of them. */
export function hourBlocks(cells: readonly RecordWeekHour[]): HourBlocks {
  const isByHour = cells.length > 0 && 2 * cells.filter(isEnough).length >= cells.length;
  const hourOf = (hour: number) => (isByHour ? hour : Math.max(0, hour - ((hour + 2) % 3)));
  const blocks = new Map<number, HourBlock>();
  for (const { weekday, hour, settled, won } of cells) {
    const first = hourOf(hour);
    const key = weekday * 24 + first;
    const known = blocks.get(key) ?? { weekday, hour: first, settled: 0, won: 0 };
    blocks.set(key, { ...known, settled: known.settled + settled, won: known.won + won });
  }
  const all = [...blocks.values()];
  const visible = all.filter(isEnough);
  const ranked = visible
    .map((block) => ({ block, chance: binomialAtLeast(block.won, block.settled, 0.5) }))
    .toSorted((a, b) => a.chance - b.chance);
  const [best] = ranked;
  return {
    isByHour,
    weekdays: ascending([...MARKET_DAYS, ...all.map(({ weekday }) => weekday)]),
    hours: ascending([...MARKET_HOURS.map(hourOf), ...all.map(({ hour }) => hour)]),
    blocks: all,
    visible,
    best: best && { ...best.block, chance: bestOf(visible.length, best.chance) },
  };
}

function isEnough({ settled }: { readonly settled: number }): boolean {
  return settled >= FEWEST_TO_JUDGE;
}

function ascending(values: readonly number[]): number[] {
  return [...new Set(values)].toSorted((a, b) => a - b);
}
