import type { AlertFacts } from './alert-facts.ts';
import type { AlertRules, HoldReason } from './alert-rules.ts';

/**
 * What became of an alert. `unknown`: it was handed to its push service, or was about to be; so it stays where the server was killed
 * before it had the answer.
 */
export type AlertResult = 'sent' | 'failed' | 'unknown' | HoldReason;

/** An alert as its trader reads it later. */
export interface LoggedAlert {
  readonly atMs: number;
  readonly facts: AlertFacts;
  readonly result: AlertResult;
}

/** The browsers of a trader: the SHA-256 of each one's address, in base64url. The address itself lets others push. */
export interface AlertDevices {
  readonly devices: readonly string[];
}

/** What a trader sees of alerts. */
export interface AlertReport extends AlertDevices {
  /** For `PushManager.subscribe`, as `applicationServerKey`. */
  readonly publicKey: string;
  readonly rules: AlertRules;
  /** The last week, the newest first. */
  readonly log: readonly LoggedAlert[];
}
