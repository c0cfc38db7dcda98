import type { RecordApi } from './record-api.ts';

/** Most entries of one visit; others are loaded again. */
const MOST_ENTRIES = 20;
const caches = new WeakMap<RecordApi, Map<string, unknown>>();

/** The earlier object of this key, so that a way back shows at once what was there. The key determines its type. */
export function cached<T>(api: RecordApi, key: string, make: () => T): T {
  let map = caches.get(api);
  if (map === undefined || map.size >= MOST_ENTRIES) caches.set(api, (map = new Map()));
  if (!map.has(key)) map.set(key, make());
  return map.get(key) as T;
}
