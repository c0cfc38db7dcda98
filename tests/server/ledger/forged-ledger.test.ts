import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type {
  LateEntry,
  LedgerEntry,
  OutageEntry,
  RecordedQuote,
  SettledEntry,
  SignalEntry,
  SignalId,
} from '../../../src/core/signals/ledger-entry.ts';
import { outcomeOf, voidFor } from '../../../src/core/signals/settlement.ts';
import { LedgerFold } from '../../../src/core/record/ledger-fold.ts';
import { RecordBook } from '../../../src/core/record/record-book.ts';
import { bend, bendSettled } from '../../support/bent-ledger.ts';
import { quoted } from '../../support/quoted.ts';
import { playedHours, walkedQuotes } from '../desk/played-hours.ts';
import { ForgedSite, type Reader, type Show, type Verdict } from './forged-site.ts';

// Who waits for a witness need not wait here.
vi.mock(import('node:timers/promises'), async (original) => ({
  ...(await original()),
  setTimeout: (async () => undefined) as never,
}));

// The build compiles the texts of the page.
vi.mock(import('../../../src/web/features/record/texts.ts'), async (original) => {
  const { texts } = await original();
  return { texts: { ...texts, noPart: ({ path }: { path: string }) => `${path} is missing` } as never };
});

/**
 * The ways in which an operator with the keys can show traders better results than there were, each before every reader that there is. What each
 * learns stands in docs/ledger.md: the table there is what this suite expects, row by row.
 */

const START_MS = Date.UTC(2018, 1, 5, 9);
const END_MS = START_MS + 4 * 60_000;
const READERS: readonly Reader[] = ['database', 'site', 'page', 'policy', 'kept proof'];

interface Way extends Show {
  readonly tried: string;
  readonly entries?: () => readonly LedgerEntry[];
  /** The reader has the proof of a signal from before. */
  readonly isKeptFromBefore?: boolean;
}

let honest: readonly LedgerEntry[];
let site: ForgedSite;
let honestProof: string;
beforeAll(async () => {
  honest = await playedHours(walkedQuotes(START_MS, END_MS), { startMs: START_MS, endMs: END_MS });
  site = await ForgedSite.open();
  const last = honest.findLast((entry) => entry.kind === 'settled' && entry.outcome !== 'void');
  honestProof = (await site.show(honest, {}, { proven: idOf(last as LedgerEntry) as SignalId })).proof;
});
afterAll(async () => {
  await site.close();
  // Other test files of this process would have them as well.
  vi.doUnmock('node:timers/promises');
  vi.doUnmock('../../../src/web/features/record/texts.ts');
  vi.resetModules();
});

const SIGNALS = () =>
  new Map(honest.flatMap((entry) => (entry.kind === 'signal' ? [[entry.id as string, entry] as const] : [])));
const inOrder = (entries: readonly LedgerEntry[]) => entries.toSorted((one, other) => one.atMs - other.atMs);
const lost = (change: Parameters<typeof bendSettled>[2]) => inOrder(bendSettled(honest, 'lost', change));
const outage = (atMs: number, change: Partial<OutageEntry> = {}): OutageEntry => ({
  kind: 'outage',
  atMs,
  id: '00000000-0000-4000-8000-000000000000',
  fromMs: atMs,
  toMs: atMs,
  reason: 'server-down',
  ...change,
});
const voided = (
  reason: NonNullable<SettledEntry['reason']>,
  afterMs = 0,
  more: (settled: Required<SettledEntry>, signal: SignalEntry) => Partial<SettledEntry> = () => ({}),
) =>
  lost((settled, signal) => ({
    kind: 'settled',
    atMs: Math.max(settled.atMs, signal.expiryMs + afterMs),
    signal: settled.signal,
    ...voidFor(reason),
    ...more(settled as Required<SettledEntry>, signal),
  }));
const lateVoid = (reason: LateEntry['reason']) =>
  bend(honest, (entry) =>
    entry.kind === 'settled' && entry.enteredLate?.outcome === 'lost'
      ? { ...entry, enteredLate: { outcome: 'void', reason } as LateEntry }
      : entry,
  );
