import { type CheckFigures, checkRecord } from '../../src/core/check/check-record.ts';
import type { SignalFacts } from '../../src/core/check/judgement.ts';
import { claimed } from '../../src/core/check/reading/claims/claim.ts';

/** How many sellers were looked at before this one, whose record is whole. */
export const whole = (lookedAt: number) => ({ lookedAt, part: 'whole', months: null }) as const;

/** How a claim is checked that was chosen by nothing and has no order. */
export const CLAIM_OPTIONS = {
  ties: 'refund',
  lookedAt: 1,
  bankroll: undefined,
  seed: 1,
  offsetMsAt: () => 0,
  hasOrder: false,
  signals: { unresolved: 0, announcedGales: 0 },
} as const;

/** What the check finds in a record of which only counts and one payout are known. */
export function claimedFigures(
  won: number,
  of: number,
  payout: number,
  signals: SignalFacts = CLAIM_OPTIONS.signals,
): CheckFigures {
  return checkRecord(claimed({ won, lost: of - won, tied: 0 }, payout).trades, {
    ...CLAIM_OPTIONS,
    signals,
  });
}
