import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { madeUpTrades } from '../../../../tests/support/made-up-trades.ts';
import { checkRecord } from '../../../core/check/check-record.ts';
import { moneyCurves } from '../../../core/check/pictures.ts';
import { MoneyFold } from './money-fold.tsx';

test.each([
  ['all were won', 1, 'refund', 0],
  ['all were lost', 0, 'refund', 0],
  ['all were lost or tied, and a tie loses', 0, 'lose', 0],
  ['some were won and some lost', 0.5, 'refund', 1],
] as const)(
  'where %s, the order of losses is judged only where another is possible',
  (_name, chance, ties, sentences) => {
    const trades = madeUpTrades(1, 30, { chance, tieChance: ties === 'lose' ? 0.5 : 0 });
    const options = {
      ties,
      lookedAt: 1,
      bankroll: undefined,
      seed: 1,
      offsetMsAt: () => 0,
      hasOrder: true,
      signals: { unresolved: 0, announcedGales: 0 },
    };
    const curves = moneyCurves(trades, options);
    render(<MoneyFold figures={checkRecord(trades, options)} curves={curves} />);
    // Where all ended alike nothing says how far what a stake brought may be from that.
    expect(screen.queryAllByText(/\(95%/)).toHaveLength(sentences);
    expect(screen.queryAllByText(/In a random order of the same wins and losses/)).toHaveLength(sentences);
  },
);
