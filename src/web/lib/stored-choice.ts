const ofBrowser = () => localStorage;

/** A choice stored in this browser, or in the tab; undefined without one, or without storage. */
export function storedChoice(key: string, openStorage = ofBrowser): string | undefined {
  try {
    return openStorage().getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a choice, or removes it. Where storage is full or forbidden it lasts until the page is left, and the answer is false. */
export function storeChoice(key: string, choice: string | undefined, openStorage = ofBrowser): boolean {
  try {
    if (choice === undefined) openStorage().removeItem(key);
    else openStorage().setItem(key, choice);
    return true;
  } catch {
    return false;
  }
}
