import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { madeUpBars } from '../core/lab/made-up.ts';
import { runHere } from '../../tests/support/run-here.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipcast-lab-'));
  vi.stubEnv('PIPCAST_DATA_DIR', join(folder, 'data'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const RSI = {
  pair: 'EUR/USD',
  bar: '1min',
  call: [{ if: 'rsi', length: 14, crosses: 'below', level: 30 }],
  put: 'mirror',
  enterAfterBars: 1,
  expiryBars: 1,
};
const withLevel = (level: unknown) => ({ ...RSI, call: [{ ...RSI.call[0], level }] });

async function run(...args: string[]) {
  const { code, stdout: out, stderr: err } = await runHere(args);
  return { code, out, err };
}

function put(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const put1 = (rule: unknown) => put('rule.json', JSON.stringify(rule));

async function lab(rule: unknown, ...flags: string[]) {
  const ran = await run('lab', put1(rule), '--json', ...flags);
  return { ...ran, document: ran.code === 0 ? JSON.parse(ran.out) : undefined };
}

const FROM = Date.UTC(2025, 2, 2, 22);

/** Imports six weeks of made-up minutes as a file of prices and answers the data set's name. */
async function importPrices(): Promise<string> {
  const bars = madeUpBars({ pair: 'EUR/USD', fromMs: FROM, untilMs: FROM + 42 * 86_400_000 }, 77);
  const price = (steps: number | undefined) => ((steps ?? 0) / 1e5).toFixed(5);
  const rows = Array.from(
    { length: bars.length },
    (_, row) =>
      `${bars.openTimeMs[row]},${[bars.open, bars.high, bars.low, bars.close].map((of) => price(of[row])).join(',')},0`,
  );
  const file = put('EURUSD.csv', `timestamp_ms_utc,open,high,low,close,volume\n${rows.join('\n')}\n`);
  const ran = await run('import', file, '--pair', 'EUR/USD', '--zone', 'UTC');
  expect(ran.code, ran.err).toBe(0);
  return ran.out.trim();
}

describe('pipcast lab', () => {
  test('tries a rule on made-up prices without any data and says that nothing can be found', async () => {
    const { code, out } = await run('lab', put1(RSI), '--prices', 'made-up');
    expect(code).toBe(0);
    expect(out).toContain('nothing can be found in them');
    expect(out).toContain(
      'Rule: pair=EURUSD&bar=1min&call=rsi-14-30-crosses-below&put=mirror&enter=1&expiry=1',
    );
    expect(out).toContain('Tried on these prices: 1 rule, 1 by hand and 0 by sweep.');
  });

  test('calls a stake that came to less than a tenth of a cent neither gained nor lost', async () => {
    const { decided, right } = (await lab(RSI, '--prices', 'made-up')).document.open;
    const even = ['--payout', (100 * (decided / right - 1)).toFixed(2)];
    const { out } = await run('lab', put1(RSI), '--prices', 'made-up', ...even);
    expect(out).toMatch(/each \$1 staked came back\. Entered/);
  });

  test('counts each rule once, corrects the chance for all that were tried, and keeps the count', async () => {
    const first = await lab(RSI, '--prices', 'made-up');
    expect(first.document).toMatchObject({ tries: 1, triesByHand: 1, triesBySweep: 0, sealed: null });
    expect((await lab(RSI, '--prices', 'made-up')).document.tries).toBe(1);
    const sweep = await lab(withLevel({ from: 21, to: 40, step: 1 }), '--prices', 'made-up', '--sweep');
    expect(sweep.document).toMatchObject({ tries: 20, triesByHand: 1, triesBySweep: 19, sealed: null });
    const again = (await lab(RSI, '--prices', 'made-up')).document;
    expect(again.open).toMatchObject({ chanceAlone: first.document.open.chanceAlone });
    expect(again.open.chance).toBeGreaterThan(first.document.open.chance);
    expect(again.bestOfTriesByLuck).toBeGreaterThan(first.document.bestOfTriesByLuck);
    const narrow = await lab(withLevel({ from: 29, to: 30, step: 1 }), '--prices', 'made-up', '--sweep');
    expect(narrow.document.cells[1].chance).toBe(again.open.chance);
  });

  test('sweeps: every cell with its rule, the best of all, and what the best of a thousand shuffles shows', async () => {
    const { document } = await lab(
      withLevel({ from: 21, to: 40, step: 1 }),
      '--prices',
      'made-up',
      '--sweep',
    );
    expect(document.cells).toHaveLength(20);
    expect(document.shuffles).toHaveLength(1_000);
    const rates = document.cells.map((cell: { right: number; decided: number }) => cell.right / cell.decided);
    expect(document.best.right / document.best.decided).toBe(Math.max(...rates));
    expect(document.open).toMatchObject({ right: document.best.right, decided: document.best.decided });
    expect(document.best.rule.call[0].level).toBe(document.best.values[0]);
    // At a payout of 100 % half of the signals is enough.
    const pays = ({ right, decided }: { right: number; decided: number }) => right >= decided / 2;
    const found = document.cells.filter(({ halves: [first] }: { halves: [never, never] }) => pays(first));
    const again = found.filter(({ halves: [, second] }: { halves: [never, never] }) => pays(second));
    const swept = put1(withLevel({ from: 21, to: 40, step: 1 }));
    const { out } = await run('lab', swept, '--prices', 'made-up', '--sweep', '--payout', '100');
    expect(found.length).toBeGreaterThan(again.length);
    expect(out).toContain(
      `${found.length} rules paid off in the first half of the days, ${again.length} of them in the second too.`,
    );
  });

  test('opens the seal for a rule, notes it, shows it ever after, and tells later rules that the prices were seen', async () => {
    const name = await importPrices();
    const sealed = (await lab(RSI, '--prices', name)).document;
    expect(sealed).toMatchObject({ sealed: null, prices: { madeUp: false, opened: [], seen: false } });
    const opened = (await lab(RSI, '--prices', name, '--open-seal')).document;
    expect(opened.sealed.signals).toBeGreaterThan(100);
    expect(opened.sealed.from).toBe(opened.prices.sealedFrom);
    expect((await lab(RSI, '--prices', name)).document.sealed).toEqual(opened.sealed);
    const other = (await lab(withLevel(28), '--prices', name)).document;
    expect(other).toMatchObject({
      sealed: null,
      prices: { seen: true, opened: [{ rule: opened.address, tries: 1 }] },
    });
    expect((await run('lab', put1(withLevel(28)), '--prices', name)).out).toContain('but opened before');
    // The same prices under another name, in another file, of another pair, in other bars are the same prices.
    const rows = readFileSync(join(folder, 'EURUSD.csv'), 'utf8');
    const copy = put('copy.csv', rows.replace('volume', 'lots').replaceAll(/,0$/gm, ',1'));
    const taken = await run('import', copy, '--pair', 'EUR/GBP', '--zone', 'UTC', '--name', 'others');
    expect(taken.code, taken.err).toBe(0);
    const hourly = { ...withLevel(28), pair: 'EUR/GBP', bar: '1h' };
    expect((await lab(hourly, '--prices', 'others')).document).toMatchObject({
      tries: 3,
      prices: { seen: true },
    });
  });

  test('reads its journal after a power cut in the middle of a line', async () => {
    await lab(RSI, '--prices', 'made-up', '--open-seal');
    const journals = join(folder, 'data', 'lab');
    appendFileSync(join(journals, readdirSync(journals)[0] as string), '\n{"tried":"pair=EURUS');
    const { document } = await lab(withLevel(20), '--prices', 'made-up');
    expect(document).toMatchObject({ tries: 2, prices: { seen: true } });
    expect((await lab(withLevel(20), '--prices', 'made-up')).document.tries).toBe(2);
  });

  test.each<[string, unknown, string[], number, string]>([
    [
      'a rule that is not understood',
      { ...RSI, bar: '2min' },
      [],
      2,
      'bar must be one of 1min, 5min, 15min, 1h.',
    ],
    ['a range without --sweep', withLevel({ from: 20, to: 30, step: 1 }), [], 2, 'Add --sweep'],
    ['--sweep without a range', RSI, ['--sweep'], 2, 'no range'],
    [
      'the seal for a sweep',
      withLevel({ from: 20, to: 30, step: 1 }),
      ['--sweep', '--open-seal'],
      2,
      'for one rule',
    ],
    ['prices that are not there', RSI, ['--prices', 'nowhere'], 3, 'There is no data set nowhere.'],
    [
      'more problems than can be read',
      {
        ...RSI,
        put: 5,
        ...Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`${at}`.repeat(80), 1])),
      },
      [],
      2,
      'And 896 problems more.',
    ],
    ['a put that is none', { ...RSI, put: 5 }, [], 2, 'put must be "mirror" or a list of 1 to 3 conditions.'],
    [
      'a range of too many values',
      withLevel({ from: 1, to: 41, step: 1 }),
      ['--sweep'],
      2,
      'call.0.level must have 1 to 40 values: change from, to or step.',
    ],
  ])('refuses %s and says what to do', async (_, rule, flags, code, sentence) => {
    const ran = await run('lab', put1(rule), '--prices', 'made-up', ...flags);
    expect(ran.code).toBe(code);
    expect(ran.err).toContain(sentence);
    expect(ran.err.length).toBeLessThan(600);
  });

  test.each<[string, string, string]>([
    ['is no JSON', '{"pair": NaN}', 'is no JSON'],
    ['is nested deeply', '['.repeat(200_000) + ']'.repeat(200_000), 'must be an object with pair'],
    ['holds nothing', '', 'is no JSON'],
  ])('refuses a file that %s', async (_, text, sentence) => {
    const ran = await run('lab', put('rule.json', text), '--prices', 'made-up');
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(sentence)]);
  });

  test('reads a file with the mark that some editors begin it with', async () => {
    const file = put('rule.json', `\ufeff${JSON.stringify(RSI)}`);
    expect((await run('lab', file, '--prices', 'made-up')).code).toBe(0);
  });

  test('refuses prices of another pair', async () => {
    const name = await importPrices();
    const ran = await run('lab', put1({ ...RSI, pair: 'USD/JPY' }), '--prices', name);
    expect([ran.code, ran.err]).toEqual([
      2,
      expect.stringContaining('are of EUR/USD, the rule is for USD/JPY'),
    ]);
  });

  // A program in another language, written from docs/lab.md alone.
  test.skipIf(spawnSync('python3', ['--version']).status !== 0)(
    'gives every figure as an independent program does, for three rules and both parts',
    async () => {
      const name = await importPrices();
      const rules = [
        RSI,
        {
          ...RSI,
          bar: '5min',
          call: [
            { if: 'ema', fast: 5, slow: 13, crosses: 'above' },
            { if: 'hour', from: 7, to: 20 },
          ],
          enterAfterBars: 2,
          expiryBars: 3,
        },
        {
          ...RSI,
          call: [
            { if: 'candles', colour: 'down', run: 3 },
            { if: 'bollinger', length: 20, width: 1.5, band: 'lower', is: 'below' },
            { if: 'body', percent: 40, is: 'above' },
          ],
          expiryBars: 5,
        },
      ];
      for (const rule of rules) {
        const { document } = await lab(rule, '--prices', name, '--open-seal');
        const ran = spawnSync(
          'python3',
          [
            new URL('../../tests/support/lab-counts.py', import.meta.url).pathname,
            join(folder, 'EURUSD.csv'),
            put1(rule),
          ],
          { encoding: 'utf8' },
        );
        expect(ran.stderr).toBe('');
        const counted = JSON.parse(ran.stdout);
        for (const part of ['open', 'sealed']) {
          const { signals, decided, right, ties, skipped, both, bars, later } = document[part];
          const { counts, figures } = counted[part];
          expect({ signals, decided, right, ties, skipped, both, bars, later }).toEqual(counts);
          expect(decided).toBeGreaterThan(50);
          const { rate, perStake, enough, bets, interval, chanceAlone, chance, judgement } = document[part];
          expect({ enough, bets }).toEqual({ enough: figures.enough, bets: figures.bets });
          for (const [ours, theirs] of [
            [rate, figures.rate],
            [perStake, figures.perStake],
            [interval.low, figures.interval.low],
            [interval.high, figures.interval.high],
          ])
            expect(ours).toBeCloseTo(theirs, 9);
          // 1,000 shuffles against all that there are: four standard deviations.
          const off = 4 * Math.sqrt((figures.chance * (1 - figures.chance)) / 1_000) + 0.001;
          expect(Math.abs(chanceAlone - figures.chance)).toBeLessThan(off);
          if (decided < 500) expect([chance, judgement]).toEqual([null, 'too-few']);
          else expect(chance).toBeGreaterThanOrEqual(chanceAlone);
        }
        expect(document.prices.sealedFrom).toBe(counted.sealedFrom);
      }
    },
  );
});
