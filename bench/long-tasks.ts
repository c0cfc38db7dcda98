/** The mark by which a trace knows the page that is watched. Tasks that ended before it are not the page's. */
export const WATCHED = 'watched page';

/** An event of the browser's trace; times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The processor time of its thread. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** What of the browser's trace holds the tasks and the mark. */
export const TRACED = ['toplevel', 'blink.user_timing'];

/**
 * The tasks of the page's main thread since the mark, in ms of processor time, which other work on the machine does not change.
 * @throws when there is none
 */
export function tasksMs(trace: readonly TraceEvent[]): number[] {
  const mark = trace.find(({ name }) => name === WATCHED);
  const main = trace.find(
    ({ name, pid, args }) => name === 'thread_name' && pid === mark?.pid && args?.name === 'CrRendererMain',
  );
  const times = trace.flatMap(({ name, pid, tid, ts, dur = 0, tdur }) => {
    const isOfPage = pid === main?.pid && tid === main.tid && ts + dur >= (mark?.ts ?? 0);
    return isOfPage && name.endsWith('RunTask') ? (tdur ?? []) : [];
  });
  if (times.length === 0) throw new Error('the trace holds no task of the page');
  return times.map((microseconds) => microseconds / 1_000);
}

/** The longest of them, of a trace as Playwright returns it. */
export function longestTaskMs(trace: Buffer): number {
  return Math.max(
    ...tasksMs((JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] }).traceEvents),
  );
}
