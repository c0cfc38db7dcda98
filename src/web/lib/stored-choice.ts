const ofBrowser = () => localStorage;

/** A choice that this browser keeps for its reader, or the tab; undefined where there is none, or no storage. */
export function storedChoice(key: string, openStorage = ofBrowser): string | undefined {
  try {
    return openStorage().getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a choice, or forgets it. Where storage is full or forbidden it holds until the page is left. */
export function storeChoice(key: string, choice: string | undefined, openStorage = ofBrowser): void {
  try {
    if (choice === undefined) openStorage().removeItem(key);
    else openStorage().setItem(key, choice);
  } catch {
    // It is not kept.
  }
}
