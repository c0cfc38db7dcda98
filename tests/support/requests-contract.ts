import { expect, test } from 'vitest';
import { epochMs, MINUTE_MS } from '../../src/core/time/instant.ts';
import type { AskedFor, SignalRequests } from '../../src/server/desk/signal-requests.ts';
import type { Ledger } from '../../src/server/ledger/ledger.ts';
import { START_MS, signalEntry } from '../server/ledger/ledger-support.ts';
import { abstainedAt } from './entries.ts';

/** Requests under test, and the ledger that ends them. */
export interface ContractRequests {
  readonly requests: SignalRequests;
  readonly ledger: Ledger;
  /** Lets time pass, for limits and keys. */
  pass(ms: number): Promise<void>;
}

const ANN = { userId: 'ann', key: 'k' };
const BOB = { userId: 'bob', key: 'k' };

/** What traders and the desk rely on, wherever requests are kept: `open` gives an empty place. */
export function requestsContract(open: () => Promise<ContractRequests>): void {
  const signal = signalEntry(1, { mode: 'bot' });
  const asked: AskedFor = {
    pair: signal.pair,
    timeframe: signal.timeframe,
    decidesMs: epochMs(signal.decidedMs),
  };

  test('a request is found by its trader and key, and waits for its instant, once for all who ask the same', async () => {
    const { requests } = await open();
    await requests.add(ANN, asked);
    await requests.add(BOB, asked);
    await requests.add({ ...ANN, key: 'l' }, { ...asked, pair: 'USD/CAD' });
    expect(await requests.find(ANN)).toEqual({ ...asked, decision: null });
    expect(await requests.find({ ...ANN, key: 'm' })).toBeUndefined();
    expect(await requests.due(asked.timeframe, asked.decidesMs)).toEqual([asked.pair, 'USD/CAD']);
    expect(await requests.due('5s', asked.decidesMs)).toEqual([]);
    expect(await requests.overdue(asked.decidesMs - 1)).toEqual([]);
    expect(await requests.overdue(asked.decidesMs)).toEqual([asked, { ...asked, pair: 'USD/CAD' }]);
  });

  test('the entry that decides it ends it, and is found by it; P-Special’s for the same pair and minute is not', async () => {
    const { requests, ledger } = await open();
    await requests.add(ANN, asked);
    await ledger.append([signalEntry(1)]);
    expect(await requests.find(ANN)).toMatchObject({ decision: null });
    await ledger.append([signal]);
    expect(await requests.find(ANN)).toMatchObject({ decision: 1 });
    expect(await requests.overdue(asked.decidesMs)).toEqual([]);
    expect(await requests.takeBack(ANN)).toBe(false);
  });

  test('an abstention ends the requests for the pairs that it names', async () => {
    const { requests, ledger } = await open();
    const abstained = abstainedAt(START_MS, { mode: 'bot', reasons: { 'EUR/USD': 'late' } });
    const about = { timeframe: abstained.timeframe, decidesMs: epochMs(abstained.decidedMs) };
    await requests.add(ANN, { ...about, pair: 'EUR/USD' });
    await requests.add(BOB, { ...about, pair: 'USD/JPY' });
    await ledger.append([abstained]);
    expect(await requests.find(ANN)).toMatchObject({ decision: 0 });
    expect(await requests.due(about.timeframe, about.decidesMs)).toEqual(['USD/JPY']);
  });

  test('a request that is taken back waits no more, is unknown, and stays counted', async () => {
    const { requests } = await open();
    await requests.add(ANN, asked);
    await requests.add(BOB, asked);
    expect([await requests.takeBack(ANN), await requests.takeBack(ANN)]).toEqual([true, false]);
    expect(await requests.find(ANN)).toBeUndefined();
    expect(await requests.due(asked.timeframe, asked.decidesMs)).toEqual([asked.pair]);
    expect(await requests.takeBack(BOB)).toBe(true);
    expect(await requests.due(asked.timeframe, asked.decidesMs)).toEqual([]);
    await requests.add(ANN, asked);
    expect((await requests.limitOf('ann')).left).toBe(10);
  });

  test('of twenty at once twelve are kept, and of another trader one', async () => {
    const { requests } = await open();
    const all = Array.from({ length: 20 }, (_, key) => requests.add({ userId: 'ann', key: `${key}` }, asked));
    const refused = (await Promise.all(all)).filter((each) => each !== undefined);
    expect(refused).toHaveLength(8);
    expect(await requests.limitOf('ann')).toEqual({ most: 12, perMs: MINUTE_MS, left: 0 });
    for (const { retryAfterMs } of refused) expect(retryAfterMs).toBeLessThanOrEqual(MINUTE_MS);
    expect(await requests.add(BOB, asked)).toBeUndefined();
  });

  test('a key is another request after ten minutes, and after the clock was set', async () => {
    const { requests, pass } = await open();
    await requests.add(ANN, asked);
    await pass(10 * MINUTE_MS + 1);
    expect(await requests.find(ANN)).toBeUndefined();
    await requests.add(ANN, { ...asked, pair: 'USD/CAD' });
    expect(await requests.find(ANN)).toMatchObject({ pair: 'USD/CAD', decision: null });
    await requests.forget();
    expect(await requests.find(ANN)).toBeUndefined();
    expect(await requests.overdue(asked.decidesMs)).toEqual([]);
  });
}
