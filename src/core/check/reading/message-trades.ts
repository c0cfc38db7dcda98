import { type EpochMs, epochMs } from '../../time/instant.ts';
import { ClockReader } from '../../time/wall-clock.ts';
import type { Trade, TradeOutcome } from '../trade.ts';
import type { Message } from './messages.ts';
import { dateOrderOf, MomentReader } from './moment.ts';
import { NotATrade, type RowReason } from './row-reason.ts';
import { type NotUnderstood, type Reading, type ReadingOptions, shown } from './table-trades.ts';
import { expiryIn, pairIn } from './trade-words.ts';

/** What a line of a message says about a trade. */
interface LineFacts {
  readonly pair: string | null;
  readonly direction: 'CALL' | 'PUT' | null;
  readonly expirySeconds: number | null;
  readonly entryPrice: number | null;
  /** How one trade, or several in a row, ended. */
  readonly endings: readonly TradeOutcome[];
  /** How often the stake was doubled before this end. */
  readonly gales: number;
}

/** A signal whose end has not been told yet. */
interface OpenSignal {
  readonly at: number;
  readonly timeMs: EpochMs | null;
  pair: string | null;
  direction: 'CALL' | 'PUT' | null;
  expirySeconds: number | null;
  entryPrice: number | null;
}

const LONGEST_LINE = 400;
const MOST_LINES = 200;
const MOST_GALES = 6;

/** Reads signals and how they ended out of messages; undefined where none tells an end. */
export function readMessages(messages: readonly Message[], options: ReadingOptions): Reading | undefined {
  const reader = new MessageReader(messages, options);
  for (const [at, message] of messages.entries()) reader.read(at, message);
  return reader.trades.length === 0 ? undefined : reader.reading();
}

class MessageReader {
  readonly trades: Trade[] = [];
  readonly #messages: readonly Message[];
  readonly #options: ReadingOptions;
  readonly #moments: MomentReader;
  readonly #clock: ClockReader;
  readonly #open: OpenSignal[] = [];
  readonly #openById = new Map<number, OpenSignal>();
  /** Messages that told a trade, and why others did not. */
  readonly #used = new Set<number>();
  readonly #why = new Map<number, RowReason>();
  /** How many ends were told: a doubled stake is a trade of its own, but no other signal. */
  #told = 0;
  #neededZone = false;
  #namedZone = false;

  constructor(messages: readonly Message[], options: ReadingOptions) {
    this.#messages = messages;
    this.#options = options;
    this.#moments = new MomentReader(dateOrderOf(messages.map(({ time }) => time)));
    this.#clock = new ClockReader(options.clock);
  }

  read(at: number, message: Message): void {
    let time: EpochMs | null;
    try {
      time = this.#time(message.time);
    } catch (error) {
      if (!(error instanceof NotATrade)) throw error;
      this.#why.set(at, error.why);
      return;
    }
    for (const line of message.text.split('\n', MOST_LINES)) {
      const text = line.slice(0, LONGEST_LINE).trim();
      if (text === '') continue;
      if (isSum(text)) {
        this.#why.set(at, { code: 'sum' });
        continue;
      }
      const facts = factsOf(text);
      if (facts.endings.length > 0) this.#end(at, message, time, facts);
      else if (facts.pair !== null || facts.direction !== null) this.#signal(at, message, time, facts);
      else this.#detail(at, facts);
    }
  }

