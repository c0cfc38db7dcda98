/** A choice that this browser keeps for its reader; undefined where there is none, or no storage. */
export function keptChoice(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a choice, or forgets it. Where storage is full or forbidden it holds until the page is left. */
export function keepChoice(key: string, choice: string | undefined): void {
  try {
    if (choice === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
  } catch {
    // It is not kept.
  }
}
