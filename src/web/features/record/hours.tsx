import type { CSSProperties } from 'react';
import { formatCount } from '../../lib/figures.ts';
import { howOften } from '../../lib/how-often.ts';
import type { HourBlock, HourBlocks } from './hour-blocks.ts';
import { hourText, weekdayText } from './record-format.ts';
import { Picture } from '../../ui/picture.tsx';
import { texts } from './texts.ts';

/** From each of these rates on a cell is a darker grey. */
const SHADES = [0.49, 0.52, 0.55];

export function Hours({ blocks }: { readonly blocks: HourBlocks }) {
  return (
    <>
      {blocks.isByHour ? (
        <HeatMap blocks={blocks} columns={blocks.weekdays} rows={blocks.hours} isTall />
      ) : (
        <HeatMap blocks={blocks} columns={blocks.hours} rows={blocks.weekdays} />
      )}
      <p className="hint">{`${texts.byHours({ hours: blocks.isByHour ? 'one' : 'three' })} ${luckText(blocks)}`}</p>
    </>
  );
}

/** Days in rows; single hours in rows, of which there are too many for columns. */
function HeatMap({
  blocks: { shown },
  columns,
  rows,
  isTall = false,
}: {
  readonly blocks: HourBlocks;
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  readonly isTall?: boolean;
}) {
  const names = { day: weekdayText, hour: hourText };
  const [columnName, rowName] = isTall ? [names.day, names.hour] : [names.hour, names.day];
  const blockAt = (row: number, column: number) =>
    shown.find(({ weekday, hour }) =>
      isTall ? hour === row && weekday === column : weekday === row && hour === column,
    );
  return (
    <Picture
      className={isTall ? 'heat heat--tall figure' : 'heat figure'}
      label={sentence(shown)}
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
          const block = blockAt(row, column);
          return block === undefined ? (
            <b key={`${row} ${column}`} />
          ) : (
            <b key={`${row} ${column}`} data-shade={shadeOf(block)}>
              {inHundred(block)}
            </b>
          );
        }),
      ])}
    </Picture>
  );
}

function shadeOf({ won, settled }: HourBlock): number {
  return SHADES.filter((from) => won / settled >= from).length;
}

function inHundred({ won, settled }: HourBlock): string {
  return formatCount(Math.round((won / settled) * 100));
}

function sentence(shown: readonly HourBlock[]): string {
  return texts.hoursSentence({ parts: shown.map(partText).join(', ') });
}

function partText(block: HourBlock): string {
  return texts.hoursPart({
    day: weekdayText(block.weekday),
    hour: hourText(block.hour),
    count: inHundred(block),
  });
}

/** One of many blocks looks good by luck: how often the best of as many coins does. */
function luckText({ shown, best }: HourBlocks): string {
  if (best === undefined) return '';
  const isOne = shown.length === 1;
  return texts.blockLuck({
    blocks: isOne ? 'one' : 'many',
    count: formatCount(shown.length),
    right: isOne ? inHundred(best) : partText(best),
    often: howOften(best.chance),
  });
}