  reading(): Reading {
    const unended = new Set(this.#open.map(({ at }) => at));
    const notUnderstood: NotUnderstood[] = [];
    let read = 0;
    for (const [at, { text }] of this.#messages.entries()) {
      if (text === '') continue;
      read += 1;
      if (this.#used.has(at)) continue;
      const why = this.#why.get(at) ?? { code: unended.has(at) ? 'untold-end' : 'no-signal' };
      notUnderstood.push({ line: at + 1, text: shown(text), why });
    }
    return {
      trades: this.trades,
      rows: { read, understood: read - notUnderstood.length, notUnderstood },
      columns: [],
      found: [],
      neededZone: this.#neededZone,
      namedZone: this.#namedZone,
      numbers: this.#messages.flatMap(({ id }) => id ?? []),
      signals: { told: this.#told, untold: this.#open.length },
    };
  }

  #time(text: string): EpochMs | null {
    const moment = text === '' ? undefined : this.#moments.read(text);
    if (moment === undefined) return null;
    if (moment.offsetMs !== undefined) {
      this.#namedZone = true;
      return epochMs(moment.localMs - moment.offsetMs);
    }
    this.#neededZone = true;
    return epochMs(this.#clock.toUtc(moment.localMs));
  }

  /** A line that tells nothing but the expiry or the price belongs to the signal above it in the same message. */
  #detail(at: number, { expirySeconds, entryPrice }: LineFacts): void {
    const last = this.#open.at(-1);
    if (last?.at !== at) return;
    last.expirySeconds ??= expirySeconds;
    last.entryPrice ??= entryPrice;
  }

  /**
   * A line that names a pair or a side goes on with the signal above it in the same message, or begins another. A side alone
   * begins none: a message that named its side goes on with advice, such as "when the price goes up".
   */
  #signal(at: number, { id }: Message, timeMs: EpochMs | null, facts: LineFacts): void {
    const last = this.#open.at(-1);
    const goesOn =
      last !== undefined &&
      (last.at === at
        ? last.pair === null || facts.pair === null
        : id === undefined &&
          last.timeMs === null &&
          (last.pair === null || facts.pair === null) &&
          (last.direction === null || facts.direction === null));
    if (goesOn) {
      last.pair ??= facts.pair;
      last.direction ??= facts.direction;
      last.expirySeconds ??= facts.expirySeconds;
      last.entryPrice ??= facts.entryPrice;
      return;
    }
    const { pair, direction, expirySeconds, entryPrice } = facts;
    const signal: OpenSignal = { at, timeMs, pair, direction, expirySeconds, entryPrice };
    this.#open.push(signal);
    if (id !== undefined) this.#openById.set(id, signal);
  }

  #end(at: number, { replyTo }: Message, timeMs: EpochMs | null, facts: LineFacts): void {
    this.#used.add(at);
    this.#told += facts.endings.length;
    for (const outcome of facts.endings) {
      const signal = this.#take(replyTo, facts.pair);
      if (signal !== undefined) this.#used.add(signal.at);
      this.#add(outcome, signal, timeMs, facts);
    }
  }

  /** The signal that an end is about: the one it answers, the last one of its pair, or the last one. */
  #take(replyTo: number | undefined, pair: string | null): OpenSignal | undefined {
    const answered = replyTo === undefined ? undefined : this.#openById.get(replyTo);
    let place = answered === undefined ? -1 : this.#open.indexOf(answered);
    if (place === -1) {
      place = this.#open.length - 1;
      while (pair !== null && place >= 0 && this.#open[place]?.pair !== pair) place -= 1;
    }
    return place === -1 ? undefined : this.#open.splice(place, 1)[0];
  }

  /** A win after so many doubled stakes is that many lost trades and a won one; a loss after them one more lost. */
  #add(outcome: TradeOutcome, signal: OpenSignal | undefined, endMs: EpochMs | null, facts: LineFacts): void {
    const { payout } = this.#options;
    for (let gale = 0; gale <= facts.gales; gale += 1) {
      const stake = 2 ** gale;
      const ending = gale < facts.gales ? 'lost' : outcome;
      this.trades.push({
        timeMs: signal?.timeMs ?? endMs,
        pair: facts.pair ?? signal?.pair ?? null,
        direction: facts.direction ?? signal?.direction ?? null,
        expirySeconds: facts.expirySeconds ?? signal?.expirySeconds ?? null,
        entryPrice: facts.entryPrice ?? signal?.entryPrice ?? null,
        outcome: ending,
        stake,
        payout,
        profit: ending === 'won' ? stake * payout : ending === 'lost' ? -stake : 0,
      });
    }
  }
}

const GALE =
  /(?<![\p{L}\d])(?:gale|g|mg|martingale|martingala|protecao|proteção|protection)[ -]?(\d)(?!\d)|(?<!\d)(\d)[ºªo°]? ?(?:gale|martingale|martingala)/iu;
/** A price of a currency pair behind a word for it, with the digits that quotes have. */
const ENTRY_PRICE =
  /(?:entry|price|strike|open|entrada|preço|precio|kurs|prix|цена|вход|@)[^\d\n]{0,12}(\d{1,3}[.,]\d{2,6})(?![\d%])/iu;
const WON_MARKS = '✅☑✔🏆🤑💚🟢';
const LOST_MARKS = '❌✖⛔🔴💔🚫❎';
const TIED_MARKS = '⚪➖🟡';
const ROUND_MARKS = /[🟢🔴🟡⚪]/gu;
const WON_WORDS =
  /(?<![\p{L}\d])(?:win|won|winner|itm|in the money|green|vitória|vitoria|ganada|ganó|gano|ganhou|gewonnen|gagné|kazandı|выигрыш|плюс|menang)(?![\p{L}\d])/iu;
