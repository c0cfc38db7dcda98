import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { clopperPearson } from '../../core/check/binomial.ts';
import { checkRecord } from '../../core/check/check-record.ts';
import { bestOf, type Part } from '../../core/check/luck.ts';
import type { Trade } from '../../core/check/trade.ts';
import { verdictOf } from '../../core/check/verdict-texts.ts';
import { ENGLISH } from './check-text.ts';

/**
 * Recomputes every chance of a verdict from its definition, in 40 digits and by another way than ours (sums over all counts), and
 * writes every sentence of it.
 */
const PROGRAM = `
import json, sys
from math import comb
from mpmath import mp, mpf, betainc, erfc, exp, findroot, floor, log, pi, sqrt
mp.dps = 40

def tail(won, bets):
    # Bets as pairs of size and chance; the distribution of the wins, one bet after the other.
    sums = [mpf(1)]
    for size, chance in bets:
        longer = [mpf(0)] * (len(sums) + size)
        for at, share in enumerate(sums):
            longer[at] += share * (1 - chance)
            longer[at + size] += share * chance
        sums = longer
    return sum(sums[won:], mpf(0))

def money(returns, bets):
    # Lugannani and Rice, of the returns weighted so that they break even.
    values = [mpf(one) for one in returns]
    n, draws = len(values), bets
    mean = sum(values) / n
    if mean <= 0: return mpf(1)
    tilt = findroot(lambda t: sum(one * exp(-t * one) for one in values), (mpf(0), mpf(1)), solver='anderson')
    w = sqrt(2 * draws * (tilt * mean + log(sum(exp(-tilt * one) for one in values) / n)))
    u = tilt * sqrt(draws * sum((one - mean) ** 2 for one in values) / n)
    return erfc(w / sqrt(2)) / 2 + exp(-w * w / 2) / sqrt(2 * pi) * (1 / u - 1 / w)

def best(k, p):
    return 1 - (1 - p) ** k

def often(p):
    if p > 0.95: return 'nearly always'
    if p > 0.2: return f'{int(floor(p * 10 + 0.5))} times in 10'
    tries = int(floor(1 / p + 0.5))
    return 'less than once in 1,000,000,000 tries' if tries > 1e9 else f'once in {tries:,} tries'

def percent(rate):
    return f'{float(rate * 100):.1f} %'

def parts(part, p, months):
    kind, _, times = part.partition('-')
    if kind == 'whole': return mpf(1)
    if kind == 'stretch': return 1 + (int(times) - 1) * max(mpf(1), -2 * log(2 * p))
    return mpf(comb(months * int(times), months))

def sides(trade):
    signs = {'CALL': ['+-'], 'PUT': ['-+'], None: ['+-', '-+']}[trade['direction']]
    return {currency + sign for one in signs for currency, sign in zip(trade['pair'].split('/'), one)}

def answer(case):
    won, unresolved, announced, k, part = (case[key] for key in ('won', 'unresolved', 'announced', 'lookedAt', 'part'))
    trades = case['trades']
    n = len(trades)
    chances = [1 / (1 + mpf(trade['payout'])) for trade in trades]
    mean = sum(chances) / n
    other = case['sizes'] and any(trade['profit'] not in (trade['payout'], -1) for trade in trades)
    near = sum(1 for chance in chances if 0.45 <= chance <= 0.6)
    even = 0.45 <= mean <= 0.6 and near >= 0.9 * n and not other and not case['paysByChance']
    doublings = 0 if other else announced
    double = lambda once: 1 - (1 - once) ** (doublings + 1)
    coin = double(mpf(1) / 2)
    # A trade belongs to the bet of its pair that runs, or to that whose first trade runs on its side of a currency.
    bets = []
    for trade, chance in zip(trades, chances):
        at, until, taken = trade['at'], trade['at'] + trade['seconds'], sides(trade)
        of = [bet for bet in bets if bet['pairs'].get(trade['pair'], at) > at] or [bet for bet in bets if bet['until'] > at and bet['sides'] & taken]
        if not of:
            of = [{'size': 0, 'chance': chance, 'until': until, 'sides': taken, 'pairs': {}}]
            bets += of
        of[0]['size'] += 1
        if of[0]['pairs'].get(trade['pair'], at) <= at: of[0]['pairs'][trade['pair']] = until
    sizes, own = [bet['size'] for bet in bets], [bet['chance'] for bet in bets]
    independent = len(sizes)
    if independent < n or doublings > 0: own = [double(mean)] * independent
    sizes += [1] * unresolved
    toss = tail(won, [(size, coin) for size in sizes])
    needs = tail(won, list(zip(sizes, own + [double(mean)] * unresolved)))
    p = toss if even else needs
    wins, brought = p, mpf(0)
    if other:
        returns = [trade['profit'] for trade in trades]
        # At worst there were two more losses as large as the largest.
        brought = money(returns + [min(returns)] * 2, n + 2)
        p = max(p, brought)
    word = lambda chance: 'luck' if chance > 0.5 else 'explained' if chance > 0.2 else 'possible' if chance > 0.005 else 'hard'
    chosen = lambda chance: best(k, min(mpf(1), chance * parts(part, chance, case['months'])))
    selected, at_needed = chosen(p), chosen(needs)
    both = n >= 30 and even and word(selected) != word(at_needed)
    worse = n >= 30 and even and doublings == 0 and unresolved == 0 and 1 - p <= 0.005
    both = both and not worse
    assumed = f"an assumed payout of {percent(mpf(trades[0]['payout']))}" if case['assumesPayout'] else None
    who = lambda one, many: one if k == 1 else many
    records = who('a record', f'{k} records') + f" {part.partition('-')[2]} times as long"
    need = f'{assumed} needs' if assumed else 'these payouts need'
    needed = sum(chances)
    gained = sum(trade['profit'] for trade in trades)
    gets = 'gets that or better: '
    if doublings > 0:
        times = 'one doubling' if doublings == 1 else f'{doublings} doublings'
        chance = f"{'Tossing a coin' if even else 'Luck at break-even'} with {times} wins {percent(coin if even else double(mean))} of the signals; {who('it', f'the best of {k}')} gets {won} of {n + unresolved} or better: {often(best(k, p))}{f'; luck at break-even: {often(best(k, needs))}' if both else ''}."
    elif not even:
        chance = f"{who('Luck alone', f'The best of {k} who have only luck')}, at the {percent(mean)} that {need}, {gets}{often(best(k, wins))}; tossing a coin: {often(best(k, toss))}."
    elif both:
        chance = who('By tossing a coin you get that or better: ', f'The best of {k} coin tossers {gets}') + f'{often(best(k, toss))}; by luck at break-even: {often(best(k, needs))}.'
    else:
        chance = who('By tossing a coin you get that or better: ', f'The best of {k} coin tossers {gets}') + f'{often(best(k, p))}.'
    luck = {'luck': 'This is what luck looks like.', 'explained': 'Luck explains it.',
            'possible': 'It could still be luck.', 'hard': 'It is hard to explain by luck.'}[word(selected)]
    if both and word(selected) == 'hard':
        luck = 'Hard to explain by a coin; at break-even ' + {'luck': 'this is what luck looks like.',
            'explained': 'luck explains it.', 'possible': 'it could still be luck.'}[word(at_needed)]
    if worse: luck = 'A coin does better.'
    few = n < 30
    ending = 'signal has' if unresolved == 1 else 'signals have'
    sentences = [
        f'{won:,} of {n:,} won' + (f'; {unresolved} {ending} no known end: {won} of {n + unresolved} at worst.' if unresolved else '.'),
        chance,
        f"With two more losses like the largest, {who('luck alone brings', f'the best of {k} who have only luck brings')} as much profit or more: {often(best(k, brought))}." if wins < brought else '',
        '' if part == 'whole' else
        f'In the best part of {records}, a coin gets that or better: {often(selected)}; luck at break-even: {often(at_needed)}.' if both else f'In the best part of {records}, luck {gets}{often(selected)}.',
        (f"At {assumed or 'these payouts'} you needed {float(needed):.1f} wins{', so this was not enough' if won < needed and gained <= 0 else ''}." if few else
         f"Won in 100: {won / n * 100:.1f}; needed at {assumed or 'these payouts'}: {float(needed) / n * 100:.1f}."
         + (' That was not enough.' if won < needed and gained <= 0 else ' That was enough, by skill or by luck.' if won * n >= needed * (n + unresolved) and gained >= 0 and doublings == 0 else '')),
        '' if independent == n else 'Trades ran at the same time on the same pair or currency: they are '
        + ('one independent bet.' if independent == 1 else f'{independent} independent bets.'),
        'What else explains it: a pick of the best of many, losses left out, doubled stakes hidden, outcomes edited later, or an invented record.' if not few and selected <= 0.005 else '',
        '' if few or selected > 0.005 or doublings > 0 else f"{'A coin' if even else 'Luck'} with two hidden doublings wins {percent(1 - (1 - (coin if even else mean)) ** 3)}.",
    ]
    low, high = case['interval']
    # Clopper and Pearson: at each end the tail is 2.5 %.
    ends = [float(betainc(won, n - won + 1, 0, low, regularized=True)) if won > 0 else 0.025,
            float(1 - betainc(won + 1, n - won, 0, high, regularized=True)) if won < n else 0.025]
    return {'p': float(p), 'best': float(best(20, p)), 'ends': ends,
            'headline': (f"Too few: {'one trade' if n == 1 else f'{n} trades'}." if few else luck),
            'reasons': ' '.join(sentence for sentence in sentences if sentence)}

print(json.dumps([answer(case) for case in json.load(sys.stdin)]))
`;
const hasPython = spawnSync('python3', ['-c', 'import mpmath']).status === 0;

