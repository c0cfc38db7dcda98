import { SCORED_PAIRS } from '../../core/market/instruments.ts';
import { scaledPrice } from '../../core/market/scaled-price.ts';
import { FEED_SOURCES, type Tick, tickTime } from '../../core/market/tick.ts';
import { epochMs } from '../../core/time/instant.ts';

/** Time in ms (double), bid, ask (32-bit integers), pair, source; little-endian. */
const TICK_BYTES = 18;

/** Quotes one after the other, 18 bytes each. */
export function tickBytes(ticks: readonly Tick[]): Buffer {
  const bytes = Buffer.alloc(ticks.length * TICK_BYTES);
  for (const [index, tick] of ticks.entries()) {
    const at = index * TICK_BYTES;
    bytes.writeDoubleLE(tickTime(tick), at);
    bytes.writeInt32LE(tick.bid, at + 8);
    bytes.writeInt32LE(tick.ask, at + 12);
    bytes.writeUInt8(SCORED_PAIRS.indexOf(tick.pair), at + 16);
    bytes.writeUInt8(FEED_SOURCES.indexOf(tick.source), at + 17);
  }
  return bytes;
}

/** The quotes in bytes of `tickBytes`, in order; those of a pair or source that this version does not know are left out. */
export function* ticksIn(bytes: Buffer): Generator<Tick> {
  for (let at = 0; at + TICK_BYTES <= bytes.length; at += TICK_BYTES) {
    const pair = SCORED_PAIRS[bytes.readUInt8(at + 16)];
    const source = FEED_SOURCES[bytes.readUInt8(at + 17)];
    if (pair === undefined || source === undefined) continue;
    const time = epochMs(bytes.readDoubleLE(at));
    const bid = scaledPrice(bytes.readInt32LE(at + 8));
    const ask = scaledPrice(bytes.readInt32LE(at + 12));
    yield { source, pair, bid, ask, sourceTime: time, receivedTime: time };
  }
}
