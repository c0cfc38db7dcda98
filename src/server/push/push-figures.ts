/** What became of pushes; `gone`: the browser takes no more, `wait`: its service asked to be left alone, `held`: the trader's own rules. */
export const PUSH_RESULTS = ['sent', 'gone', 'wait', 'failed', 'held'] as const;

/** What was counted of pushes since this server started. */
export type PushFigures = Record<(typeof PUSH_RESULTS)[number], number>;

export function createPushFigures(): PushFigures {
  return { sent: 0, gone: 0, wait: 0, failed: 0, held: 0 };
}
