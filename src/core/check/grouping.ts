/** Adds one to the group of its key. */
export function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

/** Items by their keys, in their order; those without a key are left out, and so are all that follow the first key beyond `most`. */
export function groupBy<Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key | undefined,
  most = Number.POSITIVE_INFINITY,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined) addTo(groups, key, item);
    if (groups.size > most) break;
  }
  return groups;
}

/** Gives a list other contents: those of a large one are too many to be arguments of splice. */
export function refill<One>(list: One[], contents: readonly One[]): void {
  list.length = 0;
  for (const one of contents) list.push(one);
}
