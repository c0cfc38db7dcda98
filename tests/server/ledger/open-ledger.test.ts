import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseCheckpoint, type TreeHead } from '../../../src/core/log/checkpoint.ts';
import type { PlacedEntry } from '../../../src/core/signals/ledger-entry.ts';
import { feedKey } from '../../../src/core/signals/recorded-quotes.ts';
import { LedgerDamagedError, LedgerTakenError } from '../../../src/server/ledger/ledger.ts';
import type { OpenedLedger } from '../../../src/server/ledger/open-ledger.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { settledFor } from '../../support/entries.ts';
import {
  emptyLedgers,
  enteredEntry,
  memoryMarks,
  openTestLedger,
  outageEntry,
  settledEntry,
  signalEntry,
  START_MS,
  stories,
  testSecret,
  voidEntry,
} from './ledger-support.ts';

let database: TestDatabase;
let ledger: OpenedLedger;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  ledger = await openTestLedger(database);
});
afterEach(async () => {
  await ledger.close();
  await emptyLedgers(database);
});

const indexes = (entries: readonly PlacedEntry[]) => entries.map(({ index }) => index);

describe('appending', () => {
  test('gives each entry the next place and tells it to listeners in order', async () => {
    const announced: PlacedEntry[] = [];
    const stop = ledger.onAppended((entries) => announced.push(...entries));
    const entries = stories(2);
    const placed = await ledger.append(entries.slice(0, 2));
    await ledger.append(entries.slice(2));
    stop();
    await ledger.append([outageEntry(START_MS + 600_000)]);
    expect(indexes(placed)).toEqual([0, 1]);
    expect(announced).toEqual(entries.map((entry, index) => ({ index, entry })));
    expect(ledger.size()).toBe(7);
    expect(ledger.lastAtMs()).toBe(START_MS + 600_000);
  });

  test('signs a checkpoint of the empty ledger: size 0 and the hash of nothing', async () => {
    const head = parseCheckpoint(ledger.checkpoint() ?? '');
    expect(head).toMatchObject({ origin: 'signals.example.com/ledger/test', size: 0 });
    expect(Buffer.from((head as TreeHead).root).toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  test('goes on where its mark cannot be written, and closing waits for the newest mark', async () => {
    const marks = memoryMarks();
    let isFull = true;
    let failures = 0;
    const write = async (name: string, note: string) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      failures += isFull ? 1 : 0;
      if (isFull) throw new Error('the disk is full');
      await marks.write(name, note);
    };
    await ledger.close();
    ledger = await openTestLedger(database, { marks: { ...marks, write } });
    await ledger.append([outageEntry(START_MS)]);
    await expect.poll(() => failures).toBe(2);
    isFull = false;
    await ledger.append([outageEntry(START_MS + 1)]);
    await ledger.close();
    expect(marks.read('test')).toBe(ledger.checkpoint());
  });

  test('shares one transaction among those that are asked for together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => ledger.append([outageEntry(START_MS + at)])),
    );
    expect(answers.flatMap(indexes)).toEqual(Array.from({ length: 50 }, (_, index) => index));
    const { rows } = await database.db.query(
      'select count(*)::int as count from ledger_checkpoints where size > 0',
    );
    expect(rows[0].count).toBe(1);
  });

  test('reads back what was appended, before and after it was opened again', async () => {
    const entries = stories(200);
    await ledger.append(entries);
    expect((await ledger.read(0, 3)).map(({ entry }) => entry)).toEqual(entries.slice(0, 3));
    await ledger.close();
    ledger = await openTestLedger(database);
    expect(await ledger.read(2, 2)).toEqual([
      { index: 2, entry: entries[2] },
      { index: 3, entry: entries[3] },
    ]);
    expect(indexes(await ledger.read(598, 10))).toEqual([598, 599]);
    expect(await ledger.read(600, 10)).toEqual([]);
  });

  test('takes none of the entries of a call when one of them breaks a rule, and those of others', async () => {
    const signal = signalEntry(0);
    const [bad, good] = await Promise.allSettled([
      ledger.append([signal, { ...enteredEntry(signal), signal: signalEntry(1).id }]),
      ledger.append([signal]),
    ]);
    expect(bad).toMatchObject({
      reason: { message: expect.stringContaining('it was never recorded, or it is settled') },
    });
    expect(good).toMatchObject({ status: 'fulfilled', value: [{ index: 0 }] });
  });

  test('refuses a second settlement and a wrong outcome', async () => {
    const signal = signalEntry(0);
    const entered = enteredEntry(signal);
    const settled = settledEntry(signal, entered);
    await ledger.append([signal, entered]);
    await expect(ledger.append([{ ...settled, outcome: 'lost' }])).rejects.toThrow(
      'it says lost, but by its prices it is won',
    );
    await ledger.append([settled]);
    await expect(ledger.append([settled])).rejects.toThrow('or it is settled');
    await expect(ledger.append([voidEntry(signal)])).rejects.toThrow('or it is settled');
  });

  test('refuses a second signal of a decision, also after a restart', async () => {
    await ledger.append([signalEntry(0)]);
    await expect(ledger.append([signalEntry(0)])).rejects.toThrow('the same decision has made a signal');
    await ledger.close();
    ledger = await openTestLedger(database);
    const [twice, next] = await Promise.allSettled([
      ledger.append([signalEntry(0)]),
      ledger.append([signalEntry(1)]),
    ]);
    expect(twice).toMatchObject({
      reason: { message: expect.stringContaining('The database refuses signal') },
    });
    expect(next).toMatchObject({ value: [{ index: 1 }] });
  });

  test('refuses an entry that is not well-formed, and says where', async () => {
    await expect(ledger.append([signalEntry(0, { confidence: 70 })])).rejects.toThrow(
      'signal.confidence must be a percentage from 50 to 65',
    );
  });

  test('a listener that fails keeps no other from being called', async () => {
    const announced: number[] = [];
    ledger.onAppended(() => {
      throw new Error('a fault in a listener');
    });
    ledger.onAppended((entries) => announced.push(...indexes(entries)));
    await ledger.append([signalEntry(0)]);
    expect(announced).toEqual([0]);
  });
});

