/** Tables of track records with a known truth, each made of choices that a seed draws one by one. */
import { uniformInt, uniformPick } from '../../src/core/random/random.ts';
import { LOSSES, MARKS, MONEY, NUMBERS, type Stamp, STAMPS, withGroups } from './made-table-forms.ts';
import { DIGITS, KEYS, LANGUAGES } from './made-table-languages.ts';
import { seededRandom } from './seeded-random.ts';

export interface MadeTrade {
  readonly timeMs: number;
  readonly pair: string;
  readonly isCall: boolean;
  readonly outcome: 'won' | 'lost' | 'tied';
  readonly stake: number;
  readonly payout: number;
  /** Less the commission, and with the swap. */
  readonly profit: number;
  readonly commission: number;
  readonly swap: number;
  readonly entry: number;
  readonly seconds: number;
}

export interface MadeTable {
  readonly text: string;
  readonly trades: readonly MadeTrade[];
  /** What of the trades the table says. */
  readonly says: { readonly profit: boolean; readonly stake: boolean; readonly payout: boolean };
  readonly choices: string;
}

const PAIRS = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDCAD', 'EUR/JPY', 'EUR/USD', 'XAUUSD', 'BTC/USD'];
const SOURCES =
  'word,word+payout,word+payout,word+profit,word+profit,profit,profit,profit,returned,word+returned,gains,prices'.split(
    ',',
  );
const WRITERS = [',', ',', ';', ';', '\t', '|', 'markdown', 'json', 'html', 'aligned'] as const;

type Cells = Record<string, string>;

const cents = (amount: number): number => Math.round(amount * 100) / 100;
/** What a trade brought before what it cost. */
const grossOf = ({ profit, commission, swap }: MadeTrade): number => cents(profit + commission - swap);

