import { Learner } from '../../core/engine/learner.ts';
import { type Brain, brainOf, type EngineModel } from '../../core/engine/model.ts';
import { seededCoin } from '../../core/random/random.ts';
import { ScoreBook } from '../../core/scoring/score-book.ts';
import { BOT_TIMEFRAMES, type Timeframe } from '../../core/market/timeframes.ts';
import type { Dataset, DatasetMeta } from '../../server/market/dataset-store.ts';
import { failed, misuse } from '../exit-codes.ts';
import { BarLoop, type DecisionSink } from '../../core/engine/bar-loop.ts';
import { TickLoop } from '../../core/engine/tick-loop.ts';
import { scaledPrice } from '../../core/market/instruments.ts';
import type { BarColumns } from '../../core/market/bars.ts';
import type { Tick, TickColumns } from '../../core/market/tick.ts';
import { TickGuard } from '../../core/market/tick-guard.ts';
import { DAY_MS, epochMs } from '../../core/time/instant.ts';

export interface EvaluationRequest {
  /** Fitted on these alone; undefined: walk forward over `score`. */
  readonly fit: readonly DatasetMeta[] | undefined;
  readonly score: readonly DatasetMeta[];
  /** Undefined for every timeframe that the data sets can settle. */
  readonly timeframe: Timeframe | undefined;
  readonly payout: number;
  readonly read: ReadDataset;
  readonly onProgress?: (text: string) => void;
}

export type Evaluation = Awaited<ReturnType<typeof evaluateHistory>>;
export type TimeframeEvaluation = Evaluation['timeframes'][number];

const FIT_ON_MORE =
  'A model needs 10,000 settled decisions and a day after them: about two weeks of minute bars. Fit on more.';

/** Fits and scores, or walks forward. Throws a CliError when the request cannot be answered. */
export async function evaluateHistory(request: EvaluationRequest) {
  const { fit } = request;
  /** The longest timeframe first. */
  const evaluated: NonNullable<Awaited<ReturnType<typeof evaluateTimeframe>>>[] = [];
  const notFitted: Timeframe[] = [];
  for (const timeframe of timeframesOf(request)) {
    const result = await evaluateTimeframe(request, timeframe);
    if (result === undefined) notFitted.push(timeframe);
    else evaluated.push(result);
  }
  const notes = notesOn(request);
  if (fit !== undefined && notFitted.length > 0) {
    const message = `There is too little history in ${names(fit)} to fit on at ${notFitted.join(', ')}.`;
    if (evaluated.length === 0) throw failed(message, FIT_ON_MORE);
    notes.push(message);
  }
  return { request, notes, timeframes: evaluated };
}

/** Fits a model on data sets, played together in the order of time. Undefined while they hold too few decisions. */
export async function fitModel(
  sets: readonly DatasetMeta[],
  timeframe: Timeframe,
  read: ReadDataset,
): Promise<EngineModel | undefined> {
  const learner = new Learner();
  const drivers = sets.map((meta) => new SetDriver(meta, timeframe, learner, undefined, read));
  await playTogether(drivers, (ms) => learner.advanceTo(ms));
  return learner.model(timeframe);
}

/** Undefined where there is too little history to fit on. Without sets to fit on each day is scored by a model of the days before. */
async function evaluateTimeframe(request: EvaluationRequest, timeframe: Timeframe) {
  const { fit, score, read, onProgress } = request;
  if (fit !== undefined) onProgress?.(`${timeframe}: fitting on ${names(fit)}`);
  const fitted = fit && (await fitModel(usable(fit, timeframe), timeframe, read));
  if (fit !== undefined && fitted === undefined) return undefined;
  const learner = new Learner();
  const brain = fitted === undefined ? learner : brainOf(fitted);
  const pooled = newBook(request, 'pooled');
  const books = usable(score, timeframe).map((meta) => ({ meta, book: newBook(request, meta.name) }));
  const drivers = books.map(({ meta, book }) => new SetDriver(meta, timeframe, brain, book, read));
  let month = '';
  await playTogether(drivers, (ms) => {
    learner.advanceTo(ms);
    const now = new Date(ms).toISOString().slice(0, 7);
    if (now !== month) onProgress?.(`${timeframe}: scoring, ${now}`);
    month = now;
  });
  for (const { book } of books) pooled.absorb(book);
  return {
    timeframe,
    model: fitted ?? learner.model(timeframe),
    sets: books.map(({ meta, book }) => ({ meta, scores: book.scores(), abstentions: book.abstentions })),
    pooled: pooled.scores(),
    abstentions: pooled.abstentions,
  };
}

function newBook({ payout }: EvaluationRequest, name: string): ScoreBook {
  return new ScoreBook({ payout, coin: seededCoin(name) });
}

/** Minute bars do not show the price within the minute; ticks can settle every timeframe. */
function usable(metas: readonly DatasetMeta[], timeframe: Timeframe): readonly DatasetMeta[] {
  return timeframe === '1min' ? metas : metas.filter(({ kind }) => kind === 'ticks');
}

