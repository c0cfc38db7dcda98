import type { PushResult } from './push-service.ts';

/** What became of pushes since this server started; `held`: kept back by the trader's own rules. */
export type PushFigures = Record<PushResult['kind'] | 'held', number>;

export function createPushFigures(): PushFigures {
  return { sent: 0, gone: 0, wait: 0, failed: 0, held: 0 };
}
