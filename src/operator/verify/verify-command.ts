import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { toBase64 } from '../../core/log/bytes.ts';
import { parseVerifierKey, type VerifierKey, verifierKeyText } from '../../core/log/checkpoint.ts';
import { growthProblems } from '../../core/log/verify-growth.ts';
import { type PublishedRecord, RecordCheck } from '../../core/record/record-check.ts';
import {
  type LedgerProblem,
  type Verification,
  verifyLedger,
  type VerifyOptions,
} from '../../core/signals/verify-ledger.ts';
import type { WitnessPolicy } from '../../core/log/witness-policy.ts';
import { findWitnessed, storedCosigned } from '../../server/ledger/cosignature-rows.ts';
import { LedgerDamagedError } from '../../server/ledger/ledger.ts';
import { openServerSecret, secretText } from '../../server/platform/server-secret.ts';
import { type Config, loadConfig } from '../../server/platform/config.ts';
import { openDatabase } from '../../server/db/open-database.ts';
import { databaseSource, storedCheckpoints, StoredTiles } from '../../server/ledger/stored-tiles.ts';
import { sha256, verifyEd25519 } from '../../server/ledger/ed25519.ts';
import { printable } from '../../server/platform/printable.ts';
import { fileMarks, markProblem } from '../../server/ledger/ledger-marks.ts';
import { readKey, storedKeys } from '../../server/ledger/ledger-key.ts';
import {
  countUncovered,
  findLedger,
  lastCheckpoint,
  type LedgerRow,
  listLedgers,
} from '../../server/ledger/ledger-rows.ts';
import { hasWriter } from '../../server/ledger/writer-connection.ts';
import { CliError, misuse } from '../exit-codes.ts';
import { interruptible } from '../terminal.ts';
import { type CliProcess, number, type Output } from '../output.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { commandLog } from '../with-accounts.ts';
import { httpLedger } from './http-source.ts';
import { lossProblem, mergedNotes, savedCheckpoints } from './saved-checkpoint.ts';
import { isProofFile, verifyProofFile } from './proof-command.ts';
import { type VerificationReport, verificationText } from './verification-text.ts';
import {
  judgeWitnesses,
  notCurrent,
  policyFile,
  requireKnownLog,
  witnessDocument,
  WitnessedDecisions,
  witnessLines,
  type WitnessVerdict,
} from './witness-check.ts';

export interface VerifyFlags {
  readonly ledger: string;
  readonly key?: string;
  readonly since?: string;
  readonly growth?: boolean;
  readonly earlierKey?: string;
  readonly policy?: string;
}

/** What is to be verified, by whichever way it is read. */
interface Subject extends Pick<VerifyOptions, 'source' | 'key' | 'earlierKeys'> {
  readonly earlier: AsyncIterable<string> | readonly string[];
  /** The first checkpoint over each decision with a quorum, according to the server, in the order of their sizes. */
  readonly cosigned: (policy: WitnessPolicy) => AsyncIterable<string>;
  /** Whether a server writes it now, and so shows it to witnesses. */
  readonly isRunning: boolean;
  /** Reads the newest checkpoint with the quorum of a policy. */
  readonly witnessed: (policy: WitnessPolicy) => Promise<string | undefined>;
  /** How many keys the ledger has had, as far as the source names them. */
  readonly keys: () => Promise<number | undefined>;
  /** For people. */
  readonly where: string;
  /** What the site's record says of the ledger; undefined where there is no site. */
  readonly records: PublishedRecord | undefined;
  /** Why the ledger has not grown out of the mark that this computer keeps of it. */
  readonly markProblem?: string | undefined;
}

/** How often the progress is shown, in ms. */
const PRINT_EVERY_MS = 2_000;

