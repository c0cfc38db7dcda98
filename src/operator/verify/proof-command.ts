import { readFileSync } from 'node:fs';
import type { VerifierKey } from '../../core/log/checkpoint.ts';
import type { WitnessPolicy } from '../../core/log/witness-policy.ts';
import { type ProvenEntry, type ProvenStory, verifyStoryProof } from '../../core/signals/story-proof.ts';
import { epochMs, type EpochMs } from '../../core/time/instant.ts';
import { sha256, verifyEd25519 } from '../../server/ledger/ed25519.ts';
import { printable } from '../../server/platform/printable.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { misuse } from '../exit-codes.ts';
import { isoTime } from '../output.ts';

/** Whether the argument of `verify` is a file of proof and not an address. */
export function isProofFile(argument: string): boolean {
  return argument.endsWith('.tlog-proof');
}

/** `pipcast verify FILE.tlog-proof`: one signal, from its record to its end, without network and database. */
export async function verifyProofFile(
  { output }: CommandContext,
  file: string,
  { key, policy }: { readonly key: VerifierKey | undefined; readonly policy: WitnessPolicy | undefined },
): Promise<Ending> {
  const keys = key === undefined ? (policy?.logs ?? []).map((log) => log.key) : [key];
  if (keys.length === 0)
    throw misuse(
      'Which ledger is the proof of?',
      'Give a policy that names its key (log <vkey>) with --policy, or the key with --key.',
    );
  const story = await verifyStoryProof(readProof(file), { keys, policy, sha256, ed25519: verifyEd25519 });
  const problem = typeof story === 'string' ? story : lateness(story);
  if (typeof story === 'string' || problem !== undefined) {
    await output.result({ ok: false, file, problems: [{ message: problem }] }, () =>
      [`The proof ${file} does NOT hold.`, `  ${problem}`].map(printable).join('\n'),
    );
    return 'ledger_wrong';
  }
  const { origin, signal, settled } = story;
  return output.result(
    { ok: true, file, origin, signal, settled, entries: story.entries.map(entryDocument) },
    () =>
      [`The proof ${file} holds: the ledger ${origin} has this signal.`, ...storyLines(story)]
        .map(printable)
        .join('\n'),
  );
}

function readProof(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw misuse(`The proof ${file} cannot be read: ${(error as Error).message}.`);
  }
}

function entryDocument({ index, entry, head, witnessed }: ProvenEntry): object {
  return {
    index,
    kind: entry.kind,
    checkpoint: head.size,
    seenAt: seenMs(witnessed) === undefined ? null : isoTime(seenMs(witnessed)),
    seenBy: (witnessed?.by ?? []).map(({ witness }) => witness.name),
  };
}

function storyLines({ signal, settled, entries }: ProvenStory): string[] {
  const { pair, direction, timeframe, confidence, startMs, expiryMs } = signal;
  return [
    `  ${pair} ${direction} ${timeframe}, ${confidence}%, from ${isoTime(startMs)} to ${isoTime(expiryMs)}: ${settled.outcome}`,
    ...entries.map(entryLine),
    earliness(signal.expiryMs, entries[0]?.witnessed),
  ];
}

function entryLine({ index, entry, head, witnessed }: ProvenEntry): string {
  const names = (witnessed?.by ?? []).map(({ witness }) => witness.name).join(', ');
  const seen = seenMs(witnessed);
  const by = seen === undefined ? 'no witness was asked for' : `seen by ${names} at ${isoTime(seen)}`;
  return `  entry ${index} (${entry.kind}), recorded ${isoTime(entry.atMs)}, under the checkpoint at ${head.size}: ${by}`;
}

/** Why the witnesses' time proves nothing of the signal: its end may have been known when they first saw it. */
function lateness({ signal, entries: [first] }: ProvenStory): string | undefined {
  const seen = seenMs(first?.witnessed);
  if (seen === undefined || seen < signal.expiryMs) return undefined;
  const lateS = Math.round((seen - signal.expiryMs) / 1000);
  return `Enough witnesses saw the signal only ${lateS} s after its expiry: that it stood before is not proven.`;
}

function earliness(expiryMs: number, witnessed: ProvenEntry['witnessed']): string {
  const seen = seenMs(witnessed);
  if (seen === undefined) return '  that it stood before its expiry is the word of the ledger alone';
  return `  enough witnesses had seen the signal ${Math.round((expiryMs - seen) / 1000)} s before its expiry`;
}

function seenMs(witnessed: ProvenEntry['witnessed']): EpochMs | undefined {
  return witnessed?.seenS === undefined ? undefined : epochMs(witnessed.seenS * 1000);
}
