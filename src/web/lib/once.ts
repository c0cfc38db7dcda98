let language = 0;

/** Makes a value when it is first asked for, and keeps it: what is dear to make does not hold up a module's loading. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T; readonly language: number } | undefined;
  return () => {
    if (made?.language !== language) made = { value: make(), language };
    return made.value;
  };
}

/** Lets everything be made again: formats are of one language. */
export function makeAgain(): void {
  language += 1;
}
