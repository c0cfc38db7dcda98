import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { factSentence } from '../core/check/fact-texts.ts';
import { fileSentence } from '../core/check/reason-texts.ts';
import { tradesFileReader } from '../core/check/reading/read-file.ts';
import type { Unreadable } from '../core/check/reading/unreadable.ts';
import type { RecordFact } from '../core/check/record-facts.ts';
import { ENGLISH } from './check/check-text.ts';
import { FILE_TOOLS } from './check/check-command.ts';
import { runHere } from '../../tests/support/run-here.ts';

const LAYOUTS = fileURLToPath(new URL('../../tests/check-layouts/', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipcast-check-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function run(...args: string[]) {
  const { code, stdout: out, stderr: err } = await runHere(['check', ...args]);
  return { code, out, err };
}

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** A ZIP archive of deflated files. */
function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const path = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(path.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(path.length, 28);
    entry.writeUInt32LE(at, 42);
    parts.push(local, path, packed);
    directory.push(entry, path);
    at += 30 + path.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

it('says what was deleted and edited since an earlier export of the same chat', async () => {
  const chat = (lines: readonly string[]): string =>
    lines.map((line) => `02.03.26, 09:0${line.slice(0, 1)} - Seller:${line.slice(1)}`).join('\n');
  const before = fileOf(
    'before.txt',
    chat(['0 EURUSD CALL', '1 LOSS ❌', '2 EURUSD PUT', '3 LOSS ❌', '4 bye']),
  );
  const now = fileOf('now.txt', chat(['0 EURUSD CALL', '2 EURUSD PUT', '3 WIN ✅', '4 bye']));
  const { code, out } = await run(now, '--earlier', before);
  expect(code).toBe(0);
  expect(out).toContain(
    'Of 5 messages of the earlier export, missing now: 1 (losses: 1, wins: 0); edited: 1 (losses before: 1, wins now: 1).',
  );
  expect(out).toContain('  message 2: “LOSS ❌” deleted\n  message 4: “LOSS ❌” now “WIN ✅”');
  const { changes } = JSON.parse((await run(now, '--earlier', before, '--json')).out);
  expect(changes).toMatchObject({
    compared: 5,
    deleted: [{ line: 2, said: 'lost' }],
    edited: [{ says: 'won' }],
  });
  const other = fileOf('other.csv', 'result\nwon\n');
  expect(await run(now, '--earlier', other)).toMatchObject({ code: 7 });
});

it('holds the best part of a longer record against what luck finds in it', async () => {
  const record = fileOf('best.csv', `result\n${'won\n'.repeat(46)}${'lost\n'.repeat(14)}`);
  expect((await run(record)).out).toMatch(/^It is hard to explain by luck\. 46 of 60 won\./m);
  const { out } = await run(record, '--part', 'stretch-10');
  expect(out).toMatch(/^Hard to explain by a coin; at break-even it could still be luck\. 46 of 60 won\./m);
  expect(out).toMatch(
    /In the best part of a record 10 times as long, a coin gets that or better: once in \d+ tries; luck at break-even: once in \d+ tries\./,
  );
});

it('says of a verdict that is hard what it assumes, unless the options say it', async () => {
  const record = fileOf('hard.csv', `result\n${'won\n'.repeat(80)}${'lost\n'.repeat(20)}`);
  const assumes = async (...options: string[]): Promise<string | undefined> =>
    /^This holds if .*$/m.exec((await run(record, ...options)).out)?.[0];
  expect(await assumes()).toBe(
    'This holds if you looked at this seller, channel or rule alone (else --looked-at N), and if this is the whole record, no part of it that was chosen (else --part WHICH).',
  );
  expect(await assumes('--looked-at', '20')).toBe(
    'This holds if this is the whole record, no part of it that was chosen (else --part WHICH).',
  );
  expect(await assumes('--looked-at', '1', '--part', 'whole')).toBe(undefined);
  expect(JSON.parse((await run(record, '--json')).out)).toMatchObject({
    verdict: { luck: 'hard', atBreakEven: null, lookedAt: 1, part: 'whole', assumed: ['lookedAt', 'part'] },
  });
  // Of what luck explains nothing more has to be known.
  const luck = fileOf('luck.csv', `result\n${'won\n'.repeat(50)}${'lost\n'.repeat(50)}`);
  expect((await run(luck)).out).not.toContain('This holds if');
});

it('prints one document with every figure of a minimal CSV', async () => {
  const { code, out, err } = await run(
    `${LAYOUTS}01-minimal.csv`,
    '--json',
    '--looked-at',
    '3',
    '--bankroll',
    '70',
  );
  expect([code, err]).toEqual([0, '']);
  const document = JSON.parse(out) as { judgement: { pOfCoin: number } };
  expect(Object.keys(document).join(' ')).toBe(
    'questions rows verdict n won lost tied winRate breakEvenRate neededWins interval watched ev judgement money staking runs groups howManyMore facts trades',
  );
  expect(document).toMatchObject({
    rows: { read: 12, understood: 12, notUnderstood: [] },
    n: 11,
    won: 7,
    lost: 4,
    tied: 1,
    // Eleven trades are too few for a word.
    verdict: { luck: null, lookedAt: 3, part: 'whole', assumed: ['part'] },
    staking: { factorAfterLoss: 2, factorAfterWin: 0.75, endsAfterLosses: 3 },
    runs: { losing: 3 },
    howManyMore: {
      fromCoin: { trades: 116, more: 105, days: 18 },
      fromBreakEven: { trades: 314, more: 303, days: 51 },
    },
    facts: [{ kind: 'rate', isUnusual: false }],
  });

  // C(11, 7..11) / 2^11 = 562 / 2048.
  expect(document.judgement.pOfCoin).toBeCloseTo(562 / 2_048, 12);
});

it('lists what each trade was made of, in the text the first ten', async () => {
  const lines = Array.from({ length: 40 }, (_, at) =>
    at % 2 === 0 ? 'EURUSD CALL' : at === 3 ? 'LOSS ❌' : 'WIN ✅',
  );
  const chat = fileOf(
    'chat.txt',
    lines.map((line, at) => `02.03.26, 09:${String(at + 10)} - Seller: ${line}`).join('\n'),
  );
  const { out } = await run(chat);
  expect(out).toContain(
    [
      'Trades by kind: 20 as “last” (after the last open signal).',
      '  message 2: won; “WIN ✅”, signal in message 1: “EURUSD CALL”',
      '  message 4: lost; “LOSS ❌”, signal in message 3: “EURUSD CALL”',
    ].join('\n'),
  );
  expect(out).toContain(
    '  message 20: won; “WIN ✅”, signal in message 19: “EURUSD CALL”\n  and 10 more; --json lists all',
  );
  const { trades } = JSON.parse((await run(chat, '--json')).out);
  expect(trades).toHaveLength(20);
  expect(trades[19]).toEqual({ line: 40, signal: 39, kind: 'last', outcome: 'won' });
});

it('counts the trades of a row, a message or a kind as --set says, and shows them beside open questions too', async () => {
  const chat = fileOf(
    'chat.txt',
    ['EURUSD CALL up to 2 gales', 'WIN ✅', 'GBPUSD PUT', 'WIN G1 ✅', 'EURUSD PUT', 'LOSS ❌']
      .map((line, at) => `02.03.26, 09:${at + 10} - Seller: ${line}`)
      .join('\n'),
  );
  const asked = await run(chat, '--set', '6=no-trade', '--set', 'doubled=won', '--set', '4=tied');
  expect(asked.code).toBe(7);
  expect(asked.out.split('\n').slice(2, 9)).toEqual([
    'Trades by kind, with the first answer to each open question: 3 as “last” (after the last open signal), 2 as “doubled” (a stake lost before it was doubled).',
    '  message 2: won; “WIN ✅”, signal in message 1: “EURUSD CALL up to 2 gales”',
    '  message 4: tied (--set; read as lost); “WIN G1 ✅”, signal in message 3: “GBPUSD PUT”',
    '  message 4: tied (--set; read as won); “WIN G1 ✅”, signal in message 3: “GBPUSD PUT”',
    '  message 6: no-trade (--set; read as lost); “LOSS ❌”, signal in message 5: “EURUSD PUT”',
    '  message 6: no-trade (--set; read as lost); “LOSS ❌”, signal in message 5: “EURUSD PUT”',
    '',
  ]);
  expect(asked.out).toContain('\nOne question before the verdict.\n');
  const set = ['--set', '2=lost', '--set', 'doubled=won'];
  const { out } = await run(chat, '--answer', 'announced-gales=one', '--json', ...set);
  expect(JSON.parse(out)).toMatchObject({ n: 4, won: 2, lost: 2 });
  const { code, err } = await run(chat, '--set', '90=won');
  expect([code, err]).toEqual([2, 'No trade was read from “90”, which --set names.\n']);
});

it('counts ties as lost stakes with --ties lose', async () => {
  const { out } = await run(`${LAYOUTS}01-minimal.csv`, '--json', '--ties', 'lose');
  expect(JSON.parse(out)).toMatchObject({ n: 12, won: 7, lost: 4, tied: 1, winRate: 7 / 12 });
});

it('reads times without a zone on the clock that is named, and groups by it', async () => {
  const file = fileOf(
    'a.csv',
    `time,result\n${Array.from({ length: 15 }, (_, at) => `2026-03-01 23:${30 + at},won\n2026-03-02T00:${30 + at}:00Z,lost\n`).join('')}`,
  );
  const valuesIn = async (zone: string) =>
    (
      JSON.parse((await run(file, '--json', '--zone', zone)).out) as { groups: { value: unknown }[] }
    ).groups.map(({ value }) => value);
  expect(await valuesIn('UTC')).toEqual(['Monday', 'Sunday', 0, 23]);
  expect(await valuesIn('Asia/Karachi')).toEqual(['Monday', 'Sunday', 5, 23]);
});

it('takes the payout of the option where the file tells none', async () => {
  const file = fileOf('a.csv', 'result\nwon\nlost\nwon\n');
  const { out } = await run(file, '--json', '--payout', '50');
  expect(JSON.parse(out)).toMatchObject({ neededWins: 2, money: { staked: null, profit: null } });
});

const SIGNALS = Array.from({ length: 40 }, (_, at) => [
  `02.03.26, 09:${String(at).padStart(2, '0')} - Seller: EURUSD CALL 1 MIN`,
  `02.03.26, 09:${String(at).padStart(2, '0')} - Seller: ${at % 3 === 0 ? 'LOSS ❌' : 'WIN ✅'}`,
]).flat();

it.each<[string, string, string]>([
  ['letters', 'a.txt', 'W L L W W W L W W L '.repeat(4)],
  ['a chat', 'chat.txt', SIGNALS.join('\n')],
  ['a table of outcomes', 'a.csv', `result\n${'won\nlost\nwon\n'.repeat(12)}`],
  ['a table of pips', 'a.csv', `pair,pips\n${'EURUSD,20\nEURUSD,-15\nEURUSD,22\n'.repeat(12)}`],
])('says nothing of money and of the next stake where %s state neither', async (_which, name, text) => {
  const file = fileOf(name, text);
  const { out } = await run(file, '--assume');
  expect(out).toContain('Win rate');
  expect(out).not.toMatch(/^(?:Money|Next stake|Coin flippers|Luck alone|Money is gone):/m);
  expect(JSON.parse((await run(file, '--assume', '--json')).out)).toMatchObject({
    money: { staked: null, profit: null, worstFall: null, flippersAbove: null },
    staking: { factorAfterLoss: null, factorAfterWin: null, flatProfit: null },
  });
});

it.each<[string, string]>([
  ['stakes', `pair,stake,result\n${'EURUSD,10,won\nEURUSD,10,lost\nEURUSD,20,won\n'.repeat(12)}`],
  ['profits', `pair,profit\n${'EURUSD,9\nEURUSD,-10\nEURUSD,8\n'.repeat(12)}`],
])('says what was brought where %s are stated', async (_which, text) => {
  expect((await run(fileOf('a.csv', text), '--assume')).out).toMatch(/^Money:/m);
});

it('reads an XLSX file', async () => {
  const { code, out } = await run(`${LAYOUTS}20-spreadsheet.xlsx`, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ n: 11, won: 7, money: { staked: 170 } });
});

it('says what was read, then the sentence, and leaves no control character of the file in the terminal', async () => {
  const file = fileOf(
    'a.csv',
    `pair,result\n${'EURUSD,won\n'.repeat(9)}\u001b[31mEUR,open\u001b[0m\n${'EURUSD,lost\n'.repeat(3)}`,
  );
  const { code, out } = await run(file);
  expect(code).toBe(0);
  expect(out.split('\n').at(out.split('\n').indexOf('') + 1)).toBe(
    'Too few: 12 trades. 9 of 12 won. By tossing a coin you get that or better: once in 14 tries. At an assumed payout of 80.0 % you needed 6.7 wins.',
  );
  expect(out).toContain('12 of 13 rows understood.');
  expect(out).not.toContain('To know');
  expect(out).toContain('line 11: “open\\x1b[0m” is neither won nor lost');
  expect(out).not.toContain('\u001b');
});

it('names the columns that it does not use', async () => {
  const file = fileOf(
    'a.csv',
    `result,mood\u0007,pair,broker\n${'won,calm,EURUSD,A\nlost,calm,EURUSD,A\n'.repeat(4)}`,
  );
  const { out } = await run(file);
  expect(out).toContain('\nNot used: mood\\x07, broker.\n');
});

it('says each fact that --json lists, the unusual ones first', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => {
    const time = new Date(Date.UTC(2026, 2, 2) + at * 9 * 3_600_000).toISOString();
    return `${at < 20 ? at : at + 1},${time},${'wwlwlwwwll'[at % 10] === 'w' ? 'won' : 'lost'}`;
  });
  const file = fileOf('regular.csv', ['id,time,result', ...rows].join('\n'));
  const { facts } = JSON.parse((await run(file, '--json')).out) as { facts: RecordFact[] };
  expect(new Set(facts.map(({ isUnusual }) => isUnusual)).size).toBe(2);
  expect(facts.map(({ kind }) => kind)).toContain('regular times');
  const said = [...facts].sort((one, other) => Number(other.isUnusual) - Number(one.isUnusual));
  const sentences = said.map((fact) => `  ${factSentence(fact, ENGLISH)}`);
  const { out } = await run(file);
  expect(out.split('\n').filter((line) => sentences.includes(line))).toEqual(sentences);
});