const LOST_WORDS =
  /(?<![\p{L}\d])(?:loss|lost|lose|otm|out of the money|red|derrota|perdida|perdió|perdeu|verloren|perdu|kaybetti|проигрыш|минус|kalah)(?![\p{L}\d])/iu;
const TIED_WORDS =
  /(?<![\p{L}\d])(?:tie|draw|doji|refund|refunded|atm|at the money|break ?even|empate|devuelto|reembolso|возврат)(?![\p{L}\d])/iu;
const CALL_WORDS =
  /(?<![\p{L}\d])(?:call|buy|up|higher|long|compra|comprar|acima|alta|arriba|sube|kauf|hoch|achat|hausse|вверх|покупка|yukarı)(?![\p{L}\d])|[⬆↑🔼▲⏫📈🟩↗]/iu;
const PUT_WORDS =
  /(?<![\p{L}\d])(?:put|sell|down|lower|short|venta|vender|venda|abaixo|baixa|abajo|baja|verkauf|runter|vente|baisse|вниз|продажа|aşağı)(?![\p{L}\d])|[⬇↓🔽▼⏬📉🟥↘]/iu;
/** "up to 2 steps" and the like name no side. */
const UP_TO = /(?<!\p{L})(?:up|down) to(?!\p{L})/giu;
/** Words of posts that add up what was told before. */
const SUM_WORDS =
  /(?<!\p{L})(?:total|score|summary|placar|marcador|accuracy|win ?rate|winrate|assertividade|resumo|resumen|итого|results of|results for)(?!\p{L})/iu;

/** Whether a line adds up ends that other messages tell: "8 wins, 2 losses", "Placar: 8x2", "9/10". */
function isSum(line: string): boolean {
  if (SUM_WORDS.test(line)) return true;
  const text = line.replace(GALE, ' ');
  const counted = (marks: string, words: string): boolean =>
    new RegExp(
      `\\d+ ?(?:x ?)?(?:[${marks}]|(?:${words})(?!\\p{L}))|(?:[${marks}]|(?<!\\p{L})(?:${words}))\\ufe0f? ?[:=x-]? ?\\d+`,
      'iu',
    ).test(text);
  return counted(WON_MARKS, 'wins?|won|itm|w|greens?') && counted(LOST_MARKS, 'loss(?:es)?|lost|otm|l|reds?');
}

function factsOf(line: string): LineFacts {
  const sides = line.replace(UP_TO, ' ');
  const isCall = CALL_WORDS.test(sides);
  const isPut = PUT_WORDS.test(sides);
  const direction = isCall === isPut ? null : isCall ? 'CALL' : 'PUT';
  const gale = GALE.exec(line);
  const endings = endingsOf(line, isCall || isPut);
  return {
    pair: pairIn(line) ?? null,
    direction,
    expirySeconds: expiryIn(line.replace(GALE, ' ')) ?? null,
    entryPrice: entryPriceIn(line),
    endings,
    gales: gale === null ? 0 : Math.min(MOST_GALES, Number(gale[1] ?? gale[2])),
  };
}

function entryPriceIn(line: string): number | null {
  const text = ENTRY_PRICE.exec(line)?.[1];
  return text === undefined ? null : Number(text.replace(',', '.'));
}

/** Ends told by words come once a line; marks alone come once each where they differ, and once where they repeat. */
function endingsOf(line: string, hasDirection: boolean): readonly TradeOutcome[] {
  const words: TradeOutcome[] = [];
  if (WON_WORDS.test(line)) words.push('won');
  if (LOST_WORDS.test(line)) words.push('lost');
  if (TIED_WORDS.test(line)) words.push('tied');
  if (words.length === 1) return words;
  // Round marks beside a direction show the direction.
  const marked = hasDirection ? line.replace(ROUND_MARKS, '') : line;
  const marks: TradeOutcome[] = [];
  for (const mark of marked) {
    if (WON_MARKS.includes(mark)) marks.push('won');
    else if (LOST_MARKS.includes(mark)) marks.push('lost');
    else if (TIED_MARKS.includes(mark)) marks.push('tied');
  }
  if (words.length > 1) return new Set(marks).size === 1 ? marks.slice(0, 1) : [];
  return new Set(marks).size <= 1 ? marks.slice(0, 1) : marks;
}
