import { open } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { checkRecord } from '../../core/check/check-record.ts';
import { howManyMore, whatIsKnown } from '../../core/check/how-many-more.ts';
import { judgedLuck } from '../../core/check/judged-luck.ts';
import { monthsOf } from '../../core/check/luck.ts';
import { compareExports, type ExportChanges } from '../../core/check/reading/chats/compare-exports.ts';
import { fileMessages, type FileTools, tradesFileReader } from '../../core/check/reading/read-file.ts';
import { whyNoTrade } from '../../core/check/reading/read-trades.ts';
import { listedTrades, switched, switchesOf } from '../../core/check/reading/trade-switches.ts';
import { requireReadableSize, Unreadable } from '../../core/check/reading/unreadable.ts';
import { fileSentence, rowSentence } from '../../core/check/reason-texts.ts';
import { recordFacts } from '../../core/check/record-facts.ts';
import { offsetAt, type WallClock } from '../../core/time/wall-clock.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { CliError, misuse, unreadable } from '../exit-codes.ts';
import { parseZone } from '../import/pair-and-clock.ts';
import {
  assumedOf,
  changeLines,
  type CheckFlags,
  checkText,
  ENGLISH,
  type ListedReading,
  questionText,
  SHOWN_ROWS,
} from './check-text.ts';
import { readAtMost } from '../../server/platform/read-at-most.ts';

/** `pipcast check FILE`: every figure of docs/check.md about the trades in a file. */
export async function checkCommand(
  { output }: CommandContext,
  file: string,
  flags: CheckFlags,
): Promise<Ending> {
  // A file with questions is read once for each answer: what one reading leaves behind goes before the next has grown as large.
  setFlagsFromString('--heap-growing-percent=10');
  const clock = parseZone(flags.zone);
  const changes = flags.earlier === undefined ? undefined : await changesSince(flags.earlier, file);
  const reading = await readFile(file, flags, clock);
  const rows = {
    ...reading.rows,
    notUnderstood: reading.rows.notUnderstood.map(({ line, why }) => ({
      line,
      why: rowSentence(why, ENGLISH),
    })),
  };
  const unanswered = reading.questions.filter(({ given }) => given === null);
  if (unanswered.length > 0 && flags.assume !== true) {
    await output.result({ questions: reading.questions, rows }, () =>
      questionText(file, reading, unanswered, flags),
    );
    return 'import_refused';
  }
  const offsetMsAt = (utcMs: number): number => offsetAt(clock, utcMs);
  const { lookedAt = 1, part = 'whole' } = flags;
  const selection = { lookedAt, part, months: monthsOf(reading.trades) };
  const figures = checkRecord(reading.trades, {
    ties: flags.ties,
    lookedAt,
    part,
    bankroll: flags.bankroll,
    seed: flags.seed,
    offsetMsAt,
    hasOrder: reading.hasOrder,
    signals: reading.signals,
  });
  const facts = recordFacts(reading, { ties: flags.ties, offsetMsAt, nowMs: Date.now() });
  const more = howManyMore(whatIsKnown(figures, reading.trades, reading.signals), selection);
  const judged = judgedLuck(figures, selection);
  return output.result(
    {
      questions: reading.questions,
      rows,
      verdict: {
        luck: judged?.luck ?? null,
        chance: judged?.chance ?? null,
        atBreakEven: judged?.atBreakEven ?? null,
        lookedAt,
        part,
        assumed: assumedOf(flags),
      },
      ...figures,
      howManyMore: more,
      facts,
      ...(changes && { changes }),
      ...(output.json && {
        trades: reading.trades.map(({ outcome }, at) => ({ ...reading.origins[at], outcome })),
      }),
    },
    () =>
      [
        checkText(file, reading, figures, facts, more, flags, selection),
        ...(changes ? changeLines(changes) : []),
      ].join('\n'),
  );
}

async function changesSince(earlier: string, file: string): Promise<ExportChanges> {
  const none = `The file "${earlier}" is no earlier export of the same chat.`;
  try {
    const [first, second] = [
      fileMessages(await bytesOf(earlier), FILE_TOOLS),
      fileMessages(await bytesOf(file), FILE_TOOLS),
    ];
    const changes = first && second && compareExports(first, second);
    if (changes === undefined) throw new CliError('import_refused', none);
    return changes;
  } catch (error) {
    if (error instanceof Unreadable) throw new CliError('import_refused', none);
    throw error;
  }
}

async function readFile(
  file: string,
  { payout, answer, set }: CheckFlags,
  clock: WallClock,
): Promise<ListedReading> {
  try {
    // The bytes are held by nothing while their text is read.
    const read = await bytesOf(file).then((bytes) => tradesFileReader(bytes, FILE_TOOLS));
    // The rows as the file has them, which the function holds, are not kept.
    const asRead = read({ payout, clock, answers: new Map(answer) });
    const why = whyNoTrade(asRead);
    if (why !== undefined) throw new Unreadable(why);
    const switches = switchesOf(asRead.origins, set);
    const [unknown] = switches.unknown;
    if (unknown !== undefined) throw misuse(`No trade was read from “${unknown}”, which --set names.`);
    const { textsOf: _texts, ...reading } = switched(asRead, switches);
    return { ...reading, listed: { ...listedTrades(asRead, SHOWN_ROWS, true), switches } };
  } catch (error) {
    if (error instanceof Unreadable) throw new CliError('import_refused', fileSentence(error.why, ENGLISH));
    throw error;
  }
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    const handle = await open(file);
    try {
      requireReadableSize((await handle.stat()).size);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof Unreadable) throw new CliError('import_refused', fileSentence(error.why, ENGLISH));
    throw unreadable('import_refused', file, error);
  }
}

export const FILE_TOOLS: FileTools = {
  decode: (bytes, encoding) => new TextDecoder(encoding).decode(bytes),
  inflate(bytes, mostBytes) {
    const packed = new Blob([Uint8Array.from(bytes)]).stream();
    return readAtMost(packed.pipeThrough(new DecompressionStream('deflate-raw')), mostBytes);
  },
};