interface Case {
  readonly name: string;
  readonly won: number;
  readonly of: number;
  readonly payout?: (at: number) => number;
  readonly unresolved?: number;
  readonly doublings?: number;
  /** Trades that run at once, on these pairs by turns, all against the dollar where their sides are known. */
  readonly together?: number;
  readonly pairs?: readonly string[];
  readonly hasSides?: boolean;
  readonly lookedAt?: number;
  readonly part?: Part;
  readonly months?: number;
  readonly assumesPayout?: boolean;
  /** Odds. */
  readonly paysByChance?: boolean;
  /** What trades brought where their sizes are not known. */
  readonly brought?: (at: number) => number;
}

const OF_DOLLARS = ['GBP/USD', 'USD/CHF', 'AUD/USD', 'USD/CAD'];

const CASES: readonly Case[] = [
  { name: 'a coin', won: 37, of: 60 },
  { name: 'a coin, not enough', won: 31, of: 60 },
  { name: 'the best of 20 coins', won: 37, of: 60, lookedAt: 20 },
  { name: 'payouts that differ', won: 37, of: 60, payout: (at) => 0.7 + (at % 5) * 0.05 },
  { name: 'a random walk of 10 against 40', won: 164, of: 200, payout: () => 0.25 },
  { name: 'the best of 7 random walks', won: 170, of: 200, payout: () => 0.25, lookedAt: 7 },
  { name: 'four to one', won: 120, of: 500, payout: () => 4 },
  { name: 'four to one and more', won: 80, of: 300, payout: (at) => 3 + (at % 4) },
  { name: 'signals without an end', won: 37, of: 37, unresolved: 23 },
  { name: 'enough of those that ended, not at worst', won: 37, of: 37, unresolved: 40 },
  { name: 'a signal without an end', won: 37, of: 59, unresolved: 1 },
  { name: 'worse than a coin', won: 30, of: 100 },
  { name: 'worse than luck at odds', won: 30, of: 100, paysByChance: true },
  { name: 'worse at worst alone', won: 30, of: 60, unresolved: 40 },
  { name: 'two doublings at a payout of 60 %', won: 92, of: 100, doublings: 2, payout: () => 0.6 },
  { name: 'two doublings that a coin hardly has', won: 372, of: 400, doublings: 2 },
  {
    name: 'the best of 3 with two doublings at odds',
    won: 380,
    of: 400,
    doublings: 2,
    lookedAt: 3,
    paysByChance: true,
  },
  { name: 'one doubling', won: 80, of: 100, doublings: 1 },
  { name: 'two doublings', won: 88, of: 100, doublings: 2 },
  { name: 'the best of 3 with two doublings', won: 95, of: 100, doublings: 2, lookedAt: 3 },
  { name: 'ten trades on one move', won: 200, of: 300, together: 10 },
  { name: 'ten trades on one move, four to one', won: 120, of: 300, together: 10, payout: () => 4 },
  {
    name: 'four pairs on each move of the dollar',
    won: 72,
    of: 120,
    together: 4,
    pairs: OF_DOLLARS,
    hasSides: true,
  },
  {
    name: 'pairs of which no side is known',
    won: 80,
    of: 150,
    together: 5,
    pairs: [...OF_DOLLARS, 'EUR/JPY'],
  },
  {
    name: 'five pairs, one without the dollar',
    won: 90,
    of: 150,
    together: 5,
    pairs: [...OF_DOLLARS, 'EUR/JPY'],
    hasSides: true,
  },
  { name: 'a tail far out', won: 95, of: 100 },
  { name: 'the best stretch', won: 42, of: 60, part: 'stretch-10' },
  { name: 'the best of two stretches of 5 sellers', won: 44, of: 60, part: 'stretch-2', lookedAt: 5 },
  { name: 'the best months', won: 42, of: 60, part: 'months-2', months: 3 },
  { name: 'a stretch that shows nothing', won: 29, of: 60, part: 'stretch-50' },
  { name: 'all trades on one move', won: 3, of: 7, together: 7 },
  { name: 'few wins that paid most', won: 10, of: 40, payout: (at) => (at < 10 ? 9 : 0.5) },
  { name: 'fewer wins that paid most', won: 5, of: 20, payout: (at) => (at < 5 ? 9 : 0.5) },
  { name: 'many wins that paid least', won: 30, of: 40, payout: (at) => (at < 30 ? 0.2 : 9) },
  { name: 'seven trades', won: 7, of: 7 },
  { name: 'seven trades of which no payout is said', won: 5, of: 7, assumesPayout: true },
  {
    name: 'sixty trades of which no payout is said',
    won: 35,
    of: 60,
    assumesPayout: true,
    payout: () => 0.85,
  },
  { name: 'one trade', won: 1, of: 1 },
  { name: 'odds of 1.70, at break-even', won: 236, of: 400, payout: () => 0.7, paysByChance: true },
  { name: 'odds of 1.70, above', won: 280, of: 400, payout: () => 0.7, paysByChance: true, lookedAt: 5 },
  {
    name: 'odds from 1.4 to 2.2, losses without an end',
    won: 110,
    of: 190,
    unresolved: 10,
    payout: (at) => 0.4 + (at % 5) * 0.2,
    paysByChance: true,
  },
  { name: 'a broker that pays 70 %, at break-even', won: 236, of: 400, payout: () => 0.7 },
  { name: 'the best of 50 at a broker that pays 80 %', won: 270, of: 450, lookedAt: 50 },
  { name: 'the best stretch at a broker that pays 80 %', won: 255, of: 420, part: 'stretch-5' },
  {
    name: 'the best months at a broker that pays 80 %',
    won: 300,
    of: 480,
    part: 'months-2',
    months: 4,
    assumesPayout: true,
  },
  {
    name: 'sizes that are not known',
    won: 60,
    of: 100,
    brought: (at) => (at < 60 ? 1 : -1) * (1 + (at % 3)),
  },
  {
    name: 'a loss, of sizes that are not known',
    won: 40,
    of: 100,
    brought: (at) => (at < 40 ? 1 : -1) * (1 + (at % 3)),
  },
  {
    name: 'many small wins beside large losses',
    won: 90,
    of: 100,
    brought: (at) => (at < 90 ? 0.5 + (at % 4) : -8 + (at % 2)),
  },
];