/** `pipcast verify [url]`: a ledger from its first entry to its checkpoint, at a site or in the own database. */
export async function verifyCommand(
  context: CommandContext,
  url: string | undefined,
  flags: VerifyFlags,
): Promise<Ending> {
  const { io, output } = context;
  const expected = flags.key === undefined ? undefined : parsedKey(flags.key);
  const policy = flags.policy === undefined ? undefined : policyFile(flags.policy);
  if (url !== undefined && isProofFile(url)) return verifyProofFile(context, url, { key: expected, policy });
  const earlierKey = flags.earlierKey === undefined ? [] : [parsedKey(flags.earlierKey)];
  const since = flags.since === undefined ? [] : savedCheckpoints(flags.since);
  const newest = since.at(-1);
  if (flags.growth === true && (newest === undefined || policy !== undefined))
    throw misuse('--growth compares with a saved checkpoint alone.', 'Give --since FILE, and no --policy.');
  return interruptible(async (signal) => {
    const run = async (found: Subject): Promise<Ending> => {
      const subject = { ...found, earlierKeys: [...(found.earlierKeys ?? []), ...earlierKey] };
      if (flags.growth === true && newest !== undefined)
        return tellGrowth(output, subject, flags.ledger, newest.note);
      if (policy !== undefined) requireKnownLog(policy, subject.key, expected !== undefined);
      const readAtMs = Date.now();
      const record = found.records && new RecordCheck(found.records);
      const { key, earlierKeys } = subject;
      const seen = policy && new WitnessedDecisions(policy, [key, ...earlierKeys]);
      const cosigned = seen && policy ? seen.counted(subject.cosigned(policy)) : [];
      const verification = await verifyLedger({
        ...subject,
        onEntry: (placed) => {
          record?.add(placed);
          seen?.add(placed);
        },
        earlier: mergedNotes(
          since.map(({ note }) => note),
          mergedNotes(subject.earlier, cosigned),
        ),
        ledgerName: flags.ledger,
        sha256,
        ed25519: verifyEd25519,
        onProgress: progressTeller(output, io, signal),
      });
      const problems = allProblems(verification, since, record, found.markProblem);
      const { checkpoint } = verification;
      const isLive = flags.ledger === 'live';
      const verdict =
        policy === undefined || checkpoint === undefined || problems.length > 0
          ? undefined
          : await judgeWitnesses({
              ...subject,
              policy,
              latest: checkpoint,
              readWitnessed: () => subject.witnessed(policy),
              mustBeFresh: subject.isRunning && isLive,
              nowMs: Date.now(),
              pause: () => sleep(1_000, undefined, { signal }),
            });
      problems.push(...(verdict?.problems ?? []));
      const notCompared = [
        ...(record?.notCompared() ?? []),
        ...(isLive ? notCurrent(verification, subject.isRunning ? readAtMs : undefined, verdict) : []),
      ];
      const keyCount = await subject.keys();
      const report: VerificationReport = {
        ledger: flags.ledger,
        where: subject.where,
        keyText: verifierKeyText(sha256, key),
        wasKeyGiven: expected !== undefined || (policy?.logs.length ?? 0) > 0,
        verification: { ...verification, problems },
        keyChanges: keyCount && keyCount - 1,
        compared: record?.compared ?? 0,
        notCompared,
      };
      await tell(output, report, verdict, seen);
      if (problems.length > 0) return 'ledger_wrong';
      return notCompared.length > 0 ? 'failure' : 'ok';
    };
    return url === undefined
      ? fromDatabase(output, flags, expected, signal, run)
      : run(await atSite(io, url, flags, expected, signal));
  });
}

/** Whether a ledger has grown out of a saved checkpoint, by hashes alone, which are open to everybody. */
async function tellGrowth(output: Output, subject: Subject, ledger: string, since: string): Promise<Ending> {
  const { where, key, source } = subject;
  let checkpoint: string | undefined;
  const problems = await growthProblems({
    ...subject,
    source: { ...source, checkpoint: async () => (checkpoint = await source.checkpoint()) },
    sha256,
    ed25519: verifyEd25519,
    since,
  });
  const ok = problems.length === 0;
  const keyText = verifierKeyText(sha256, key);
  await output.result({ ok, ledger, where, key: keyText, checkpoint, problems }, () =>
    // A stranger's server has a say in most of it.
    [
      `The ledger ${ledger} at ${where} ${ok ? 'has grown out of the saved checkpoint. What its entries say was not read.' : 'does NOT hold.'}`,
      ...problems.map(({ message }) => `  ${message}`),
      `  key ${keyText}`,
    ]
      .map(printable)
      .join('\n'),
  );
  return ok ? 'ok' : 'ledger_wrong';
}

async function atSite(
  io: CliProcess,
  url: string,
  flags: VerifyFlags,
  expected: VerifierKey | undefined,
  signal: AbortSignal,
): Promise<Subject> {
  const site = URL.canParse(url) ? new URL(url) : undefined;
  if (site === undefined || !/^https?:$/.test(site.protocol))
    throw misuse(`${url} is not the address of a site.`, 'Example: https://signals.example.com');
  const token = io.env['PIPCAST_TOKEN'] === '' ? undefined : io.env['PIPCAST_TOKEN'];
  const { key, records, ...ledger } = httpLedger({ site, ledger: flags.ledger, token, signal });
  return {
    ...ledger,
    key: expected ?? parsedKey(await key()),
    earlier: [],
    where: site.href,
    isRunning: true,
    // Asked for before the checkpoint, which then covers at least what the record was made of.
    records: flags.growth === true ? undefined : await records(),
  };
}

