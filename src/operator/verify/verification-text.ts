import { toBase64 } from '../../core/log/bytes.ts';
import { epochMs, MINUTE_MS } from '../../core/time/instant.ts';
import { formatCivil } from '../../core/time/civil-date.ts';
import type { Verification } from '../../core/signals/verify-ledger.ts';
import { counted, number } from '../output.ts';
import { printable } from '../../server/platform/printable.ts';

export interface VerificationReport {
  readonly ledger: string;
  readonly where: string;
  readonly keyText: string;
  /** Whether the reader named the key to expect; else it is the one that the ledger shows itself. */
  readonly wasKeyGiven: boolean;
  readonly verification: Verification;
  /** Undefined where the site does not say. */
  readonly keyChanges: number | undefined;
  /** How many engine versions of a site's record were compared with the entries, and what could not be. */
  readonly compared: number;
  readonly notCompared: readonly string[];
  /** What witnesses say of it, where they were asked for. */
  readonly witnesses?: readonly string[];
}

const timeOf = (ms: number | undefined): string =>
  ms === undefined ? 'no time' : `${formatCivil(epochMs(ms), true)} UTC`;

function durationText(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  return minutes < 60 ? `${minutes} min` : `${number(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** `9 of 100 open minutes (9.0 %)`. */
function shareOf(part: number, whole: number, what: string): string {
  const share = whole === 0 ? '' : ` (${((100 * part) / whole).toFixed(1)} %)`;
  return `${number(part)} of ${number(whole)} ${what}${share}`;
}

/** What came out of a verification, in plain lines. */
export function verificationText({ verification, witnesses = [], ...report }: VerificationReport): string {
  const { ledger, where, keyText, wasKeyGiven, keyChanges, compared, notCompared } = report;
  const { problems, size, checked, kinds, outcomes, earlierCheckpoints, root } = verification;
  const { openSignals, lastAtMs, firstAtMs, outageMs, engineChanges, openMinutes, outageMinutes } =
    verification;
  const lines =
    problems.length > 0
      ? [
          `The ledger ${ledger} at ${where} does NOT hold.`,
          ...problems.map(({ message }) => `  ${message}`),
          ...(checked < size ? [`${number(checked)} of ${number(size)} entries before that are right.`] : []),
        ]
      : notCompared.length > 0
        ? [`Not all of the ledger ${ledger} at ${where} could be checked.`]
        : [
            `The ledger ${ledger} at ${where} holds: all ${counted(size, 'entry', 'entries')}, the tree over them, its signature, the outcomes, each signal's end and each open minute.`,
          ];
  lines.push(...notCompared.map((message) => `  ${message}`));
  lines.push(
    `  record compared with the entries: ${compared === 0 ? 'no' : `of ${counted(compared, 'engine version')}`}`,
    `  signals ${number(kinds.signal)}, settled ${number(kinds.settled)}: won ${number(outcomes.won)}, lost ${number(outcomes.lost)}, unchanged ${number(outcomes.unchanged)}, void ${number(outcomes.void)}`,
    `  abstentions ${number(kinds.abstained)}, outages ${number(kinds.outage)}, earlier checkpoints compared ${number(earlierCheckpoints)}`,
    `  open signals ${number(openSignals)}, the last entry of ${timeOf(lastAtMs)}`,
    `  since ${timeOf(firstAtMs)}: ${counted(kinds.outage, 'outage')}, ${durationText(outageMs)} in all; changes of the engine: ${number(engineChanges)}, of the key: ${keyChanges === undefined ? 'not said' : number(keyChanges)}`,
    `  never decided: ${shareOf(outageMinutes, openMinutes, 'open minutes')}; without an outcome: ${shareOf(outcomes.void, kinds.settled, 'settled signals')}`,
    `  root ${root === undefined ? 'unknown' : toBase64(root)}`,
    `  key ${keyText}${wasKeyGiven ? '' : ' (shown by the ledger itself: compare it with the one you know, or give it with --key)'}`,
  );
  lines.push(...witnesses);
  // A problem may quote what a strange server sent.
  return lines.map(printable).join('\n');
}
