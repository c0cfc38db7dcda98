import { expect, it } from 'vitest';
import { claimed } from '../../../core/check/reading/claims/claim.ts';
import { reportRows } from './report-rows.ts';

it('writes a row for each trade, and no markup of a cell', () => {
  const [trade] = claimed({ won: 1, lost: 0, tied: 0 }, 0.8).trades;
  if (trade === undefined) throw new Error('no trade');
  const rows = reportRows([{ ...trade, pair: '<img src=x onerror="a">&' }], ['Time']);
  expect(rows).toContain(
    '<tr><td></td><td>&lt;img src=x onerror=&quot;a&quot;&gt;&amp;</td><td></td><td></td><td>1</td><td>80%</td><td>won</td><td>0.8</td></tr>',
  );
});
