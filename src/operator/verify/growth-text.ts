import { toBase64 } from '../../core/log/base64.ts';
import type { Growth } from '../../core/log/verify-growth.ts';
import { printable } from '../../server/platform/printable.ts';

export interface GrowthReport {
  readonly ledger: string;
  readonly where: string;
  readonly keyText: string;
  readonly growth: Growth;
}

/** What `--json` prints; `latest` is the signed note that was read. */
export function growthDocument({
  ledger,
  where,
  keyText,
  growth: { since, head, proofLength, problems },
  latest,
}: GrowthReport & { readonly latest: string | undefined }): object {
  return {
    ok: problems.length === 0,
    ledger,
    where,
    key: keyText,
    since: since && { size: since.size, root: toBase64(since.root) },
    size: head?.size,
    root: head && toBase64(head.root),
    proofLength,
    checkpoint: latest,
    problems,
  };
}

/** Whether a ledger has grown out of a saved checkpoint, in plain lines. */
export function growthText(report: GrowthReport): string {
  // A stranger's server has a say in most of it.
  return linesOf(report).map(printable).join('\n');
}

function linesOf({ ledger, where, keyText, growth }: GrowthReport): string[] {
  const { since, head, proofLength, problems } = growth;
  if (problems.length > 0)
    return [
      `The ledger ${ledger} at ${where} does NOT hold.`,
      ...problems.map(({ message }) => `  ${message}`),
      '  Keep the saved checkpoint, and save that of now: both are signed, and others can compare them.',
      `  key ${keyText}`,
    ];
  const count = (value: number | undefined) => (value ?? 0).toLocaleString('en');
  return [
    `The ledger ${ledger} at ${where} has grown out of the saved checkpoint: its first ${count(since?.size)} of now ${count(head?.size)} entries are the same.`,
    `  proven by ${count(proofLength)} hashes; what the entries say was not read`,
    `  root ${head === undefined ? 'unknown' : toBase64(head.root)}`,
    `  key ${keyText}`,
  ];
}