it('exits 7 with the questions that a file leaves open, and goes on with answers or --assume', async () => {
  const row = '2026-03-02T09:34:08Z,EUR/USD,won\n';
  const file = fileOf('twice.csv', `time,pair,result\n${row}${row}2026-03-02T09:40:00Z,EUR/USD,lost\n`);
  const asked = await run(file, '--json');
  expect([asked.code, asked.err]).toEqual([7, '']);
  expect(JSON.parse(asked.out)).toMatchObject({
    questions: [
      {
        code: 'repeated-rows',
        count: 1,
        given: null,
        options: [
          { answer: 'once', won: 1, lost: 1, tied: 0 },
          { answer: 'each', won: 2, lost: 1, tied: 0 },
        ],
      },
    ],
  });
  expect((await run(file)).out).toContain('--answer repeated-rows=each');
  const answered = await run(file, '--json', '--answer', 'repeated-rows=each');
  expect(answered.code).toBe(0);
  expect(JSON.parse(answered.out)).toMatchObject({ won: 2, lost: 1, questions: [{ given: 'each' }] });
  const assumed = await run(file, '--json', '--assume');
  expect(assumed.code).toBe(0);
  expect(JSON.parse(assumed.out)).toMatchObject({ won: 1, lost: 1, questions: [{ given: null }] });
});

