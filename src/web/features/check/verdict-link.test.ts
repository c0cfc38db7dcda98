import { describe, expect, it, test } from 'vitest';
import { CLAIM_OPTIONS, claimedFigures, whole } from '../../../../tests/support/claimed-figures.ts';
import { madeUpTrades } from '../../../../tests/support/made-up-trades.ts';
import { checkRecord } from '../../../core/check/check-record.ts';
import { verdictFragment, verdictOfFragment } from './verdict-link.ts';
import { verdictOf } from '../../../core/check/verdict-texts.ts';
import { WRITING } from './writing.ts';

test.each([
  [37, 60, 0.8, '20'],
  [164, 200, 0.25, '1'],
  [120, 500, 4, '1000'],
  [95, 100, 0.92, '5'],
] as const)('%d of %d at %d, sent, is the same verdict', (won, of, payout, lookedAt) => {
  const figures = claimedFigures(won, of, payout);
  const sent = verdictOfFragment(verdictFragment(figures, lookedAt, 'record') ?? '');
  expect(sent).toMatchObject({ won, of, lookedAt, kind: 'record' });
  const received = claimedFigures(sent?.won ?? 0, sent?.of ?? 0, (sent?.payoutPercent ?? 0) / 100);
  expect(verdictOf(received, whole(Number(lookedAt)), WRITING)).toEqual(
    verdictOf(figures, whole(Number(lookedAt)), WRITING),
  );
});

it('makes no link of a verdict that its numbers alone do not hold', () => {
  expect(
    verdictFragment(claimedFigures(37, 37, 0.8, { unresolved: 23, announcedGales: 0 }), '1', 'record'),
  ).toBe(undefined);
  expect(
    verdictFragment(claimedFigures(88, 100, 0.8, { unresolved: 0, announcedGales: 2 }), '1', 'record'),
  ).toBe(undefined);
});

it('says in the link that near-even payouts are odds', () => {
  const odds = { unresolved: 0, announcedGales: 0, paysByChance: true };
  const figures = claimedFigures(236, 400, 0.7, odds);
  const sent = verdictOfFragment(verdictFragment(figures, '1', 'record') ?? '');
  expect(sent).toMatchObject({ won: 236, of: 400, payoutPercent: 70, paysByChance: true });
});

it('makes no link of odds whose mean judges otherwise than each of them', () => {
  const uneven = (won: number) =>
    checkRecord(
      madeUpTrades(1, 40, { tieChance: 0 }).map((trade, at) => ({
        ...trade,
        outcome: at < won ? ('won' as const) : ('lost' as const),
        payout: at % 2 === 0 ? 0.2 : 9,
      })),
      CLAIM_OPTIONS,
    );
  expect(verdictFragment(uneven(19), '1', 'record')).toBe(
    '#won=19&of=40&payout=114.2857&k=1&kind=record&pays=odds',
  );
  expect(verdictFragment(uneven(26), '1', 'record')).toBe(undefined);
});

it('makes no link of a verdict on money', () => {
  const far = claimedFigures(50, 100, 4);
  if (far.judgement === null) throw new Error('not judged');
  const { judgement } = claimedFigures(70, 100, 0.8);
  const byMoney = {
    ...far,
    judgement: { ...far.judgement, ...judgement, against: 'break-even' as const, p: 0.2 },
  };
  expect(verdictFragment(byMoney, '1', 'record')).toBe(undefined);
});

describe('a fragment', () => {
  it.each([
    '',
    '#won=61&of=60&payout=80&k=1&kind=record',
    '#won=-1&of=60&payout=80&k=1&kind=record',
    '#won=1.5&of=60&payout=80&k=1&kind=record',
    '#won=37&of=0&payout=80&k=1&kind=record',
    '#won=37&of=1000001&payout=80&k=1&kind=record',
    '#won=37&of=60&payout=0&k=1&kind=record',
    '#won=37&of=60&payout=1e3&k=1&kind=record',
    '#won=37&of=60&payout=80&k=2&kind=record',
    '#won=37&of=60&payout=80&k=1&kind=proof',
  ])('%s is no verdict', (fragment) => {
    expect(verdictOfFragment(fragment)).toBe(undefined);
  });
});