/** The exit of losers, changed, and the outcomes that follow. */
const exits = (change: (settled: Required<SettledEntry>, signal: SignalEntry) => RecordedQuote | undefined) =>
  lost((settled, signal) => {
    const { entry } = settled as Required<SettledEntry>;
    const exit = change(settled as Required<SettledEntry>, signal);
    if (exit === undefined) return settled;
    const outcome = outcomeOf(signal.direction, entry, exit);
    return { ...settled, exit, outcome, control: outcomeOf(signal.control, entry, exit) };
  });
const aStepOn = ({ entry }: Required<SettledEntry>, { direction }: SignalEntry, steps = 1) => {
  const up = direction === 'CALL' ? steps : -steps;
  return quoted({ bid: entry.bid + up, ask: entry.ask + up });
};
function firstSettled(entries: readonly LedgerEntry[]): SignalId {
  const settled = entries.find((entry) => entry.kind === 'settled');
  if (settled === undefined) throw new Error('no signal is settled');
  return settled.signal;
}
const idOf = (entry: LedgerEntry) =>
  entry.kind === 'signal' ? entry.id : 'signal' in entry ? entry.signal : undefined;
const losers = () =>
  new Set(
    honest.flatMap((entry) => (entry.kind === 'settled' && entry.outcome === 'lost' ? [entry.signal] : [])),
  );
const without = (isLeft: (entry: LedgerEntry) => boolean) =>
  bend(honest, (entry) => (isLeft(entry) ? undefined : entry));
const isOf = (ids: ReadonlySet<string>) => (entry: LedgerEntry) => ids.has(idOf(entry) ?? '');
/** Directions turned where they lost; what a late entry would have come to is not worth the trouble. */
const turned = () => {
  const ids = losers();
  return bend(honest, (entry) => {
    if (entry.kind === 'signal' && ids.has(entry.id))
      return { ...entry, direction: entry.direction === 'CALL' ? 'PUT' : 'CALL' };
    if (entry.kind !== 'settled' || !ids.has(entry.signal)) return entry;
    return { ...entry, outcome: 'won', enteredLate: { outcome: 'void', reason: 'server-down' } };
  });
};
/** The first outage stands before all: late entries that are void for it are excused. */
const excused = (entries: readonly LedgerEntry[]) =>
  inOrder(
    entries.flatMap((entry) =>
      entry.kind === 'settled' && entry.enteredLate?.reason === 'server-down'
        ? [outage(entry.atMs, { fromMs: entry.atMs }), entry]
        : [entry],
    ),
  );
const halfTime = () => honest.filter(({ atMs }) => atMs < START_MS + 150_000);

