import { expect, test } from 'vitest';
import { epochMs } from '../../../core/time/instant.ts';
import { type Asked, createRequestStore } from './request-store.ts';

const ASKED: Asked = { key: 'k', pair: 'USD/JPY', timeframe: '30s', decidedMs: epochMs(1_000) };
const TRADER = 'trader@example.com';

function memory(): Storage {
  sessionStorage.clear();
  return sessionStorage;
}

test('what was written is read again by the same trader, and is nothing to another', () => {
  const storage = memory();
  createRequestStore(TRADER, () => storage).write(ASKED);
  expect(createRequestStore(TRADER, () => storage).read()).toEqual(ASKED);
  expect(createRequestStore('other@example.com', () => storage).read()).toBeUndefined();
});

test.each([
  ['nothing', undefined],
  ['no JSON', '{'],
  ['null', 'null'],
  ['a pair without a price', JSON.stringify({ trader: TRADER, ...ASKED, pair: 'USD/INR' })],
  ['no timeframe', JSON.stringify({ trader: TRADER, ...ASKED, timeframe: '2min' })],
  ['no key', JSON.stringify({ trader: TRADER, ...ASKED, key: undefined })],
  ['no instant', JSON.stringify({ trader: TRADER, ...ASKED, decidedMs: '1000' })],
])('%s counts as no request', (_, text) => {
  const storage = memory();
  if (text !== undefined) storage.setItem('pipcast.asked', text);
  expect(createRequestStore(TRADER, () => storage).read()).toBeUndefined();
});

test('storage that is forbidden keeps nothing and breaks nothing', () => {
  const kept = createRequestStore(TRADER, () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  kept.write(ASKED);
  kept.forget();
  expect(kept.read()).toBeUndefined();
});

test('what is forgotten is not read again', () => {
  const storage = memory();
  const kept = createRequestStore(TRADER, () => storage);
  kept.write(ASKED);
  kept.forget();
  expect(kept.read()).toBeUndefined();
});
