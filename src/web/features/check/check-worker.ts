/** Reads and judges track records off the page's thread. What it is given stays in it: it makes no request. */
import { checkRecord } from '../../../core/check/check-record.ts';
import { howManyMore, tradesPerDay } from '../../../core/check/how-many-more.ts';
import { monthsOf } from '../../../core/check/luck.ts';
import { groupPictures, luckShares, moneyCurves } from '../../../core/check/pictures.ts';
import { PriceComparison } from '../../../core/check/price-comparison.ts';
import { claimed } from '../../../core/check/reading/claim.ts';
import { compareExports, type ExportChanges } from '../../../core/check/reading/compare-exports.ts';
import type { Message } from '../../../core/check/reading/messages.ts';
import { fileMessages, type FileTools, tradesFileReader } from '../../../core/check/reading/read-file.ts';
import { chatMessages, tradesTextReader, whyNoTrade } from '../../../core/check/reading/read-trades.ts';
import type { Reading, ReadingOptions } from '../../../core/check/reading/reading.ts';
import { listedTrades, switched } from '../../../core/check/reading/trade-switches.ts';
import { requireReadableSize, Unreadable } from '../../../core/check/reading/unreadable.ts';
import { remembering } from '../../../core/check/reading/words.ts';
import { recordFacts } from '../../../core/check/record-facts.ts';
import { stakeLadder } from '../../../core/check/stake-ladder.ts';
import { toThrow, type Trade } from '../../../core/check/trade.ts';
import { concatBytes } from '../../../core/log/bytes.ts';
import { parseDayPrices } from '../../../core/market/day-prices.ts';
import { offsetAt } from '../../../core/time/wall-clock.ts';
import { zoneWallClock } from '../../../core/time/zone-offsets.ts';
import type { Numbered } from '../../lib/worker-questions.ts';
import type { CheckAnswer, CheckQuestion, CheckResult, CheckSource, GivenRecord } from './check-messages.ts';
import { reportRows } from './report-rows.ts';

/** The page says it beside what it draws. */
const SEED = 1;
/** A page shows no longer list of rows. */
const MOST_ROWS_SHOWN = 1_000;

/** The changes of a zone are looked for once. */
const clockOf = remembering(zoneWallClock);
let comparison = new PriceComparison([]);

/** Texts and packed parts of files, as a browser reads them. */
const FILE_TOOLS: FileTools = {
  decode: (bytes, encoding) => new TextDecoder(encoding).decode(bytes),
  async inflate(bytes, mostBytes) {
    const plain: Uint8Array[] = [];
    let length = 0;
    const unpacked = new Blob([Uint8Array.from(bytes)])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'));
    const reader = unpacked.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return concatBytes(plain);
      plain.push(value);
      length += value.length;
      if (length > mostBytes) {
        await reader.cancel();
        return undefined;
      }
    }
  },
};

addEventListener('message', ({ data: { id, message } }: MessageEvent<Numbered<CheckQuestion>>) => {
  void answer(message).then((said) => postMessage({ id, message: said } satisfies Numbered<CheckAnswer>));
});

async function answer(question: CheckQuestion): Promise<CheckAnswer> {
  try {
    switch (question.wanted) {
      case 'result':
        return { result: resultOf(await read(question), question) };
      case 'rows':
        return { rows: reportRows(await tradesOf(question), question.headings) };
      case 'changes':
        return { changes: await changesBetween(question.first, question.second) };
      case 'comparison':
        comparison = new PriceComparison(await tradesOf(question));
        return { compared: comparison.result() };
      case 'day':
        comparison.add(question.pair, question.day, parseDayPrices(question.kind, question.bytes));
        return { compared: comparison.result() };
    }
  } catch (error) {
    return { refusal: error instanceof Unreadable ? error.why : { code: 'unknown' } };
  }
}

type Reader = (options: ReadingOptions) => Reading;
/** The last source, taken apart, and its last reading: what did not change is not done again. */
let lastReader: { readonly key: string; readonly reader: Reader } | undefined;
let lastReading: { readonly key: string; readonly reading: Reading } | undefined;

/** What was read, without the reader's word on single trades. */
async function read({ source, payout, meanings, answers, zone }: GivenRecord): Promise<Reading> {
  const sourceKey = keyOf(source);
  const key = JSON.stringify([sourceKey, payout, [...meanings], [...answers], zone]);
  if (lastReading?.key === key) return lastReading.reading;
  lastReading = undefined;
  if (lastReader?.key !== sourceKey) {
    lastReader = undefined;
    lastReader = { key: sourceKey, reader: await readerOf(source) };
  }
  const reading = lastReader.reader({ payout, meanings, answers, clock: clockOf(zone) });
  lastReading = { key, reading };
  return reading;
}