/** The table that a seed draws, with those of the choices that it may make which are `sure`. */
export function madeTable(seed: number, sure: readonly string[] = []): MadeTable {
  const random = seededRandom(seed * 7_919 + 13);
  for (let at = 0; at < 8; at += 1) random();
  const pick = <T>(items: readonly T[]): T => uniformPick(random, items);
  const within = (min: number, max: number): number => uniformInt(random, min, max);
  const chance = (percent: number): boolean => within(1, 100) <= percent;
  const chosen: string[] = [];
  const choose = <T extends string>(name: string, items: readonly T[]): T => {
    const item = pick(items);
    chosen.push(`${name}=${item}`);
    return item;
  };
  const may = (name: string, percent: number): boolean => {
    const does = chance(percent) || sure.includes(name);
    if (does) chosen.push(name);
    return does;
  };

  const language = choose('language', ['en', 'en', 'en', ...Object.keys(LANGUAGES)]);
  const words = new Map((LANGUAGES[language] as string).split('|').map((all, at) => [KEYS[at], all]));
  const word = (key: string): string => pick((words.get(key) ?? key).split('/'));

  // Trades.
  const scale = pick([1, 1, 1, 100, 1_000]);
  const stakes = pick([[10], [10], [25, 50], [5, 10, 20], [12.5, 7.25, 40]]).map((stake) => stake * scale);
  const rate = within(40, 62);
  const payouts = pick([[0.8], [0.82], [0.85, 0.9], [0.7, 0.78, 0.86, 0.92], [0.95]]);
  const ties = pick([0, 0, 0, 5]);
  const hasFees = may('fees', 8);
  const hasSwaps = hasFees && may('swaps', 40);
  const pairs = PAIRS.slice(within(0, 3), within(5, 8));
  const gap = pick([7, 37, 170, 900]);
  let clock = Date.UTC(2026, within(0, 7), within(1, 28), within(7, 11), within(0, 59));
  const trades: MadeTrade[] = Array.from({ length: within(24, 70) }, () => {
    clock += within(gap, gap * 2) * 60_000 + within(0, 59) * 1_000;
    const drawn = within(1, 100);
    const outcome = drawn <= ties ? 'tied' : within(1, 100) <= rate ? 'won' : 'lost';
    const [stake, payout] = [pick(stakes), pick(payouts)];
    const commission = cents(hasFees && outcome !== 'tied' ? stake * 0.02 : 0);
    const swap = cents(hasSwaps && outcome !== 'tied' ? (stake * within(-9, 9)) / 1_000 : 0);
    const gross = { won: stake * payout, lost: -stake, tied: 0 }[outcome];
    return {
      timeMs: clock,
      pair: pick(pairs),
      isCall: chance(50),
      outcome,
      stake,
      payout,
      profit: cents(gross - commission + swap),
      commission,
      swap,
      entry: within(80_000, 190_000) / 100_000,
      seconds: 60 * pick([1, 5, 5, 15]),
    };
  });

  // Forms.
  const [group, decimal] = pick(NUMBERS);
  const [loss, money] = [choose('loss', LOSSES), choose('money', MONEY)];
  const isInside = may('sign beside the number', 40);
  chosen.push(`number=1${group}234${decimal}56`);
  const hasPlus = may('plus', 20);
  const hasNative = language in DIGITS && may('native digits', 30);
  const spelled = (value: number, decimals: number): string => {
    const [whole = '', rest = ''] = Math.abs(value).toFixed(decimals).split('.');
    const grouped = withGroups(whole, group);
    return rest === '' ? grouped : `${grouped}${decimal}${rest}`;
  };
  const decimals = stakes.every(Number.isInteger) && scale === 1_000 && !hasFees ? pick([0, 2]) : 2;
  const amount = (value: number): string => {
    const form = value < 0 ? loss : hasPlus && value > 0 ? '+#' : '#';
    const [outer, inner] = isInside ? [money, form] : [form, money];
    return outer.replace('#', inner.replace('#', spelled(value, decimals)));
  };
  const plain = (value: number): string => money.replace('#', spelled(value, decimals));
  const marks = chance(40) ? pick(MARKS) : [word('won'), word('lost'), word('tied')];
  chosen.push(`words=${marks.join(' ')}`);
  const sides = [word('call'), word('put')] as const;
  const form = choose('dates', Object.keys(STAMPS));
  const stamp = STAMPS[form] as Stamp;
  const isSplit = (stamp(clock, language)[0] ?? '').length > 4 && may('two columns of time', 40);
  const payoutForm = choose('payout', ['#%', '#', 'rate', 'odds']);
  const payoutOf = (payout: number): string => {
    if (payoutForm === 'rate') return spelled(payout, 2);
    if (payoutForm === 'odds') return spelled(payout + 1, 2);
    return payoutForm.replace('#', spelled(payout * 100, 0));
  };

  const writer = choose('as', WRITERS);
  // JSON has no rows of one cell.
  const hasDays = writer !== 'json' && stamp(clock, language)[0].length > 4 && may('day headings', 6);

  // Columns.
  const source = choose('source', SOURCES);
  const has = (part: string): boolean => source.split('+').includes(part);
  const hasStake = has('returned') || has('payout') || may('stake', 60);
  const hasClosed = may('closed', 20);
  const columns: { key: string; name: string; cell: (trade: MadeTrade, at: number) => string }[] = [];
  const add = (key: string, cell: (trade: MadeTrade, at: number) => string, name = word(key)): void => {
    columns.push({ key, name, cell });
  };
  const start = (ms: number): string => {
    const [day, time, whole] = stamp(ms, language);
    return whole ?? `${day} ${time}`;
  };
  const run = { balance: 0, streak: 0 };
  const balances = trades.map(({ profit }) => (run.balance += profit) + 5_000 * scale);
  const streaks = trades.map(({ outcome }) => {
    const step = { won: 1, lost: -1, tied: 0 }[outcome];
    run.streak = step === 0 ? 0 : Math.sign(run.streak) === step ? run.streak + step : step;
    return run.streak;
  });
  if (may('id', 40)) add('id', (_trade, at) => String(880_100 + at * 3));
  if (isSplit) {
    if (!(hasDays && may('days above alone', 50))) add('date', ({ timeMs }) => stamp(timeMs, language)[0]);
    add('clock', ({ timeMs }) => stamp(timeMs, language)[1]);
  } else add('time', ({ timeMs }) => start(timeMs));
  if (hasClosed) add('closed', ({ timeMs, seconds }) => start(timeMs + seconds * 1_000));
  add('pair', ({ pair }) => pair);
  if (has('prices') || may('side', 75)) add('side', ({ isCall }) => sides[isCall ? 0 : 1]);
  if (may('expiry', 30)) add('expiry', ({ seconds }) => `${seconds / 60} min`);
  const price = (value: number): string => spelled(value, 5);
  if (has('prices') || may('prices', 15)) {
    add('entry', ({ entry }) => price(entry));
    add('exit', ({ entry, isCall, outcome, seconds }) => {
      const move = { won: 1, lost: -1, tied: 0 }[outcome] * (isCall ? 1 : -1) * (seconds / 60) * 0.00017;
      return price(entry + move);
    });
  }
  if (hasStake) add('stake', ({ stake }) => plain(stake));
  if (has('payout') || may('payout', 20)) add('payout', ({ payout }) => payoutOf(payout));
  if (has('word')) add('result', ({ outcome }) => marks[{ won: 0, lost: 1, tied: 2 }[outcome]] as string);
  const profitName = word('profit');
  const before = (trade: MadeTrade): number => (/net/i.test(profitName) ? trade.profit : grossOf(trade));
  if (has('profit')) add('profit', (trade) => amount(before(trade)), profitName);
  if (has('profit') && may('percent', 10))
    add(
      'percent',
      (trade) =>
        (trade.outcome === 'lost' ? loss : '#').replace(
          '#',
          `${spelled((before(trade) / trade.stake) * 100, 0)}%`,
        ),
      pick([`${profitName} %`, 'ROI %', 'Return %', 'P/L %', '%']),
    );
  if (has('returned')) {
    const name = may('stakes within', 25) ? pick([profitName, word('payout')]) : word('returned');
    const brought = name === profitName ? before : grossOf;
    add('returned', (trade) => plain(brought(trade) + trade.stake), name);
  }
  if (has('gains')) {
    const blank = pick(['', plain(0), '-']);
    add('gain', (trade) => (trade.outcome === 'won' ? plain(grossOf(trade)) : blank));
    add('loss', (trade) => (trade.outcome === 'lost' ? plain(grossOf(trade)) : blank));
  }
  const isCost = hasFees && may('costs below 0', 50);
  if (hasFees) add('fee', ({ commission }) => (isCost ? amount(-commission) : plain(commission)));
  if (hasSwaps) add('swap', ({ swap }) => amount(swap), pick(['Swap', 'Rollover']));
  if (may('balance', 20)) add('balance', (_trade, at) => plain(balances[at] as number));
  if (may('streak', 6)) add('streak', (_trade, at) => String(streaks[at]), 'Streak');
  if (may('points', 6))
    add(
      'points',
      ({ outcome, seconds }) => String({ won: 1, lost: -1, tied: 0 }[outcome] * seconds),
      'Points',
    );
  if (may('rating', 6))
    add('rating', () => String(within(1, 5)), pick(['Confidence', 'Rating', 'Setup grade']));
  if (may('phone', 4))
    add('phone', () => `+55119${within(10_000_000, 99_999_999)}`, pick(['Client', 'Phone']));
  if (may('session', 8)) add('session', () => pick(['London', 'New York', 'Asia']), 'Session');
  if (may('notes', 25))
    add('note', () => pick(['', '', 'news', 'good setup', 'after the London open, with trend', 'late']));
  const state = may('state', 15) ? pick(['Closed', 'Settled', 'Completed']) : undefined;
  if (state !== undefined) add('state', () => state);
  if (may('twice', 5)) columns.push({ ...(columns.at(-1) as (typeof columns)[number]) });
  if (may('numbers of rows', 10))
    columns.unshift({ key: 'row', name: pick(['#', 'No.', '']), cell: (_trade, at) => String(at + 1) });
  if (may('shuffled', 25)) columns.sort(() => (chance(50) ? 1 : -1));

  // Rows.
  const native = (cell: string): string =>
    hasNative ? cell.replace(/\d/g, (digit) => (DIGITS[language] as string).charAt(Number(digit))) : cell;
  const names = columns.map(({ name }) => name);
  const rows = trades.map((trade, at) => columns.map(({ cell }) => native(cell(trade, at))));
  const other = (cells: Cells): string[] => columns.map(({ key }) => native(cells[key] ?? ''));
  const sumOf = (some: readonly MadeTrade[]): Cells => {
    const sum = (of: (trade: MadeTrade) => number): number => some.reduce((all, one) => all + of(one), 0);
    const ended = (end: string): number => sum((one) => (one.outcome === end ? grossOf(one) : 0));
    return {
      profit: amount(sum(before)),
      stake: plain(sum(({ stake }) => stake)),
      returned: plain(sum((one) => grossOf(one) + one.stake)),
      gain: plain(ended('won')),
      loss: plain(ended('lost')),
    };
  };
  const labelled = (label: string, cells: Cells): string[] => other(cells).with(0, label);
  const lines: string[][] = [];
  const [repeats, dayTotals] = [may('repeated names', 8), may('day totals', 8)];
  const blanks = may('blank lines', 8);
  const last = trades.at(-1) as MadeTrade;
  const dayOf = ({ timeMs }: MadeTrade): number => Math.floor(timeMs / 86_400_000);
  for (const [at, row] of rows.entries()) {
    const trade = trades[at] as MadeTrade;
    const isOther = at === 0 || dayOf(trades[at - 1] as MadeTrade) !== dayOf(trade);
    if (hasDays && isOther) lines.push([native(stamp(trade.timeMs, language)[0])]);
    if (repeats && at > 0 && at % 15 === 0) lines.push([...names]);
    lines.push(row);
    if (blanks && chance(15)) lines.push([]);
    const next = trades[at + 1];
    if (dayTotals && (next === undefined || dayOf(next) !== dayOf(trade)))
      lines.push(labelled(word('part'), sumOf(trades.filter((one) => dayOf(one) === dayOf(trade)))));
  }
  const [date = '', time = ''] = stamp(last.timeMs, language);
  const shared: Cells = { time: start(last.timeMs), date, clock: time };
  const whole: Cells = { ...shared, pair: last.pair, side: sides[0], stake: plain(last.stake), id: '990001' };
  const says = (key: string): Cells => ({ ...whole, [has('word') ? 'result' : 'state']: word(key) });
  const canSay = has('word') || state !== undefined;
  if (canSay && may('open trade', 8)) lines.push(other(says('open')));
  if (canSay && may('cancelled trade', 8)) lines.splice(5, 0, other(says('cancelled')));
  if (has('profit') && may('deposit', 8))
    lines.splice(3, 0, other({ ...shared, profit: amount(500 * scale), side: word('deposit') }));
  if (!hasDays && may('newest first', 20)) lines.reverse();
  if (may('total', 12)) lines.push(labelled(word('total'), sumOf(trades)));
  const isNamed = hasFees || !may('without names', 5);
  if (isNamed) lines.unshift(names);
  if (may('title', 12)) lines.unshift([pick(['Trading report 2026', 'Account 123456', 'History'])], []);
  if (may('footer', 10))
    lines.push([], [pick(['Generated by MyBroker', 'All times are local', 'Page 1 of 1'])]);

  may('byte order mark', 8);
  may('CRLF', 15);
  may('all quoted', 10);
  may('trailing delimiter', 5);
  return {
    text: written(lines, writer, (name) => chosen.includes(name)),
    trades,
    says: {
      profit: has('profit') || has('gains') || has('returned') || (has('payout') && hasStake),
      stake: hasStake && !has('prices'),
      payout: columns.some(({ key }) => key === 'payout'),
    },
    choices: chosen.join(', '),
  };
}

