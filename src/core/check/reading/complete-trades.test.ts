import { expect, it } from 'vitest';
import { seededRandom } from '../../../../tests/support/seeded-random.ts';
import { judged } from '../judgement.ts';
import { judgeLuck } from '../luck.ts';
import { fixedClock } from '../../time/wall-clock.ts';
import { tradesTextReader } from './read-trades.ts';

/** Fair trades of one of three sizes, written as a journal with what each brought. */
function* journals(
  records: number,
  { win, loss, sizes }: Record<'win' | 'loss', number> & { sizes: number[] },
) {
  const random = seededRandom(24);
  const share = (): number => random() / 2 ** 32;
  for (let record = 0; record < records; record += 1)
    yield Array.from({ length: 60 }, (_, at) => {
      const size = sizes[Math.floor(share() * sizes.length)] as number;
      const isWon = share() < loss / (win + loss);
      const time = new Date(Date.UTC(2026, 2, 2) + at * 3_600_000).toISOString().slice(0, 19);
      return {
        time,
        size,
        pips: isWon ? win : -loss,
        profit: (size * 10 * (isWon ? win : -loss)).toFixed(2),
      };
    });
}

const read = (text: string) => tradesTextReader(text)({ payout: 0.8, clock: fixedClock('UTC', 0) });
const judgedAs = (text: string) => {
  const { trades, signals } = read(text);
  return judged(trades, trades.filter(({ outcome }) => outcome === 'won').length, signals);
};

const GAMES = [
  { win: 45, loss: 45, sizes: [0.1, 0.3, 1] },
  { win: 50, loss: 20, sizes: [0.1, 0.2, 0.5] },
];

it.each(GAMES)(
  'calls few records of luck hard to explain where sizes vary and none is said: $win to $loss',
  (game) => {
    let hard = 0;
    for (const rows of journals(120, game)) {
      const { p } = judgedAs(
        ['Time,Profit', ...rows.map(({ time, profit }) => `${time},${profit}`)].join('\n'),
      );
      if (judgeLuck(p) === 'hard') hard += 1;
    }
    expect(hard).toBeLessThanOrEqual(1);
  },
);

it.each(GAMES)(
  'takes what a trade pays from its profit for each lot, or from its pips: $win to $loss',
  (game) => {
    const [rows = []] = journals(1, game);
    const ofLots = judgedAs(
      ['Time,Lots,Profit', ...rows.map(({ time, size, profit }) => `${time},${size},${profit}`)].join('\n'),
    );
    const ofPips = judgedAs(
      ['Time,Pips,Profit', ...rows.map(({ time, pips, profit }) => `${time},${pips},${profit}`)].join('\n'),
    );
    expect(ofLots.chance).toBeCloseTo(game.loss / (game.win + game.loss), 9);
    expect(ofPips.chance).toBeCloseTo(game.loss / (game.win + game.loss), 9);
  },
);

it('assumes the payout where nothing that was lost is known', () => {
  const rows = Array.from({ length: 30 }, (_, at) => `2026-03-02T${String(at % 24).padStart(2, '0')}:00,8.5`);
  expect(read(['Time,Profit', ...rows].join('\n')).signals.assumesPayout).toBe(true);
});

it('says no money of trades whose source has words alone, ties among them', () => {
  const { signals } = read(
    'Date,Pair,Result\n2026-03-02,EURUSD,Win\n2026-03-03,EURUSD,Loss\n2026-03-04,EURUSD,Draw',
  );
  expect(signals.saysMoney).toBe(false);
});
