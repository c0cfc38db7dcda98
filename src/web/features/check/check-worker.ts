/** Reads and judges track records off the page's thread. What it is given stays in it: it makes no request. */
import { checkRecord } from '../../../core/check/check-record.ts';
import { coinDots, groupPictures, moneyCurves, tradesPerDay } from '../../../core/check/pictures.ts';
import { recordFacts } from '../../../core/check/record-facts.ts';
import { readTradesFile } from '../../../core/check/reading/read-file.ts';
import { readTradesText } from '../../../core/check/reading/read-trades.ts';
import { stakeLadder } from '../../../core/check/stake-ladder.ts';
import type { Reading, ReadingOptions } from '../../../core/check/reading/table-trades.ts';
import { Unreadable } from '../../../core/check/reading/unreadable.ts';
import { MINUTE_MS } from '../../../core/time/instant.ts';
import { fixedClock } from '../../../core/time/wall-clock.ts';
import type { CheckAnswer, CheckQuestion, CheckSource } from './check-messages.ts';
import { countedTrades } from './counted-trades.ts';
import { reportRows } from './report-rows.ts';
import { FILE_TOOLS } from './file-tools.ts';

const SEED = 1;
/** A page shows no longer list of rows. */
const MOST_ROWS_SHOWN = 1_000;

addEventListener('message', (event: MessageEvent<CheckQuestion>) => {
  void answer(event.data).then((said) => postMessage(said));
});

async function answer({
  id,
  wanted,
  source,
  ties,
  payout,
  meanings,
  clockMinutes,
}: CheckQuestion): Promise<CheckAnswer> {
  try {
    const reading = await readingOf(source, { payout, meanings, clock: fixedClock('', clockMinutes) });
    if (wanted === 'rows') return { id, rows: reportRows(reading.trades) };
    const offsetMsAt = (): number => clockMinutes * MINUTE_MS;
    const figures = checkRecord(reading.trades, {
      ties,
      lookedAt: 1,
      bankroll: undefined,
      seed: SEED,
      offsetMsAt,
    });
    const { neededZone, namedZone } = reading;
    const hasOrder = source.kind !== 'counts';
    const { read, understood, notUnderstood } = reading.rows;
    return {
      id,
      result: {
        rows: {
          read,
          understood,
          missed: notUnderstood.length,
          notUnderstood: notUnderstood.slice(0, MOST_ROWS_SHOWN),
        },
        columns: reading.columns,
        found: reading.found,
        figures,
        facts: hasOrder ? recordFacts(reading, { ties, offsetMsAt }) : [],
        hasOrder,
        zones: !namedZone ? 'none named' : neededZone ? 'some named' : 'all named',
        groups: groupPictures(figures.groups),
        ladder: hasOrder ? stakeLadder(reading.trades, figures.staking, figures.winRate) : null,
        tradesPerDay: tradesPerDay(reading.trades),
        curves: moneyCurves(reading.trades, { ties, seed: SEED }),
        dots: figures.n === 0 ? [] : coinDots(figures.n),
      },
    };
  } catch (error) {
    const sentence = error instanceof Unreadable ? error.message : 'The file could not be read.';
    return { id, refusal: sentence };
  }
}

async function readingOf(source: CheckSource, options: ReadingOptions): Promise<Reading> {
  switch (source.kind) {
    case 'file':
      return readTradesFile(new Uint8Array(await source.file.arrayBuffer()), FILE_TOOLS, options);
    case 'text':
      return readTradesText(source.text, options);
    case 'counts':
      return countedTrades(source.won, source.of, options.payout);
  }
}
