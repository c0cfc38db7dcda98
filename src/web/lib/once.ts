let language = 0;

/** Makes a value when it is first used: an expensive one must not delay a module's loading. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T; readonly language: number } | undefined;
  return () => {
    if (made?.language !== language) made = { value: make(), language };
    return made.value;
  };
}

/** Discards all values: formats belong to one language. */
export function makeAgain(): void {
  language += 1;
}
