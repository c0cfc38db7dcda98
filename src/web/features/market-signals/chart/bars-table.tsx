import { Link } from 'wouter';
import { epochMs } from '../../../../core/time/instant.ts';
import { localZoneName } from '../../../lib/formats.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { signalWords } from '../../../ui/signal-texts.ts';
import { texts } from './chart-texts.ts';
import { barTime, markText, midText } from './describe-bars.ts';
import type { Picture } from './price-canvas.ts';

interface BarsTableProps {
  /** Undefined while it is closed. */
  readonly picture: Picture | undefined;
  readonly onOpen: (isOpen: boolean) => void;
}

/** The same bars and signals as a table; made while it is open. */
export function BarsTable({ picture, onOpen }: BarsTableProps) {
  return (
    <details onToggle={(event) => onOpen(event.currentTarget.open)}>
      <summary>{texts.asTable}</summary>
      {picture === undefined ? null : <Rows {...picture} />}
    </details>
  );
}

function Rows({ pair, span, places, marks }: Picture) {
  const rows = places.bars.flatMap((bar, place) => (bar === undefined ? [] : [{ bar, place }])).reverse();
  const caption = texts.caption({ pair, zone: localZoneName(epochMs(places.firstMs)) });
  return (
    <DataTable
      label={caption}
      className="price-table"
      caption={<caption className="hidden-text">{caption}</caption>}
      columns={[signalWords.time, texts.open, texts.high, texts.low, texts.close, signalWords.signals]}
    >
      {rows.map(({ bar: [openMs, open, high, low, close], place }) => (
        <tr key={openMs}>
          <td>{barTime(span, openMs)}</td>
          <td>{midText(pair, open)}</td>
          <td>{midText(pair, high)}</td>
          <td>{midText(pair, low)}</td>
          <td>{midText(pair, close)}</td>
          <td>
            {marks
              .filter((mark) => mark.place === place)
              .map((mark) => (
                <Link key={mark.id} href={`/record/${mark.id}`}>
                  {markText(mark)}
                </Link>
              ))}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