function keyOf(source: CheckSource): string {
  if (source.kind !== 'file') return JSON.stringify(source);
  const { name, size, lastModified } = source.file;
  return JSON.stringify([name, size, lastModified]);
}

async function readerOf(source: CheckSource): Promise<Reader> {
  switch (source.kind) {
    case 'file':
      // Before its bytes are asked for: a file of gigabytes does not fit.
      requireReadableSize(source.file.size);
      return tradesFileReader(new Uint8Array(await source.file.arrayBuffer()), FILE_TOOLS);
    case 'text':
      return tradesTextReader(source.text);
    case 'counts':
      return ({ payout }) => {
        const reading = claimed({ won: source.won, lost: source.of - source.won, tied: 0 }, payout);
        // The payout is one of the numbers.
        return { ...reading, signals: { ...reading.signals, assumesPayout: false } };
      };
  }
}

async function changesBetween(
  ...sources: readonly [CheckSource, CheckSource]
): Promise<ExportChanges | undefined> {
  const [first, second] = await Promise.all(sources.map(messagesOf));
  return first === undefined || second === undefined ? undefined : compareExports(first, second);
}

async function messagesOf(source: CheckSource): Promise<readonly Message[] | undefined> {
  if (source.kind === 'counts') return undefined;
  if (source.kind === 'text') return chatMessages(source.text);
  requireReadableSize(source.file.size);
  return fileMessages(new Uint8Array(await source.file.arrayBuffer()), FILE_TOOLS);
}

async function tradesOf(record: GivenRecord): Promise<readonly Trade[]> {
  return switched(await read(record), record.switches).trades;
}

function resultOf(asRead: Reading, { ties, zone, switches }: GivenRecord): CheckResult {
  const reading = switched(asRead, switches);
  const { trades } = reading;
  const clock = clockOf(zone);
  const offsetMsAt = (utcMs: number): number => offsetAt(clock, utcMs);
  const figures = checkRecord(trades, {
    ties,
    lookedAt: 1,
    bankroll: undefined,
    seed: SEED,
    offsetMsAt,
    hasOrder: reading.hasOrder,
    signals: reading.signals,
  });
  const { hasOrder } = reading;
  const { read: rowsRead, understood, notUnderstood } = reading.rows;
  return {
    refusal: whyNoTrade(asRead),
    read: listedTrades(asRead, MOST_ROWS_SHOWN),
    questions: reading.questions,
    rows: {
      read: rowsRead,
      understood,
      missed: notUnderstood.length,
      notUnderstood: notUnderstood.slice(0, MOST_ROWS_SHOWN),
    },
    columns: reading.columns,
    found: reading.found,
    figures,
    facts: recordFacts(reading, { ties, offsetMsAt, nowMs: Date.now() }),
    more: howManyMore(figures, trades, reading.signals),
    span: spanOf(trades, offsetMsAt),
    hasOrder,
    zones: zonesOf(reading),
    groups: figures.judgement === null ? [] : groupPictures(figures.groups, figures.judgement),
    ladder: hasOrder ? stakeLadder(trades, figures.staking, figures.winRate) : null,
    tradesPerDay: tradesPerDay(trades),
    months: monthsOf(trades),
    days: new PriceComparison(trades).wanted(),
    curves: moneyCurves(toThrow(trades, reading.signals), {
      ties,
      seed: SEED,
      against: figures.judgement?.against,
    }),
    dots: figures.judgement === null ? [] : luckShares(figures.judgement),
  };
}

function spanOf(trades: readonly Trade[], offsetMsAt: (utcMs: number) => number): CheckResult['span'] {
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { timeMs } of trades) {
    if (timeMs === null) return null;
    firstMs = Math.min(firstMs, timeMs);
    lastMs = Math.max(lastMs, timeMs);
  }
  if (firstMs > lastMs) return null;
  return { firstMs: firstMs + offsetMsAt(firstMs), lastMs: lastMs + offsetMsAt(lastMs) };
}

function zonesOf({ neededZone, namedZone }: Reading): CheckResult['zones'] {
  if (namedZone) return neededZone ? 'some' : 'hours';
  return neededZone ? 'none' : 'no times';
}
