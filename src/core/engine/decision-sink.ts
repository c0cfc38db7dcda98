import type { AbstentionReason } from './abstention.ts';

/** Hears what a loop decides and how it ends. Numbers only: millions of decisions pass through it. */
export interface DecisionSink {
  abstained(reason: AbstentionReason, atMs: number): void;
  /** A signal was settled. `outcome`: 1 up, -1 down, 0 unchanged, undefined when no quote could settle it. */
  settled(decidedAtMs: number, up: boolean, chance: number, outcome: -1 | 0 | 1 | undefined): void;
}