function tradesOf({
  won,
  of,
  payout = () => 0.8,
  together = 1,
  pairs = ['EUR/USD'],
  hasSides = false,
  brought,
}: Case): readonly Trade[] {
  const pairOf = (at: number): string => pairs[at % pairs.length] as string;
  return Array.from({ length: of }, (_, at) => ({
    timeMs: (Date.UTC(2026, 2, 2) + Math.floor(at / together) * 600_000) as Trade['timeMs'],
    pair: pairOf(at),
    direction: hasSides ? (pairOf(at).startsWith('USD') ? ('PUT' as const) : ('CALL' as const)) : null,
    expirySeconds: 60,
    outcome: at < won ? ('won' as const) : ('lost' as const),
    entryPrice: null,
    stake: 1,
    payout: payout(at),
    profit: brought?.(at) ?? (at < won ? payout(at) : -1),
  }));
}

it.skipIf(!hasPython)(
  'says of every verdict what an independent program works out and writes (Python with mpmath)',
  () => {
    const ours = CASES.map((one) => {
      const {
        won,
        of,
        unresolved = 0,
        doublings = 0,
        lookedAt = 1,
        part = 'whole',
        months = 1,
        assumesPayout = false,
        paysByChance = false,
        brought,
      } = one;
      const hasDistances = brought !== undefined;
      const trades = tradesOf(one);
      const figures = checkRecord(trades, {
        ties: 'refund',
        lookedAt,
        bankroll: undefined,
        seed: 1,
        offsetMsAt: () => 0,
        hasOrder: true,
        signals: { unresolved, announcedGales: doublings, assumesPayout, hasDistances, paysByChance },
      });
      const { low, high } = clopperPearson(won, of, 0.05);
      return {
        p: figures.judgement?.p ?? Number.NaN,
        verdict: verdictOf(figures, { lookedAt, part, months }, ENGLISH),
        question: {
          won,
          unresolved,
          announced: doublings,
          lookedAt,
          part,
          months,
          assumesPayout,
          paysByChance,
          sizes: hasDistances,
          interval: [low, high],
          trades: trades.map(({ timeMs, pair, direction, expirySeconds, payout, profit }) => ({
            at: (timeMs as number) / 1_000,
            pair,
            direction,
            seconds: expirySeconds,
            payout,
            profit,
          })),
        },
      };
    });
    const { stdout, stderr } = spawnSync('python3', ['-c', PROGRAM], {
      input: JSON.stringify(ours.map(({ question }) => question)),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const theirs = JSON.parse(stdout) as {
      p: number;
      best: number;
      ends: [number, number];
      headline: string;
      reasons: string;
    }[];
    for (const [at, { p, best, ends, headline, reasons }] of theirs.entries()) {
      const mine = ours[at] as (typeof ours)[number];
      const { name, brought } = CASES[at] as Case;
      // The normal distribution's tail is ours by a rule of 200 parts.
      const near = brought === undefined ? 1e-9 : 1e-6;
      expect(mine.verdict, name).toEqual({ headline, reasons });
      expect(Math.abs(mine.p / p - 1), name).toBeLessThan(near);
      expect(Math.abs(bestOf(20, mine.p) / best - 1), name).toBeLessThan(near);
      for (const end of ends) expect(Math.abs(end / 0.025 - 1), name).toBeLessThan(1e-6);
    }
  },
);