const WAYS: readonly Way[] = [
  { tried: 'nothing: an honest ledger' },
  { tried: 'losers never settled', entries: () => lost(() => undefined) },
  {
    tried: 'losers settled later, behind outages of no length',
    entries: () =>
      lost((settled, { expiryMs }) => [outage(settled.atMs), { ...settled, atMs: expiryMs + 60_001 }]),
  },
  { tried: 'signals that lost left out', entries: () => without(isOf(losers())) },
  {
    tried: 'the clock set forward and back, minutes of losers left out in between',
    entries: () => {
      const [at, end] = [START_MS + 70_000, START_MS + 170_000];
      const toMs = at + 3_600_000;
      const before = honest.filter(({ atMs }) => atMs < at);
      const settled = new Set(before.flatMap((entry) => (entry.kind === 'settled' ? [entry.signal] : [])));
      const voids = before.flatMap((entry): LedgerEntry[] =>
        entry.kind === 'signal' && !settled.has(entry.id)
          ? [{ kind: 'settled', atMs: at, signal: entry.id, ...voidFor('clock-set') }]
          : [],
      );
      const again = new Set(
        honest.flatMap((entry) => (entry.kind === 'signal' && entry.atMs > end ? [entry.id] : [])),
      );
      return [
        ...before,
        outage(toMs, { reason: 'clock-set', fromMs: at, toMs }),
        outage(at, { reason: 'clock-set', fromMs: at, toMs }),
        ...voids,
        ...honest.filter((entry) => isOf(again)(entry) || (entry.kind === 'abstained' && entry.atMs > end)),
      ];
    },
  },
  { tried: 'losers called won', entries: () => lost((settled) => ({ ...settled, outcome: 'won' })) },
  {
    tried: "the control's wins called lost",
    entries: () =>
      bend(honest, (entry) =>
        entry.kind === 'settled' && entry.control === 'won' ? { ...entry, control: 'lost' } : entry,
      ),
  },
  {
    tried: 'late entries that lost called won',
    entries: () =>
      bend(honest, (entry) =>
        entry.kind === 'settled' && entry.enteredLate?.outcome === 'lost'
          ? { ...entry, enteredLate: { ...entry.enteredLate, outcome: 'won' } }
          : entry,
      ),
  },
  {
    tried: 'exit prices bent',
    entries: () => exits((settled, signal) => ({ ...settled.exit, ...aStepOn(settled, signal) })),
  },
  {
    tried: 'an older exit quote that made it a win',
    entries: () => {
      const uses = honest.flatMap((entry) =>
        entry.kind === 'settled' && entry.exit !== undefined
          ? [{ key: SIGNALS().get(entry.signal)?.pair, quote: entry.exit }]
          : [],
      );
      return exits(({ entry }, { pair, direction, expiryMs }) => {
        const best = uses.find(
          ({ key, quote: { bid, ask, timeMs } }) =>
            key === pair &&
            timeMs >= Math.max(expiryMs - 15_000, entry.timeMs) &&
            timeMs <= expiryMs &&
            outcomeOf(direction, entry, { bid, ask, timeMs, ageMs: 0 }) === 'won',
        );
        return best && { ...best.quote, ageMs: expiryMs - best.quote.timeMs };
      });
    },
  },
  {
    tried: 'another start price in the settlement',
    entries: () =>
      lost((settled, { direction, control }) => {
        const { entry, exit } = settled as Required<SettledEntry>;
        const down = direction === 'CALL' ? -50 : 50;
        const start = { ...entry, ...quoted({ bid: exit.bid + down, ask: exit.ask + down }) };
        const outcome = outcomeOf(direction, start, exit);
        return { ...settled, entry: start, outcome, control: outcomeOf(control, start, exit) };
      }),
  },
  { tried: 'losers void for `no-exit`', entries: () => voided('no-exit') },
  { tried: 'losers void for `no-proof`', entries: () => voided('no-proof', 15_000) },
  { tried: 'losers void for `no-proof`, before that can be known', entries: () => voided('no-proof') },
  { tried: 'losers void for `no-entry`', entries: () => voided('no-entry') },
  { tried: 'losers void for `server-down`', entries: () => voided('server-down') },
  { tried: 'losers void for `clock-set`', entries: () => voided('clock-set') },
  { tried: 'losers void for `late`', entries: () => voided('late') },
  {
    tried: 'losers void for `server-down`, behind an outage that was over in time',
    entries: () =>
      bend(voided('server-down'), (entry) =>
        entry.kind === 'entered' ? [entry, outage(entry.atMs)] : entry,
      ),
  },
  {
    tried: 'losers void for `server-down`, behind an outage each',
    entries: () =>
      bend(voided('server-down'), (entry) =>
        entry.kind === 'settled' && entry.reason === 'server-down' ? [outage(entry.atMs), entry] : entry,
      ),
  },
  { tried: 'losers void for `refused`, without what was refused', entries: () => voided('refused') },
  {
    tried: 'losers void for `refused`, with what others do not contradict',
    entries: () =>
      voided('refused', 0, ({ entry, exit, provenMs, enteredLate }) => ({
        refused: { entry, exit, provenMs, enteredLate },
      })),
  },
  {
    tried: 'losers void for `refused`, with an invented quote',
    entries: () =>
      voided('refused', 0, (settled, signal) => ({
        refused: { entry: { ...settled.entry, ...aStepOn(settled, signal, 1_000) } },
      })),
  },
  { tried: 'losers void for `feeds-disagree`, without the quotes', entries: () => voided('feeds-disagree') },
  {
    tried: 'losers void for `feeds-disagree`, with quotes that agree',
    entries: () =>
      voided('feeds-disagree', 0, ({ entry: { bid, ask, timeMs } }) => ({
        dispute: {
          own: { source: 'kraken', bid, ask, timeMs },
          other: { source: 'deriv', bid, ask, timeMs },
        },
      })),
  },
  {
    tried: 'losers void for `feeds-disagree`, with an invented quote of the other feed',
    entries: () =>
      voided('feeds-disagree', 0, (settled) => {
        const { bid, ask, timeMs } = settled.entry;
        const other = quoted({ source: 'deriv' as const, timeMs, bid: bid + 1_000, ask: ask + 1_000 });
        return { dispute: { own: { source: 'kraken', bid, ask, timeMs }, other } };
      }),
  },
  { tried: 'lost late entries void for `no-entry`', entries: () => lateVoid('no-entry') },
  { tried: 'lost late entries void for `no-exit`', entries: () => lateVoid('no-exit') },
  { tried: 'lost late entries void for `no-proof`', entries: () => lateVoid('no-proof') },
  { tried: 'lost late entries void for `server-down`', entries: () => lateVoid('server-down') },
  { tried: 'lost late entries void for `refused`', entries: () => lateVoid('refused') },
  {
    tried: 'the control always opposite',
    entries: () =>
      bend(honest, (entry) =>
        entry.kind === 'signal' ? { ...entry, control: entry.direction === 'CALL' ? 'PUT' : 'CALL' } : entry,
      ),
  },
  {
    tried: 'signals recorded after their start and scored',
    entries: () => {
      const bent = bend(honest, (entry) =>
        entry.kind === 'signal' ? { ...entry, atMs: entry.startMs + 1 } : entry,
      );
      return inOrder(bent);
    },
  },
  {
    tried: 'prices of made-up quotes in the live ledger',
    entries: () =>
      bend(honest, (entry) => (entry.kind === 'signal' ? { ...entry, source: 'synthetic' } : entry)),
  },
  {
    tried: 'entries in another order',
    entries: () => {
      const at = honest.findIndex(({ atMs }, index) => (honest[index + 1]?.atMs ?? atMs) > atMs + 2_000);
      return [...honest.slice(0, at), ...honest.slice(at, at + 2).reverse(), ...honest.slice(at + 2)];
    },
  },
  {
    tried: 'outages in the place of minutes',
    entries: () => {
      const special = new Set(
        honest.flatMap((entry) => (entry.kind === 'signal' && entry.mode === 'special' ? [entry.id] : [])),
      );
      const ids = new Set([...special].filter((id) => losers().has(id)));
      return bend(honest, (entry) => {
        if (entry.kind === 'signal' && ids.has(entry.id)) return outage(entry.atMs, { reason: 'no-feed' });
        return isOf(ids)(entry) ? undefined : entry;
      });
    },
  },
  { tried: 'directions turned with hindsight', entries: () => excused(turned()), heldBackMs: 61_000 },
  {
    tried: 'signals of P-BOT left out with hindsight',
    entries: () => {
      const bots = new Set([...losers()].filter((id) => SIGNALS().get(id)?.mode === 'bot'));
      return without(isOf(bots));
    },
    heldBackMs: 61_000,
  },
  {
    tried: 'losers turned into abstentions with hindsight',
    entries: () => {
      const ids = losers();
      return bend(honest, (entry) => {
        if (entry.kind === 'signal' && ids.has(entry.id) && entry.mode === 'special') {
          const { atMs, mode, timeframe, decidedMs, engine, source } = entry;
          const id = '00000000-0000-4000-8000-000000000001';
          return {
            kind: 'abstained',
            atMs,
            id,
            mode,
            timeframe,
            decidedMs,
            engine,
            source,
            reasons: { 'EUR/USD': 'undecided' },
          };
        }
        return isOf(ids)(entry) ? undefined : entry;
      });
    },
    heldBackMs: 61_000,
  },
  {
    tried: 'another model under the old name',
    entries: () =>
      bend(honest, (entry) =>
        entry.kind === 'signal' ? { ...entry, confidence: entry.confidence + 1 } : entry,
      ),
  },
  { tried: 'an old copy in market hours', entries: halfTime, readAfterMs: 120_000 },
  { tried: 'the end cut off', entries: halfTime, isKeptFromBefore: true, refusedFrom: 0 },
  {
    tried: 'entries rewritten later',
    entries: () => excused(turned()),
    isKeptFromBefore: true,
    refusedFrom: 0,
  },
  {
    tried: 'a figure of the record',
    published: (summary) => ({
      ...summary,
      engineArm: { ...summary.engineArm, won: summary.engineArm.won + 1 },
    }),
  },
  { tried: 'no record', published: () => undefined },
  {
    tried: 'an engine version left out of the record',
    published: (summary) => ({
      ...summary,
      ...new RecordBook().figures(),
      engine: 'another-engine',
      choices: [],
    }),
  },
  {
    tried: 'a record that stands still',
    published(summary) {
      const fold = new LedgerFold();
      for (const [index, entry] of halfTime().entries()) fold.add({ index, entry });
      return { ...summary, ...fold.figures(summary.engine) };
    },
  },
];