describe('taking a ledger up', () => {
  test('goes on where it ended, with the signals that are open', async () => {
    const open = signalEntry(1_000);
    const entered = enteredEntry(open);
    await ledger.append([...stories(300), open, entered, signalEntry(1_001)]);
    const checkpoint = ledger.checkpoint();
    await ledger.close();
    ledger = await openTestLedger(database);
    expect(ledger.size()).toBe(903);
    expect(ledger.checkpoint()).toBe(checkpoint);
    const signals = await ledger.openSignals();
    expect(signals.map((each) => each.signal.decidedMs)).toEqual([open.decidedMs, open.decidedMs + 60_000]);
    expect(signals.map((each) => each.entered)).toEqual([entered, undefined]);
    expect(indexes(await ledger.append([settledEntry(open, entered)]))).toEqual([903]);
  });

  test('finds a signal that is open behind thousands of others', async () => {
    const old = signalEntry(0);
    await ledger.append([old]);
    for (let minute = 10; minute < 6_000; minute += 600) await ledger.append(stories(300, minute));
    await ledger.close();
    ledger = await openTestLedger(database);
    expect(await ledger.openSignals()).toEqual([{ index: 0, signal: old, entered: undefined }]);
  });

  test('holds entries against those before, though a signal and its outage are hundreds of entries back', async () => {
    const [ended, next, open] = [
      signalEntry(0),
      signalEntry(1),
      signalEntry(0, { mode: 'bot', pair: 'USD/JPY' }),
    ];
    const entered = enteredEntry(ended);
    const hundreds = Array.from({ length: 300 }, (_, at) => outageEntry(START_MS + 2_000 + at * 100));
    const outage = { ...outageEntry(START_MS + 1_500), reason: 'server-down' as const };
    await ledger.append([ended, open, entered, outage, ...hundreds, next, settledEntry(ended, entered)]);
    await ledger.close();
    ledger = await openTestLedger(database);
    const newest = (await ledger.newestQuotes()).get(feedKey(ended));
    expect(newest).toMatchObject({ untilMs: ended.expiryMs + 20_000 });
    await expect(ledger.append([enteredEntry(next, 108_511)])).rejects.toThrow('another quote');
    const down = settledFor(open, { reason: 'server-down', atMs: open.expiryMs + 1_000 });
    expect(indexes(await ledger.append([down]))).toEqual([306]);
  });

  test('keeps its key, its origin and its label', async () => {
    const { verifierKey } = ledger;
    await ledger.close();
    ledger = await openTestLedger(database);
    expect(ledger.verifierKey).toBe(verifierKey);
    expect(ledger.origin).toBe('signals.example.com/ledger/test');
    expect(ledger.label).toBeUndefined();
  });

  test('signs with a new key when the secret is another one', async () => {
    await ledger.append([signalEntry(0)]);
    const { verifierKey } = ledger;
    await ledger.close();
    ledger = await openTestLedger(database, {
      secret: testSecret('another secret of the tests, long enough'),
    });
    expect(ledger.verifierKey).not.toBe(verifierKey);
    expect(indexes(await ledger.append([signalEntry(1)]))).toEqual([1]);
  });

  test('is refused to a second server while the first is there', async () => {
    await expect(openTestLedger(database)).rejects.toThrow(LedgerTakenError);
  });

  test.each([
    [
      'an entry at the edge',
      `update ledger_entries set body = convert_to(replace(convert_from(body, 'UTF8'), '"CALL"', '"PUT"'), 'UTF8') where index = 600`,
      'do not give the root of the checkpoint at 601',
    ],
    ['a missing entry', 'delete from ledger_entries where index = 599', 'entry 599 is missing'],
    [
      'a missing last entry',
      'delete from ledger_entries where index = 600',
      'entry 600 is missing: its checkpoint covers 601',
    ],
    [
      'a tile',
      `update ledger_tiles set hashes = set_byte(hashes, 77, get_byte(hashes, 77) # 1)`,
      'do not give the root of the checkpoint at 601',
    ],
    ['a missing tile', 'delete from ledger_tiles where index = 1', 'tile 1 of level 0 is missing'],
    [
      'a checkpoint',
      `update ledger_checkpoints set note = replace(note, 'live', 'evil') || 'x'`,
      'the checkpoint at 601 is malformed',
    ],
    [
      'a missing checkpoint',
      'delete from ledger_checkpoints where size = 601',
      'it has entries from 600 on that no checkpoint covers',
    ],
    [
      'the count of open signals',
      'update ledger_checkpoints set open_signals = 0 where size = 601',
      'the checkpoint at 601 counts 0 open signals, not 1',
    ],
    [
      'a foreign key',
      `update ledger_keys set public_key = decode(repeat('ab', 32), 'hex')`,
      'was not put into the database by this server',
    ],
  ])('is refused when %s was altered', async (_, change, problem) => {
    await ledger.append(stories(200));
    await ledger.append([signalEntry(1_000)]);
    await ledger.close();
    const client = await database.db.connect();
    await client.query(
      `set session_replication_role = replica; ${change}; set session_replication_role = origin`,
    );
    client.release();
    const opened = openTestLedger(database);
    await expect(opened).rejects.toThrow(LedgerDamagedError);
    await expect(opened).rejects.toThrow(problem);
  });
});

describe('the tables', () => {
  test.each(['ledgers', 'ledger_keys', 'ledger_entries', 'ledger_tiles', 'ledger_checkpoints'])(
    'refuse that a row of %s is changed or removed',
    async (table) => {
      await ledger.append([signalEntry(0)]);
      for (const change of [`delete from ${table}`, `truncate ${table} cascade`])
        await expect(database.db.query(change)).rejects.toThrow('rows are only ever added');
    },
  );

  test('refuse an update', async () => {
    await expect(database.db.query(`update ledger_entries set mode = 'bot'`)).rejects.toThrow(
      'The table ledger_entries is a ledger',
    );
  });
});
