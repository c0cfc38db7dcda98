import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';
import { checkpointText, verifierKeyText } from '../../../src/core/log/checkpoint.ts';
import { cosignatureLine, cosignedBytes, cosignerKeyText } from '../../../src/core/log/cosignature.ts';
import { leafHash, MerkleTree } from '../../../src/core/log/merkle-tree.ts';
import { parsePolicy, type WitnessPolicy } from '../../../src/core/log/witness-policy.ts';
import { entryBytes } from '../../../src/core/signals/entry-bytes.ts';
import type { LedgerEntry, SignalId } from '../../../src/core/signals/ledger-entry.ts';
import { epochMs } from '../../../src/core/time/instant.ts';
import type { RecordSummary } from '../../../src/core/wire/record.ts';
import type { VerifyFlags } from '../../../src/operator/verify/verify-command.ts';
import { type LedgerKey, readKey } from '../../../src/server/ledger/ledger-key.ts';
import { findLedger, type LedgerRow } from '../../../src/server/ledger/ledger-rows.ts';
import { SignalRecord } from '../../../src/server/record/record.ts';
import { serveLedger } from '../../../src/server/routes/ledger/serve-ledger.ts';
import { serveRecord } from '../../../src/server/routes/record/serve-record.ts';
import { createApiClient } from '../../../src/web/lib/api-client.ts';
import { checkLedger } from '../../../src/web/features/record/ledger-check.tsx';
import { accessWith, apiApp } from '../../support/api-app.ts';
import { newSigner, sha256 } from '../../support/log-crypto.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { memoryMarks, openTestLedger, testSecret } from './ledger-support.ts';
import { verifyHere } from '../../support/run-here.ts';

const SECRET = 'a secret of this test, long enough';
/** The newest entry is so old when the ledger is read. */
const READ_AFTER_MS = 20_000;

/** What the operator does besides writing these entries. */
export interface Show {
  /** Witnesses are shown each entry only so long after it says that it was recorded. */
  readonly heldBackMs?: number;
  /** Witnesses refuse the tree from this entry on: it did not grow out of the one that they have signed. */
  readonly refusedFrom?: number;
  readonly readAfterMs?: number;
  /** What the site sends in the place of a summary; undefined: 404. */
  readonly published?: (summary: RecordSummary) => RecordSummary | undefined;
}

/** The verdict of a reader. */
export interface Verdict {
  readonly problems: readonly string[];
  /** Of signals and abstentions that witnesses saw too late. */
  readonly late: number;
}

export type Reader = 'database' | 'site' | 'page' | 'policy' | 'kept proof';

/**
 * A site whose operator has the keys of the ledger and owns the database, and not the key of the witness: any entries can be put in, soundly
 * signed, and are read by everything that there is to read a ledger with.
 */
export class ForgedSite {
  readonly #database: TestDatabase;
  readonly #folder = makeTemporaryFolder();
  readonly #witness = newSigner();

  private constructor(database: TestDatabase) {
    this.#database = database;
  }

