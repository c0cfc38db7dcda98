import type { EpochMs } from '../core/time/instant.ts';

/** An instant for the operator: UTC, whole seconds, `2026-11-20T18:46:53Z`; empty when there is none. */
export function isoTime(instant: EpochMs | undefined): string {
  return instant === undefined ? '' : `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
