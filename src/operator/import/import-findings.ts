import { type Finding, OVERRULABLE, type Overrulable } from '../../core/price-files/judge-history.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import type { BadLine, DecodedInput } from './decode-input.ts';
import { ImportRefusal } from '../../server/market/dataset-refusal.ts';

export interface LocatedFinding extends Omit<Finding, 'row' | 'code'> {
  readonly code: Finding['code'] | 'overlap';
  readonly line: number | undefined;
}

/** Throws an ImportRefusal that names the first lines that are no rows, unless that is allowed. */
export function refuseBadLines(
  { badLines, firstBadLines }: Pick<DecodedInput, 'badLines' | 'firstBadLines'>,
  allow: ReadonlySet<Overrulable>,
): void {
  const first = firstBadLines[0];
  if (first === undefined || allow.has('bad-lines')) return;
  const others =
    badLines === 1
      ? ''
      : ` So it is with ${badLines - 1} more, in lines ${listLines(firstBadLines.slice(1))}.`;
  throw new ImportRefusal(
    'bad-lines',
    `Line ${first.line} ${first.problem}.${others}`,
    'Export or download the file again; --allow bad-lines leaves such lines out.',
    first.line,
  );
}

/** The finding where the file's name has another pair than the given one. */
export function judgeFileName(named: string | undefined, given: ScoredPair): Finding[] {
  if (named === undefined || named === given) return [];
  return [
    {
      code: 'pair-name',
      level: 'refuse',
      message: `The file name says ${named}, but the pair was given as ${given}.`,
      hint: `Check --pair; if the name is wrong, --allow pair-name imports it as ${given}.`,
      row: -1,
    },
  ];
}

/**
 * Turns what the user allowed into warnings and finds the lines.
 * @throws ImportRefusal when something is left to refuse, with all of it.
 */
export function settleFindings(
  findings: readonly Finding[],
  allow: ReadonlySet<Overrulable>,
  lineOfRow: (row: number) => number,
): readonly LocatedFinding[] {
  const isAllowed = (code: Finding['code']) =>
    OVERRULABLE.some((known) => known === code && allow.has(known));
  const located = findings.map(({ code, level, message, hint, row }) => ({
    code,
    level: isAllowed(code) ? ('warn' as const) : level,
    message,
    hint,
    line: row < 0 ? undefined : lineOfRow(row),
  }));
  const [first, ...others] = located.filter(({ level }) => level === 'refuse');
  if (first === undefined) return located;
  throw new ImportRefusal(
    first.code,
    [first.message, ...others.map(({ message }) => `Also: ${message}`)].join('\n'),
    first.hint,
    first.line,
  );
}

function listLines(lines: readonly BadLine[]): string {
  return `${lines.map(({ line }) => line).join(', ')}${lines.length >= 4 ? ' and on' : ''}`;
}