it('says with which answers to other questions the counts of an answer are', async () => {
  const row = '2026-03-02T09:34:08Z,EUR/USD,CALL,won\n';
  const others = '2026-03-02T09:40:00Z,EUR/USD,CALL,lost\n2026-03-02T09:50:00Z,EUR/USD,CALL,?!\n';
  const file = fileOf('two-questions.csv', `time,pair,direction,result\n${row}${row}${others}`);
  const said = 'The counts of an answer take the first answer to each other open question.';
  expect((await run(file)).out).toContain(said);
  const { out } = await run(file, '--answer', 'repeated-rows=once');
  expect(out).toContain('--answer left-out-rows=');
  expect(out).not.toContain(said);
});

it('refuses with one sentence and code 7 what holds no trades', async () => {
  const refusals: [string, RegExp][] = [
    [fileOf('empty.csv', ''), /The file is empty\./],
    [fileOf('prose.txt', 'Nothing about trades.\nAt all.'), /nothing can be counted/],
    [
      fileOf('open.csv', 'pair,result\nEUR/USD,open\n'),
      /No row of 1 is a trade; row 2: “open” is neither won nor lost\./,
    ],
    [fileOf('wide.csv', `${'a,'.repeat(1_000_000)}\n`), /more than 500 columns/],
    [fileOf('old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')), /save it as XLSX or CSV/],
    [fileOf('cut.xlsx', Buffer.from('PK\u0003\u0004and no more')), /cut off or damaged/],
    [fileOf('damaged.json', '{"trades": ['), /cut off or damaged/],
    [join(folder, 'missing.csv'), /does not exist/],
  ];
  for (const [file, sentence] of refusals) {
    const { code, out, err } = await run(file, '--json');
    expect([code, out]).toEqual([7, '']);
    const { error } = JSON.parse(err) as { error: { code: string; message: string } };
    expect(error.code).toBe('import_refused');
    expect(error.message).toMatch(sentence);
  }
});

