import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRowBlock, type RowBlock } from '../../core/price-files/row-block.ts';
import { RawColumns } from './raw-columns.ts';

function block(from: number, length: number): RowBlock {
  const made = createRowBlock(length);
  made.length = length;
  for (let row = 0; row < length; row += 1) {
    made.timeMs[row] = 1.5e12 + from + row;
    made.open[row] = from + row;
    made.high[row] = -(from + row);
    made.low[row] = 7;
    made.close[row] = row;
    made.flags[row] = row % 2;
  }
  return made;
}

it('gives back what was appended', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pipcast-raw-'));
  const raw = new RawColumns(folder);
  for (let part = 0; part < 4; part += 1) raw.append(block(part * 50_000, 50_000));
  let rows = 0;
  const wrong: number[] = [];
  for (const { firstRow, block: read } of raw.blocks()) {
    expect(firstRow).toBe(rows);
    for (let row = 0; row < read.length; row += 1) {
      const at = rows + row;
      const same =
        read.timeMs[row] === 1.5e12 + at &&
        read.open[row] === at &&
        read.high[row] === -at &&
        read.low[row] === 7 &&
        read.close[row] === at % 50_000 &&
        read.flags[row] === at % 2;
      if (!same) wrong.push(at);
    }
    rows += read.length;
  }
  expect(wrong).toEqual([]);
  expect(rows).toBe(200_000);
  raw.close();
  rmSync(folder, { recursive: true });
});