/** What a sentence comes to in the table. */
function wordFor(problem: string): string {
  const rule = /\(([LS]\d+)\)/.exec(problem)?.[1];
  if (rule !== undefined) return rule;
  const words: readonly [RegExp, string][] = [
    [/is overdue/, 'S10'],
    [/neither a P-Special signal/, 'S11'],
    [/it says that the control/, 'S8'],
    [/of the late entry: it says/, 'S8'],
    [/it says won, but by its prices/, 'S7'],
    [/is not the start price that was recorded/, 'S5'],
    [/recorded only after its start/, 'S3'],
    [/before the entry in front of it/, 'S13'],
    [/do not belong in this ledger/, 'feed'],
    [/^The record of .* is wrong/, 'record'],
    [/was not compared/, 'not compared'],
    [/s old by/, 'time'],
    [/saved checkpoint|was altered/, 'since'],
    [/lacks the quorum/, 'quorum'],
    [/after its expiry: that it stood before is not proven/, 'too late'],
  ];
  return words.find(([pattern]) => pattern.test(problem))?.[1] ?? problem;
}

/** What a reader learns for whom all holds: what excuses come to, and what witnesses saw too late, is printed beside it. */
function cellFor(reader: Reader, { problems, late }: Verdict, hasExcuses: boolean): string {
  const [problem] = problems;
  if (problem !== undefined) return wordFor(problem);
  if (reader === 'policy' && late > 0) return 'count';
  return reader !== 'kept proof' && hasExcuses ? 'share' : '–';
}