it('refuses a file of gigabytes before it reads it', async () => {
  const file = fileOf('huge.csv', 'result\nwon\n');
  truncateSync(file, 5_000_000_000);
  const { code, err } = await run(file);
  expect(code).toBe(7);
  expect(err).toContain('The file has 5,000 MB; at most 100 MB are read.');
});

it('stops unpacking a spreadsheet that swells to more than it may', async () => {
  const bomb = zipOf({ 'xl/worksheets/sheet1.xml': '<row>'.repeat(900_000) });
  // A hundredth of all sizes: unpacking what is allowed takes ten seconds.
  const inflate = (bytes: Uint8Array, mostBytes: number) => FILE_TOOLS.inflate(bytes, mostBytes / 100);
  const reading = tradesFileReader(bomb, { ...FILE_TOOLS, inflate });
  const { why } = (await reading.catch((error: unknown) => error)) as Unreadable;
  expect(fileSentence(why, ENGLISH)).toBe('The XLSX file unpacks to more than 300 MB, which is not read.');
});

// With an expression that looks on for the end of each tag, these take hours.
it('comes to an end with a spreadsheet of tags that do not', async () => {
  const file = zipOf({
    'xl/worksheets/sheet1.xml': `<row r="1"><c t="s"><v>0</v></c><c t="inlineStr">${'<t '.repeat(300_000)}${'<v '.repeat(300_000)}</c></row>`,
    'xl/sharedStrings.xml': `<si>${'<rPh '.repeat(300_000)}${'<t '.repeat(300_000)}`,
    'xl/styles.xml': `${'<numFmt '.repeat(300_000)}<cellXfs>${'<xf '.repeat(300_000)}${'<cellXfs'.repeat(300_000)}`,
  });
  const { code, err } = await run(fileOf('tags.xlsx', file));
  expect(code).toBe(7);
  expect(err).toBe('The file is empty.\n');
});

