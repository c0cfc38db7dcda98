import type { ScoredPair } from '../../../src/core/market/instruments.ts';
import { BOT_TIMEFRAMES, timeframeMs } from '../../../src/core/market/timeframes.ts';
import type { LedgerEntry } from '../../../src/core/signals/ledger-entry.ts';
import { memoryLedger } from '../../support/memory-ledger.ts';
import type { RealQuote } from '../../support/real-prices.ts';
import { scriptedDecisions, scriptedMarket, scriptedSignal } from '../../support/scripted-market.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { type DeskStory, startDesk } from './desk-story.ts';

const STEP_MS = 5_000;

/**
 * What an honest desk records over these quotes, which come in order: a P-Special signal each minute, and P-BOT signals of every
 * timeframe for each pair that is quoted. At each of `kills` the process ends, and another begins two seconds later.
 */
export async function playedHours(
  quotes: Iterable<RealQuote>,
  { startMs, endMs, kills = [] }: { startMs: number; endMs: number; kills?: readonly number[] },
): Promise<LedgerEntry[]> {
  const random = seededRandom(7);
  const direction = () => (random() % 2 === 0 ? 'CALL' : 'PUT');
  const pairs = new Set<ScoredPair>();
  const killedAt = [...kills];
  let story: DeskStory = await startDesk({ startMs, market: scriptedMarket({ startMs }) });
  let dueMs = Math.ceil(startMs / STEP_MS) * STEP_MS;

  async function decide(decidedMs: number): Promise<void> {
    const { market, requests } = story;
    await market.clock.advanceTo(decidedMs);
    for (const timeframe of BOT_TIMEFRAMES) {
      if (decidedMs % timeframeMs(timeframe) !== 0) continue;
      const signals = [...pairs].map((pair) =>
        scriptedSignal(decidedMs, timeframe, {
          pair,
          direction: direction(),
          confidence: 51 + (random() % 300) / 100,
        }),
      );
      await market.round({
        timeframe,
        decidedMs,
        decisions: scriptedDecisions(decidedMs, timeframe, signals),
      });
    }
    for (const pair of pairs)
      for (const timeframe of BOT_TIMEFRAMES)
        if (random() % 4 === 0)
          await requests.ask({
            userId: `${random() % 1000}`,
            key: `${pair} ${timeframe} ${decidedMs}`,
            pair,
            timeframe,
          });
  }

  for (const { pair, timeMs, bid, ask } of quotes) {
    if (timeMs >= endMs) break;
    for (; dueMs < timeMs; dueMs += STEP_MS) await decide(dueMs);
    if (timeMs >= (killedAt[0] ?? Number.POSITIVE_INFINITY)) {
      killedAt.shift();
      const bornMs = timeMs + 2_000;
      const ledger = memoryLedger(story.ledger.entries);
      story = await startDesk({
        startMs: bornMs,
        ledger,
        market: scriptedMarket({ startMs: bornMs }),
        seed: bornMs,
      });
      dueMs = Math.ceil(bornMs / STEP_MS) * STEP_MS;
    }
    if (timeMs < story.market.clock.now()) continue;
    pairs.add(pair);
    await story.market.tickAt(timeMs, { pair, bid, ask });
  }
  await story.market.clock.advanceTo(endMs + 120_000);
  return story.ledger.entries.map(({ entry }) => entry);
}

/** Quotes of a random walk, one to four in two seconds, now and then none for some time. */
export function* walkedQuotes(startMs: number, endMs: number, seed = 3): Generator<RealQuote> {
  const random = seededRandom(seed);
  const bids: [ScoredPair, number][] = [
    ['EUR/USD', 110_000],
    ['USD/JPY', 150_000],
  ];
  for (let timeMs = startMs; timeMs < endMs; timeMs += 200 + (random() % 900)) {
    if (random() % 400 === 0) timeMs += random() % 40_000;
    const at = random() % 2;
    const [pair, before] = bids[at] as [ScoredPair, number];
    const bid = before + (random() % 7) - 3;
    bids[at] = [pair, bid];
    yield { pair, timeMs, bid, ask: bid + 8 };
  }
}
