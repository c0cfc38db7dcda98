/** What is to be ended when the measurements are. */
const open = new Set<() => Promise<void>>();

/** Has `end` called once: by the function returned, or by a signal that ends this process before. */
export function closing(end: () => Promise<void>): () => Promise<void> {
  const close = async () => {
    if (open.delete(close)) await end();
  };
  open.add(close);
  return close;
}

/** Ends what was started, then this process, on a signal to end. */
export function closeOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      // What is measured finds its servers gone.
      process.on('uncaughtException', () => {});
      void Promise.allSettled([...open].map((close) => close())).then(() => process.exit(130));
    });
}
