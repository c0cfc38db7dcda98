import { expect, test } from 'vitest';
import type { RecordPage, RecordRow } from '../../../core/wire/record.ts';
import type { RecordApi } from './record-api.ts';
import { createSettledRows } from './signal-list.tsx';

const PAGE = 3;

/** A record of so many rows, newest first, that grows; `index` is all that matters here. */
function growingRecord(count: number) {
  let last = count;
  const api = {
    page: async (_filters: unknown, before: number | undefined): Promise<RecordPage> => {
      const indexes = Array.from({ length: last }, (_, at) => last - at).filter(
        (index) => before === undefined || index < before,
      );
      const rows = indexes.slice(0, PAGE).map((index) => ({ index }) as RecordRow);
      return { rows, total: last, next: indexes.length > PAGE ? (rows.at(-1)?.index ?? null) : null };
    },
  } as unknown as RecordApi;
  return {
    api,
    grow(by: number) {
      last += by;
    },
  };
}

async function opened(count: number) {
  const record = growingRecord(count);
  const loader = createSettledRows(record.api, {});
  loader.subscribe(() => {});
  const loaded = async () => {
    await expect.poll(() => loader.getState().isLoading, { interval: 1 }).toBe(false);
  };
  await loaded();
  const indexes = () => loader.getState().value?.rows.map(({ index }) => index);
  return { ...record, loader, loaded, indexes };
}

test('older pages follow on the newest until there are no more', async () => {
  const { loader, loaded, indexes } = await opened(7);
  expect(indexes()).toEqual([7, 6, 5]);
  loader.showOlder();
  await loaded();
  loader.showOlder();
  await loaded();
  expect(indexes()).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(loader.getState().value).toMatchObject({ total: 7, next: null });
});

test('new rows come on top of all that was loaded', async () => {
  const { loader, loaded, indexes, grow } = await opened(7);
  loader.showOlder();
  await loaded();
  grow(2);
  loader.reload();
  await loaded();
  expect(indexes()).toEqual([9, 8, 7, 6, 5, 4, 3, 2].slice(0, 8));
  expect(loader.getState().value?.total).toBe(9);
});

test('when more came than a page holds the newest page stands alone, without a hole', async () => {
  const { loader, loaded, indexes, grow } = await opened(7);
  loader.showOlder();
  await loaded();
  grow(PAGE + 1);
  loader.reload();
  await loaded();
  expect(indexes()).toEqual([11, 10, 9]);
  loader.showOlder();
  await loaded();
  expect(indexes()).toEqual([11, 10, 9, 8, 7, 6]);
});
