/** Reads and judges track records off the page's thread. What it is given stays in it: it makes no request. */
import { checkRecord } from '../../../core/check/check-record.ts';
import { tradesPerDay, whatIsKnown } from '../../../core/check/how-many-more.ts';
import { monthsOf } from '../../../core/check/luck.ts';
import { luckShares, moneyCurves } from '../../../core/check/pictures.ts';
import { type ComparedPrices, PriceComparison } from '../../../core/check/price-comparison.ts';
import { claimed } from '../../../core/check/reading/claims/claim.ts';
import type { Meaning } from '../../../core/check/reading/words/column-names.ts';
import { compareExports, type ExportChanges } from '../../../core/check/reading/chats/compare-exports.ts';
import type { Message } from '../../../core/check/reading/files/messages.ts';
import type { Answers } from '../../../core/check/reading/questions.ts';
import { fileMessages, type FileTools, tradesFileReader } from '../../../core/check/reading/read-file.ts';
import { EACH_PATTERN } from '../../../core/check/reading/each-pattern.ts';
import { chatMessages, tradesTextReader, whyNoTrade } from '../../../core/check/reading/read-trades.ts';
import type { Reading, ReadingOptions } from '../../../core/check/reading/reading.ts';
import { listedTrades, type Switches, switched } from '../../../core/check/reading/trade-switches.ts';
import { type FileReason, requireReadableSize, Unreadable } from '../../../core/check/reading/unreadable.ts';
import { remembering } from '../../../core/check/reading/words/words.ts';
import { recordFacts } from '../../../core/check/record-facts.ts';
import { stakeLadder } from '../../../core/check/stake-ladder.ts';
import { toThrow, type Trade } from '../../../core/check/trade.ts';
import { concatBytes } from '../../../core/log/bytes.ts';
import { type DayPrices, parseDayPrices } from '../../../core/market/day-prices.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import { offsetAt } from '../../../core/time/wall-clock.ts';
import { zoneWallClock } from '../../../core/time/zone-offsets.ts';
import type { Numbered } from '../../lib/worker-questions.ts';
import { reportRows } from './report-rows.ts';
import type { SentVerdict } from './verdict-link.ts';

/** What a reader gives to be checked. */
export type CheckSource =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'counts';
      readonly won: number;
      readonly of: number;
      /** The link that the numbers came with. */
      readonly sent?: SentVerdict;
    };

/** A source, and how it is to be read. */
export interface GivenRecord {
  readonly source: CheckSource;
  readonly ties: 'refund' | 'lose';
  /** Net, of trades that do not tell theirs. */
  readonly payout: number;
  /** The clock of times without a zone, and of hours and weekdays: `UTC`, `UTC+5:30` or an IANA zone. */
  readonly zone: string;
  /** What the reader says that columns mean; null for one that is not to be used. */
  readonly meanings: ReadonlyMap<number, Meaning | null>;
  /** The reader's answers to what the source leaves open. */
  readonly answers: Answers;
  /** The reader's word on what was read as a trade. */
  readonly switches: Switches;
}

/** Asked of the worker: the figures; the trades as a table in HTML under these headings; a comparison with prices, day by day. */
export type CheckQuestion =
  | ({ readonly wanted: 'result' } & GivenRecord)
  | ({ readonly wanted: 'rows'; readonly headings: readonly string[] } & GivenRecord)
  /** What became of a chat's messages in a second export of it. */
  | { readonly wanted: 'changes'; readonly first: CheckSource; readonly second: CheckSource }
  | ({ readonly wanted: 'comparison' } & GivenRecord)
  | {
      readonly wanted: 'day';
      readonly pair: ScoredPair;
      readonly day: number;
      readonly kind: DayPrices['kind'];
      readonly bytes: Uint8Array;
    };

/** Why the worker has no figures; `unknown` where it failed itself. */
export type Refusal = FileReason | { readonly code: 'unknown' };

/** What was read and what it shows; null and undefined where that is not known. */
export type CheckResult = ReturnType<typeof resultOf>;

export type CheckAnswer =
  | { readonly result: CheckResult }
  | { readonly rows: string }
  /** Undefined where the two are no exports of one chat. */
  | { readonly changes: ExportChanges | undefined }
  /** With the prices that were given so far. */
  | { readonly compared: ComparedPrices }
  | { readonly refusal: Refusal };

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

/** The page has been drawn by then, and few have chosen a file. */
const AFTER_MS = 1_000;

const compiling = setTimeout(() => {
  for (const text of EACH_PATTERN) tradesTextReader(text)({ payout: 1, clock: clockOf('UTC') });
}, AFTER_MS);

addEventListener('message', ({ data: { id, message } }: MessageEvent<Numbered<CheckQuestion>>) => {
  clearTimeout(compiling);
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
        const paysByChance = source.sent?.paysByChance === true;
        return { ...reading, signals: { ...reading.signals, assumesPayout: false, paysByChance } };
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

function resultOf(asRead: Reading, { ties, zone, switches }: GivenRecord) {
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
  const { hasOrder, rows } = reading;
  return {
    /** Why nothing was understood; undefined where a trade was. */
    refusal: whyNoTrade(asRead),
    /** The first trades with what they were made of, and how many there are of each kind. */
    read: listedTrades(asRead, MOST_ROWS_SHOWN),
    questions: reading.questions,
    rows: {
      ...rows,
      missed: rows.notUnderstood.length,
      notUnderstood: rows.notUnderstood.slice(0, MOST_ROWS_SHOWN),
    },
    columns: reading.columns,
    found: reading.found,
    figures,
    facts: recordFacts(reading, { ties, offsetMsAt, nowMs: Date.now() }),
    more: whatIsKnown(figures, trades, reading.signals),
    span: spanOf(trades, offsetMsAt),
    /** Of three numbers there is none. */
    hasOrder,
    zones: zonesOf(reading),
    /** Null where stakes do not grow after a loss, or their order is not known. */
    ladder: hasOrder ? stakeLadder(trades, figures.staking, figures.winRate) : null,
    tradesPerDay: tradesPerDay(trades),
    months: monthsOf(trades),
    days: new PriceComparison(trades).wanted(),
    curves: moneyCurves(toThrow(trades, reading.signals), {
      ties,
      seed: SEED,
      oneBet: figures.judgement?.oneBet,
    }),
    /** A hundred records of luck alone with as many bets as the verdict counts: the share that each won. */
    dots: figures.judgement === null ? [] : luckShares(figures.judgement),
  };
}

/** The first and the last of the trades, on the clock of the record; null where not all times are known. */
function spanOf(trades: readonly Trade[], offsetMsAt: (utcMs: number) => number) {
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { timeMs } of trades) {
    if (timeMs === null) return null;
    firstMs = Math.min(firstMs, timeMs);
    lastMs = Math.max(lastMs, timeMs);
  }
  if (firstMs > lastMs) return null;
  return { firstMs: firstMs + offsetMsAt(firstMs), lastMs: lastMs + offsetMsAt(lastMs) };
}

/** What a clock decides: the hours of times that name their zone, and the instants of those that do not beside them. */
function zonesOf({ neededZone, namedZone }: Reading) {
  if (namedZone) return neededZone ? 'some' : 'hours';
  return neededZone ? 'none' : 'no times';
}
