/** The mark by which a trace knows the page that is watched. */
export const WATCHED = 'watched page';

/** An event of the browser's trace; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** The processor time of its thread. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The longest task of the page's main thread, in ms of processor time, which other work on the machine does not change. */
export function longestTaskMs(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: readonly TraceEvent[] };
  const pid = traceEvents.find(({ name }) => name === WATCHED)?.pid;
  const main = traceEvents.find(
    (event) => event.name === 'thread_name' && event.pid === pid && event.args?.name === 'CrRendererMain',
  );
  const times = traceEvents.flatMap(({ name, tid, tdur, ...event }) =>
    event.pid === pid && tid === main?.tid && name.endsWith('RunTask') ? (tdur ?? []) : [],
  );
  if (times.length === 0) throw new Error('the trace holds no task of the page');
  return Math.max(...times) / 1_000;
}