function written(
  lines: readonly (readonly string[])[],
  writer: (typeof WRITERS)[number],
  does: (name: string) => boolean,
): string {
  const width = Math.max(...lines.map(({ length }) => length));
  if (writer === 'json') {
    const at = lines.findIndex(({ length }) => length === width);
    const names = lines[at] as readonly string[];
    const rows = lines.slice(at + 1).filter(({ length }) => length === width);
    const objects = rows.map((row) =>
      Object.fromEntries(row.map((cell, place) => [names[place] || `c${place}`, cell])),
    );
    return JSON.stringify(objects, null, 1);
  }
  if (writer === 'html') {
    const cells = (row: readonly string[]): string =>
      row.map((cell) => `<td>${cell.replace(/&/g, '&amp;')}</td>`).join('');
    return `<html><body><table>${lines.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}</table></body></html>`;
  }
  if (writer === 'markdown') {
    const [first = [], ...others] = lines.map((row) => `| ${row.join(' | ')} |`);
    return [first, `|${' --- |'.repeat(width)}`, ...others].join('\n');
  }
  if (writer === 'aligned') return lines.map((row) => row.map((cell) => cell || '-').join('   ')).join('\n');
  const quoted = (cell: string): string =>
    does('all quoted') || cell.includes(writer) || cell.includes('\n')
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
  const end = does('CRLF') ? '\r\n' : '\n';
  const text = lines
    .map((row) => row.map(quoted).join(writer) + (does('trailing delimiter') ? writer : ''))
    .join(end);
  return (does('byte order mark') ? '\ufeff' : '') + text;
}