function timeframesOf({ fit, score, timeframe }: EvaluationRequest): readonly Timeframe[] {
  const all = [...(fit ?? []), ...score];
  if (timeframe !== undefined) {
    const bars = all.filter(({ kind }) => kind === 'm1');
    if (timeframe !== '1min' && bars.length > 0) {
      throw misuse(
        `Minute bars cannot settle a signal of ${timeframe}: ${names(bars)}.`,
        'They do not tell the price within the minute, and it is not made up here. Import ticks, or use --timeframe 1min.',
      );
    }
    return [timeframe];
  }
  const hasTicks = (metas: readonly DatasetMeta[]): boolean => metas.some(({ kind }) => kind === 'ticks');
  const short = hasTicks(score) && (fit === undefined || hasTicks(fit));
  return BOT_TIMEFRAMES.filter((value) => value === '1min' || short).toReversed();
}

function notesOn({ fit, score }: EvaluationRequest): string[] {
  const notes: string[] = [];
  for (const fitted of fit ?? []) {
    for (const scored of score) {
      if (fitted.firstMs > scored.lastMs || scored.firstMs > fitted.lastMs) continue;
      notes.push(
        fitted.pair === scored.pair
          ? `${scored.name} overlaps ${fitted.name} in time, and both are ${fitted.pair}: this is not out of sample.`
          : `${scored.name} overlaps ${fitted.name} in time: another pair, the same days.`,
      );
    }
  }
  return notes;
}

function names(metas: readonly DatasetMeta[]): string {
  return metas.map(({ name }) => name).join(', ');
}

type ReadDataset = (name: string) => Promise<Dataset>;

/** Plays one data set through the engine's loop, day by day. It is in memory from its first day to its last. */
class SetDriver {
  readonly meta: DatasetMeta;
  readonly #read: ReadDataset;
  readonly #loop: BarLoop | TickLoop;
  readonly #guard = new TickGuard();
  #data: Dataset | undefined;
  #next = 0;
  #nextDay: number;

  constructor(
    meta: DatasetMeta,
    timeframe: Timeframe,
    brain: Brain,
    sink: DecisionSink | undefined,
    read: ReadDataset,
  ) {
    this.meta = meta;
    this.#read = read;
    const options = { pair: meta.pair, brain, ...(sink === undefined ? {} : { sink }) };
    this.#loop = meta.kind === 'm1' ? new BarLoop(options) : new TickLoop({ ...options, timeframe });
    this.#nextDay = Math.floor(meta.firstMs / DAY_MS);
  }

  /** The UTC day, counted from 1970, of the next row; infinite when all were played. */
  get nextDay(): number {
    return this.#nextDay;
  }

  async playDay(): Promise<void> {
    const data = (this.#data ??= await this.#read(this.meta.name));
    const endMs = (this.#nextDay + 1) * DAY_MS;
    const times = data.kind === 'm1' ? data.bars.openTimeMs : data.ticks.timeMs;
    for (; this.#next < times.length && (times[this.#next] as number) < endMs; this.#next += 1)
      if (data.kind === 'm1') this.#pushBar(data.bars, this.#next);
      else this.#pushTick(data.ticks, this.#next);
    if (this.#next < times.length) {
      this.#nextDay = Math.floor((times[this.#next] as number) / DAY_MS);
      return;
    }
    this.#loop.end();
    this.#data = undefined;
    this.#nextDay = Number.POSITIVE_INFINITY;
  }

  #pushBar({ openTimeMs, open, high, low, close }: BarColumns, row: number): void {
    const loop = this.#loop as BarLoop;
    const at = (column: Int32Array): number => column[row] as number;
    loop.push(openTimeMs[row] as number, at(open), at(high), at(low), at(close));
  }

  #pushTick({ timeMs, bid, ask }: TickColumns, row: number): void {
    const loop = this.#loop as TickLoop;
    const time = epochMs(timeMs[row] as number);
    const tick: Tick = {
      source: 'replay',
      pair: this.meta.pair,
      bid: scaledPrice(bid[row] as number),
      ask: scaledPrice(ask[row] as number),
      sourceTime: time,
      receivedTime: time,
    };
    if (this.#guard.faultOf(tick) === undefined) loop.push(time, tick.bid, tick.ask);
  }
}

/** Plays data sets side by side in the order of time, a UTC day of each after the other; `onDay` comes before each day. */
async function playTogether(
  drivers: readonly SetDriver[],
  onDay: (dayStartMs: number) => void,
): Promise<void> {
  for (;;) {
    const day = Math.min(...drivers.map(({ nextDay }) => nextDay));
    if (!Number.isFinite(day)) return;
    onDay(day * DAY_MS);
    for (const driver of drivers) if (driver.nextDay === day) await driver.playDay();
  }
}
