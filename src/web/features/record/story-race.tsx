import { useLayoutEffect, useRef } from 'react';
import { FRESH_MS } from '../../../core/market/settlement-times.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import type { RecordRow, RecordStory } from '../../../core/wire/record.ts';
import { formatMid, formatTenths } from '../../lib/figures.ts';
import { formatMarketClock } from '../../lib/formats.ts';
import { outcomeWord, voidTexts } from '../../ui/decision-texts.ts';
import { Picture } from '../../ui/picture.tsx';
import { paintRace, RaceDrawing, raceParts } from '../../ui/race.tsx';
import { racePicture } from '../../ui/race-picture.ts';
import { winsTexts } from '../../ui/signal-texts.ts';
import { pipsMoved } from './record-format.ts';
import { texts } from './texts.ts';

/** The race as it ended, with the side that the coin was on. */
export function StoryRace({ story: { row, path } }: { readonly story: RecordStory }) {
  const { pair, direction, control, startMs, expiryMs, entry, exit } = row;
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const settled = { outcome: row.outcome, exit: exit === null ? undefined : doubleMid(exit) };
    const scene = {
      startMs,
      expiryMs,
      direction,
      entry: entry === null ? undefined : doubleMid(entry),
      settled,
    };
    const picture = racePicture(scene, path ?? [], row.settledMs, FRESH_MS, undefined);
    if (root.current !== null) paintRace(raceParts(root.current), picture);
  });
  return (
    <>
      <Picture label={sentence(row)}>
        <RaceDrawing
          ref={root}
          {...{ pair, direction }}
          start={formatMarketClock(startMs)}
          expiry={formatMarketClock(expiryMs)}
          entry={entry === null ? undefined : formatMid(pair, entry)}
          price={exit === null ? undefined : formatMid(pair, exit)}
          coin={{ side: control, text: texts.coinSide({ direction: control }) }}
        />
      </Picture>
      {path === null ? <p className="hint">{texts.noPath}</p> : null}
    </>
  );
}

function sentence(row: RecordRow): string {
  const { pair, outcome, reason, entry, exit, direction, control } = row;
  const span = { pair, from: formatMarketClock(row.startMs), to: formatMarketClock(row.expiryMs) };
  if (entry === null || exit === null)
    return texts.voidPicture({ ...span, reason: reason === null ? '' : voidTexts[reason] });
  return texts.picture({
    ...span,
    wins: winsTexts[direction],
    entry: formatMid(pair, entry),
    exit: formatMid(pair, exit),
    pips: movedWords(row),
    outcome: outcomeWord(outcome),
    coin: control,
  });
}

/** For or against the signal: a sign alone reads as that of the price, which falls where a PUT wins. */
export function movedWords(row: RecordRow): string {
  const pips = pipsMoved(row) ?? 0;
  const side = pips === 0 ? 'none' : pips > 0 ? 'for' : 'against';
  return texts.movedWords({ side, pips: formatTenths(pips) });
}
