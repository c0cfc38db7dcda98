import { MINUTE_MS, SECOND_MS } from '../time/instant.ts';
import type { ScoredPair } from './instruments.ts';
import { CLOCKS_APART_MS } from './settlement-times.ts';
import { doubleMid, type Tick, tickTime } from './tick.ts';

/** Why a quote is not taken. None is repaired. */
export type TickFault =
  /** Bid above ask: no market was ever like this. */
  | 'crossed'
  /** Bid and ask too far apart, or both too far from the last quote, to be this pair's price. */
  | 'implausible'
  /** Dated after the time it came. */
  | 'future'
  /** Dated so long before the time it came that it says nothing about now. */
  | 'late'
  /** Dated before the last quote taken. */
  | 'out-of-order'
  /** The same quote again. */
  | 'duplicate';

/** A spread wider than this share of the price is a mistake: the widest seen at rollover is about 0.3 %. */
const WIDEST_SPREAD = 0.02;
/** A mid that moved by more than this share since a quote less than a minute old is a mistake, or another instrument. */
const WIDEST_STEP = 0.02;
const LATEST_MS = 30 * SECOND_MS;

/**
 * The one check of quotes: live prices, replays, made-up prices and evaluations pass through it, so that all of them decide and
 * settle on the same quotes. Prices that are not positive numbers never get here: `scalePrice` refuses them. For one source.
 */
export class TickGuard {
  readonly #last = new Map<ScoredPair, Tick>();

  /** Judges a quote by itself and against the last sound one of its pair; `undefined` for a sound one, which is the last from now on. */
  faultOf(tick: Tick): TickFault | undefined {
    const fault = tickFault(tick, this.#last.get(tick.pair));
    if (fault === undefined) this.#last.set(tick.pair, tick);
    return fault;
  }

  /** The last sound quote of a pair since the start or the last `forget`. */
  last(pair: ScoredPair): Tick | undefined {
    return this.#last.get(pair);
  }

  /** Forgets all quotes, after the clock was set. */
  forget(): void {
    this.#last.clear();
  }
}

function tickFault(tick: Tick, last: Tick | undefined): TickFault | undefined {
  if (tick.bid > tick.ask) return 'crossed';
  if ((tick.ask - tick.bid) * 2 > doubleMid(tick) * WIDEST_SPREAD) return 'implausible';
  if (tick.sourceTime !== undefined) {
    const age = tick.receivedTime - tick.sourceTime;
    if (age < -CLOCKS_APART_MS) return 'future';
    if (age > LATEST_MS) return 'late';
  }
  if (last === undefined) return undefined;
  if (tickTime(tick) < tickTime(last)) return 'out-of-order';
  if (
    tick.sourceTime !== undefined &&
    tick.sourceTime === last.sourceTime &&
    tick.bid === last.bid &&
    tick.ask === last.ask
  )
    return 'duplicate';
  const step = Math.abs(doubleMid(tick) - doubleMid(last));
  if (tickTime(tick) - tickTime(last) < MINUTE_MS && step > doubleMid(last) * WIDEST_STEP)
    return 'implausible';
  return undefined;
}
