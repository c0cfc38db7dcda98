import type { CSSProperties } from 'react';
import { formatCount } from '../../lib/figures.ts';
import { howOften } from '../../lib/how-often.ts';
import type { HourBlock, HourBlocks } from './hour-blocks.ts';
import { hourText, weekdayText } from './record-format.ts';
import { Picture } from '../../ui/picture.tsx';
import { texts } from './texts.ts';

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
function HeatMap({ blocks: { shown, isByHour, weekdays, hours } }: { readonly blocks: HourBlocks }) {
  const [columns, rows] = isByHour ? [weekdays, hours] : [hours, weekdays];
  const [columnName, rowName] = isByHour ? [weekdayText, hourText] : [hourText, weekdayText];
  return (
    <Picture
      className={isByHour ? 'heat heat--tall figure' : 'heat figure'}
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
          const [day, first] = isByHour ? [column, row] : [row, column];
          const block = shown.find(({ weekday, hour }) => weekday === day && hour === first);
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
