import { afterEach, expect, it, vi } from 'vitest';
import type { WantedDay } from '../../../core/check/price-comparison.ts';
import { pricesPath } from '../../../core/market/day-prices.ts';
import type { PriceSpan } from '../../../core/wire/market.ts';
import { type ApiClient, ApiError } from '../../lib/api-client.ts';
import { loadPriceBytes } from '../../lib/prices.ts';
import { pricedDays } from './prices-card.tsx';

const SPAN: PriceSpan = {
  pair: 'EUR/USD',
  kind: 'ticks',
  firstDay: 20_000,
  lastDay: 20_299,
  sealedDay: 20_200,
  edition: 'a',
};
const wanted = (count: number): WantedDay[] =>
  Array.from({ length: count }, (_, at) => ({ pair: 'EUR/USD', day: 20_000 + at, lookups: at }));

afterEach(() => {
  vi.useRealTimers();
});

it('asks for at most 250 days, those with most trades, and for none that the server does not have', () => {
  const days = pricedDays(wanted(301), [SPAN]);
  expect(days).toHaveLength(250);
  expect(days[0]).toMatchObject({ day: 20_299, lookups: 299 });
  expect(days.at(-1)).toMatchObject({ day: 20_050, lookups: 50 });
});

const PATH = pricesPath(SPAN, 20_000);

/** A client whose answers come one after the other. */
function playedApi(...answers: (Response | ApiError)[]) {
  const paths: string[] = [];
  const api = {
    async ask(path: string, take: (answer: Response) => Promise<Uint8Array>) {
      paths.push(path);
      const answer = answers.shift();
      if (answer instanceof Response) return take(answer);
      throw answer;
    },
  } as unknown as ApiClient;
  return { api, paths };
}

it('waits as long as the server asks and asks again, once for each wait', async () => {
  vi.useFakeTimers();
  const limit = (): ApiError => new ApiError('Too many requests.', 429, 4_000);
  const { api, paths } = playedApi(limit(), limit(), new Response(Uint8Array.of(1, 2)));
  const loaded = loadPriceBytes(api, PATH);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(paths).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(paths).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(4_000);
  expect([...(await loaded)]).toEqual([1, 2]);
  expect(paths).toEqual([PATH, PATH, PATH]);
});

it('gives up where the server wants more than half a minute, or answers with another error', async () => {
  for (const error of [
    new ApiError('Too many requests.', 429, 31_000),
    new ApiError('Something went wrong on the server.', 500),
  ])
    await expect(loadPriceBytes(playedApi(error).api, PATH)).rejects.toBe(error);
});