async function fromDatabase(
  output: Output,
  flags: VerifyFlags,
  expected: VerifierKey | undefined,
  signal: AbortSignal,
  run: (subject: Subject) => Promise<Ending>,
): Promise<Ending> {
  const config = loadConfig();
  const database = await openDatabase(config, commandLog(output), { role: 'command', signal });
  try {
    const { db, where } = database;
    const ledger = await findLedger(db, flags.ledger);
    const marks = fileMarks(config.dataDir);
    if (ledger === undefined) {
      const problem = await markProblem(marks, flags.ledger, undefined);
      if (problem !== undefined)
        throw new CliError('ledger_wrong', `The ledger ${flags.ledger} is gone: ${problem}.`);
      throw notFound(
        `There is no ledger ${flags.ledger}.`,
        (await listLedgers(db)).map(({ name }) => name),
        'Known ledgers',
        'There is none yet: the first signal of the desk makes it.',
      );
    }
    // A kept checkpoint proves that there were entries: then a ledger without any is wrong, not young.
    const keys = await storedKeys(db, ledger);
    const size = (await lastCheckpoint(db, ledger.id))?.size ?? 0;
    const tiles = new StoredTiles(db, ledger.id);
    const marked = await markProblem(marks, ledger.name, { ledger, size, keys, tiles });
    if (flags.since === undefined && marked === undefined && (await hasNothing(db, ledger)))
      // After a replay alone there is no live ledger yet.
      throw notFound(
        `The ledger ${ledger.name} has no entries yet.`,
        (await listLedgers(db)).flatMap(({ name, size: entries }) => (entries > 0 ? name : [])),
        'Those with entries, for --ledger',
        'The first thing that the desk records there is its first entry.',
      );
    const key = expected ?? (await ownKey(db, ledger, config)) ?? keys[0];
    if (key === undefined) throw new CliError('ledger_wrong', `The ledger ${ledger.name} has no key.`);
    return await run({
      source: databaseSource(db, ledger),
      key,
      earlierKeys: expected === undefined ? keys : [],
      earlier: storedCheckpoints(db, ledger),
      keys: async () => keys.length,
      where,
      isRunning: await hasWriter(db),
      cosigned: (policy) => storedCosigned(db, ledger.id, policy),
      witnessed: async (policy) => (await findWitnessed(db, ledger.id, policy))?.note,
      records: undefined,
      markProblem: marked,
    });
  } finally {
    await database.close();
  }
}

/** Those of the entries, of what was saved earlier, of the record's figures, and of the mark that this computer keeps. */
function allProblems(
  { problems, checked, size }: Verification,
  saved: Parameters<typeof lossProblem>[0],
  record: RecordCheck | undefined,
  cut: string | undefined,
): LedgerProblem[] {
  const cutBack = {
    part: 'checkpoint' as const,
    index: undefined,
    message: `The ledger was cut back or rewritten: ${cut}.`,
  };
  // Entries that were not read for another reason are no reason to doubt figures of them.
  const wrongFigures = checked < size || record === undefined ? [] : record.problems();
  return [
    ...problems,
    ...lossProblem(saved, size),
    ...wrongFigures.map((message) => ({ part: 'record' as const, index: undefined, message })),
    ...(cut === undefined ? [] : [cutBack]),
  ];
}

async function hasNothing(db: Pool, { id }: LedgerRow): Promise<boolean> {
  return ((await lastCheckpoint(db, id))?.size ?? 0) === 0 && (await countUncovered(db, id)) === 0;
}

/** The key that this computer's secret opens; undefined where the secret is not at hand. */
async function ownKey(db: Pool, ledger: LedgerRow, config: Config): Promise<VerifierKey | undefined> {
  const secret = secretText(config.authSecret, config.dataDir);
  if (secret === undefined) return undefined;
  try {
    return (await readKey(db, ledger, openServerSecret(secret, config.dataDir)))?.verifier;
  } catch (error) {
    if (error instanceof LedgerDamagedError) throw new CliError('ledger_wrong', error.message);
    throw error;
  }
}

function notFound(message: string, names: readonly string[], others: string, without: string): CliError {
  return new CliError('not_found', message, names.length === 0 ? without : `${others}: ${names.join(', ')}.`);
}

async function tell(
  output: Output,
  report: VerificationReport,
  verdict: WitnessVerdict | undefined,
  seen: WitnessedDecisions | undefined,
): Promise<void> {
  const { keyText, wasKeyGiven: _given, verification, ...rest } = report;
  const { root, problems } = verification;
  const document = {
    ok: problems.length === 0 && report.notCompared.length === 0,
    ...rest,
    key: keyText,
    ...verification,
    root: root && toBase64(root),
    witnesses: verdict && { ...witnessDocument(verdict), decisions: seen?.counts },
  };
  const witnesses = verdict === undefined ? [] : [...witnessLines(verdict), ...(seen?.lines ?? [])];
  await output.result(document, () => verificationText({ ...report, witnesses }));
}

function progressTeller(output: Output, io: CliProcess, signal: AbortSignal) {
  let printedAt = performance.now();
  return (checked: number, size: number) => {
    signal.throwIfAborted();
    if (io.stderr.isTTY !== true || performance.now() - printedAt < PRINT_EVERY_MS) return;
    printedAt = performance.now();
    output.note(`${number(checked)} of ${number(size)} entries checked`);
  };
}

function parsedKey(text: string): VerifierKey {
  const key = parseVerifierKey(sha256, text);
  if (key === undefined)
    throw misuse(
      `This is not a verifier key: ${text}`,
      'It has the form name+id+key; a server shows its own at /ledger/live/key.',
    );
  return key;
}