it('ends with formats of unclosed quotes, and refuses entries that overlap', async () => {
  const formats = zipOf({
    'xl/worksheets/sheet1.xml': '<row r="1"><c t="inlineStr"><is><t>won</t></is></c></row>',
    'xl/styles.xml': `<numFmts><numFmt numFmtId="200" formatCode="${'&quot;['.repeat(200_000)}"/></numFmts>`,
  });
  expect((await run(fileOf('formats.xlsx', formats))).code).toBe(7);
  const one = zipOf({ 'xl/worksheets/sheet1.xml': '<row>'.repeat(100_000) });
  const end = one.length - 22;
  const directory = one.subarray(one.readUInt32LE(end + 16), end);
  const many = Buffer.concat([
    one.subarray(0, end),
    ...Array.from({ length: 999 }, () => directory),
    one.subarray(end),
  ]);
  many.writeUInt16LE(1_000, many.length - 12);
  const { code, err } = await run(fileOf('overlap.xlsx', many));
  expect([code, err]).toEqual([7, 'The file is cut off or damaged.\n']);
});

it('says how cells are to be read by their style, and leaves out how they are spoken', async () => {
  const file = zipOf({
    'xl/worksheets/sheet1.xml':
      '<row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row r="2"><c s="1"><v>46083.375</v></c><c t="s"><v>2</v></c></row>',
    'xl/sharedStrings.xml':
      '<si><t>time</t></si><si><r><t>res</t></r><r><t xml:space="preserve">ult</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></si><si><t>won</t></si>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>',
  });
  const { out } = await run(fileOf('styles.xlsx', file), '--json');
  expect(JSON.parse(out)).toMatchObject({ rows: { read: 1, understood: 1, notUnderstood: [] }, won: 1 });
});

it.each([
  [['--payout', '0'], /Give percent/],
  [['--looked-at', '0'], /whole number from 1 to/],
  [['--ties', 'win'], /refund, lose/],
  [['--zone', 'Nowhere/At/All'], /not a clock/],
  [['--bankroll', '-5'], /amount above 0/],
  [['--answer', 'all=yes'], /question and its answer/],
  [['--set', '3=maybe'], /row, a message or a kind/],
])('takes no %j', async (args, message) => {
  const { code, err } = await run(`${LAYOUTS}01-minimal.csv`, ...args);
  expect(code).toBe(2);
  expect(err).toMatch(message);
});

it('says of stakes that follow their own outcomes that they do, not that they grow after a loss', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => {
    const isWon = (at * 37) % 60 < 37;
    return `${new Date(Date.UTC(2026, 2, 2) + at * 3_660_000).toISOString()},EUR/USD,${isWon ? '20,won' : '10,lost'}`;
  });
  const { code, out } = await run(fileOf('a.csv', ['time,pair,stake,result', ...rows].join('\n')));
  expect(code).toBe(0);
  expect(out).toContain('Of the larger stakes 37 of 37 won, of the others 0 of 23');
  expect(out).not.toMatch(/Next stake|Money is gone/);
});
