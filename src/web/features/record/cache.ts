import type { RecordApi } from './record-api.ts';

/** What was looked at in one visit of the record; more than this is loaded again. */
const MOST_ENTRIES = 20;
const caches = new WeakMap<RecordApi, Map<string, unknown>>();

/** What was made for this key before, so that a way back shows at once what was there. The key tells what type it is. */
export function cached<T>(api: RecordApi, key: string, make: () => T): T {
  let map = caches.get(api);
  if (map === undefined || map.size >= MOST_ENTRIES) caches.set(api, (map = new Map()));
  if (!map.has(key)) map.set(key, make());
  return map.get(key) as T;
}