  static async open(): Promise<ForgedSite> {
    const database = await createTestDatabase();
    const site = new ForgedSite(database);
    await (await openTestLedger(database, { name: 'live', secret: testSecret(SECRET) })).close();
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.stubEnv('DATABASE_URL', database.url);
    vi.stubEnv('PIPCAST_DATA_DIR', site.#folder);
    vi.stubEnv('PIPCAST_AUTH_SECRET', SECRET);
    return site;
  }

  async close(): Promise<void> {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    await this.#database.drop();
    await removeTemporaryFolder(this.#folder);
  }

  /** Shows these entries to each reader; one who keeps proofs has that of `proven`, or `kept` from before. */
  async show(
    entries: readonly LedgerEntry[],
    {
      heldBackMs = 0,
      refusedFrom = Infinity,
      readAfterMs = READ_AFTER_MS,
      published = (summary) => summary,
    }: Show,
    { proven, kept }: { proven: SignalId; kept?: string | undefined },
  ): Promise<{ verdicts: Record<Reader, Verdict>; proof: string }> {
    const db = this.#database.db;
    await db.query(`set local session_replication_role = replica;
      truncate ledger_entries, ledger_tiles, ledger_checkpoints, ledger_cosignatures`);
    const ledger = (await findLedger(db, 'live')) as LedgerRow;
    const key = (await readKey(db, ledger, testSecret(SECRET))) as LedgerKey;
    await this.#write(ledger, key, entries, { heldBackMs, refusedFrom });
    vi.setSystemTime((entries.at(-1)?.atMs ?? 0) + readAfterMs);

    const policyText = `log ${verifierKeyText(sha256, key.verifier)}\nwitness w ${cosignerKeyText(sha256, this.#key)}\nquorum w\n`;
    const policy = parsePolicy(sha256, Buffer.from(policyText)) as WitnessPolicy;
    const policyFile = path.join(this.#folder, 'policy');
    writeFileSync(policyFile, policyText);
    const app = apiApp();
    app.addHook('onSend', async ({ url }, reply, payload) => {
      if (!url.startsWith('/api/record?')) return payload;
      const summary = published(JSON.parse(String(payload)) as RecordSummary);
      if (summary === undefined) reply.code(404);
      return JSON.stringify(summary ?? { error: { code: 'not_found', message: 'There is none.' } });
    });
    const access = accessWith('Bearer good', 'public');
    const now = () => epochMs(Date.now());
    serveLedger(app, {
      secret: testSecret(SECRET),
      db,
      reader: access.reader,
      marks: memoryMarks(),
      isPublic: true,
      witnesses: { policy, now },
    });
    serveRecord(app, { db, record: new SignalRecord({ db, log: memoryLog().log }), policy, access });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const proof = (await app.inject(`/api/record/signals/${proven}/proof`)).body;
    const proofFile = path.join(this.#folder, 'kept.tlog-proof');
    writeFileSync(proofFile, kept ?? proof);
    try {
      return {
        proof,
        verdicts: {
          database: await verify(undefined, {}),
          site: await verify(url, {}),
          policy: await verify(url, { policy: policyFile }),
          'kept proof':
            kept === undefined
              ? await verify(proofFile, { policy: policyFile })
              : await verify(url, { since: proofFile }),
          page: await checkPage(url),
        },
      };
    } finally {
      await app.close();
    }
  }

  get #key() {
    return { name: 'w.example.com', publicKey: this.#witness.publicKey };
  }

  /** Writes the entries past the triggers, with a checkpoint behind each instant at which something was decided. */
  async #write(
    ledger: LedgerRow,
    key: LedgerKey,
    entries: readonly LedgerEntry[],
    { heldBackMs, refusedFrom }: Required<Pick<Show, 'heldBackMs' | 'refusedFrom'>>,
  ): Promise<void> {
    const tree = new MerkleTree(sha256);
    const rows: object[] = [];
    const tiles: object[] = [];
    const heads: { size: number; [column: string]: unknown }[] = [];
    let [seenS, open, isDecided] = [0, 0, false];
    for (const [index, entry] of entries.entries()) {
      const bytes = entryBytes(entry);
      for (const { level, index: at, hashes } of tree.add(leafHash(sha256, bytes)))
        tiles.push({ level, index: at, hashes: Buffer.from(hashes).toString('base64') });
      rows.push({ index, body: Buffer.from(bytes).toString('latin1'), ...columnsOf(entry) });
      open += entry.kind === 'signal' ? 1 : entry.kind === 'settled' ? -1 : 0;
      seenS = Math.max(seenS, Math.ceil((entry.atMs + heldBackMs + 500) / 1_000));
      isDecided ||= 'decidedMs' in entry;
      const next = entries[index + 1];
      if (next !== undefined && (!isDecided || next.atMs === entry.atMs)) continue;
      isDecided = false;
      const head = { origin: ledger.origin, size: index + 1, root: tree.root() };
      const text = checkpointText(head);
      const line = cosignatureLine(sha256, this.#key, seenS, this.#witness.sign(cosignedBytes(text, seenS)));
      const root = Buffer.from(head.root).toString('base64');
      heads.push({ size: head.size, root, note: key.sign(head), open: Math.max(0, open), seen: seenS, line });
    }
    await this.#database.db.query(
      `with e as (
         insert into ledger_entries (ledger, index, body, kind, signal, mode, pair, timeframe, decided_ms)
         select $1, index, convert_to(body, 'UTF8'), kind, signal, mode, pair, timeframe, decided_ms
         from json_to_recordset($2::json) as new(
           index bigint, body text, kind text, signal uuid, mode text, pair text, timeframe text, decided_ms bigint)
       ), t as (
         insert into ledger_tiles select $1, level, index, decode(hashes, 'base64')
         from json_to_recordset($3::json) as new(level smallint, index bigint, hashes text)
       ), c as (
         insert into ledger_checkpoints (ledger, size, root, note, open_signals, term)
         select $1, size, decode(root, 'base64'), note, open, 1
         from json_to_recordset($4::json) as new(size bigint, root text, note text, open int)
         on conflict do nothing returning size
       )
       select count(*) from c`,
      [ledger.id, JSON.stringify(rows), JSON.stringify(tiles), JSON.stringify(heads)],
    );
    await this.#database.db.query(
      `insert into ledger_cosignatures select $1, size, $2, seen, line
       from json_to_recordset($3::json) as new(size bigint, seen bigint, line text)`,
      [
        ledger.id,
        cosignerKeyText(sha256, this.#key),
        JSON.stringify(heads.filter(({ size }) => size <= refusedFrom)),
      ],
    );
  }
}

function columnsOf(entry: LedgerEntry): object {
  if ('signal' in entry) return { kind: entry.kind, signal: entry.signal };
  if (entry.kind !== 'signal') return { kind: entry.kind };
  const { kind, id, mode, pair, timeframe, decidedMs } = entry;
  return { kind, signal: id, mode, pair, timeframe, decided_ms: decidedMs };
}

async function verify(where: string | undefined, flags: Partial<VerifyFlags>): Promise<Verdict> {
  const { ending, text } = await verifyHere(where, flags);
  const {
    problems = [],
    notCompared = [],
    witnesses,
  } = JSON.parse(text) as {
    problems?: { message: string }[];
    notCompared?: string[];
    witnesses?: { decisions: { late: number; unseen: number } };
  };
  const said = [...problems.map(({ message }) => message), ...notCompared];
  if ((ending === 'ok') !== (said.length === 0)) throw new Error(`${ending}: ${said.join(' ')}`);
  const { late, unseen } = witnesses?.decisions ?? { late: 0, unseen: 0 };
  return { problems: said, late: late + unseen };
}

async function checkPage(url: string): Promise<Verdict> {
  const api = createApiClient({ fetch: (place, request) => fetch(new URL(String(place), url), request) });
  const outcome = await checkLedger(api, 'live')(() => {}, new AbortController().signal);
  return { problems: outcome.isSound ? [] : [outcome.problem], late: 0 };
}