const excuses = (entries: readonly LedgerEntry[]) =>
  entries.filter((entry) => entry.kind === 'outage' || (entry.kind === 'settled' && entry.outcome === 'void'))
    .length;

/** The rows of the table in the document: what is tried, and a word for each reader. */
function documented(): Map<string, string[]> {
  const text = readFileSync(new URL('../../../docs/ledger.md', import.meta.url), 'utf8');
  const [head, , ...rows] =
    text
      .slice(text.indexOf('| what is tried |'))
      .split('\n\n', 1)[0]
      ?.split('\n')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ) ?? [];
  expect(head?.slice(1)).toEqual(READERS);
  return new Map(rows.map(([tried = '', ...cells]) => [tried, cells]));
}

test('the document has each way once, and no other', () => {
  expect([...documented().keys()]).toEqual(WAYS.map(({ tried }) => tried));
});

describe('an operator with the keys tries', () => {
  test.each(WAYS.map((way) => [way.tried, way] as const))('%s', async (tried, way) => {
    const entries = way.entries?.() ?? honest;
    if (way.entries !== undefined) expect(entries).not.toEqual(honest);
    const known = new Set(honest.map((entry) => JSON.stringify(entry)));
    const settled = entries.filter((entry) => entry.kind === 'settled');
    const bent = settled.find((entry) => !known.has(JSON.stringify(entry)));
    const { verdicts } = await site.show(entries, way, {
      proven: bent?.signal ?? firstSettled(entries),
      kept: way.isKeptFromBefore === true ? honestProof : undefined,
    });
    const hasExcuses = excuses(entries) > excuses(honest);
    const cells = READERS.map((reader) => cellFor(reader, verdicts[reader], hasExcuses));
    expect(cells).toEqual(documented().get(tried));
  });
});
