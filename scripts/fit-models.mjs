/**
 * `node scripts/fit-models.mjs`: fits the models that ship with the product, src/server/market/models/<timeframe>.json, again on
 * all history in the data folder (PIPCAST_DATA_DIR); after the engine has changed, say. A timeframe that has too little
 * history gets none. Weights are made of millions of prices and hold none of them.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './ready/paths.mjs';
import { runNode } from './ready/run-program.mjs';

const MODELS = join(ROOT, 'src/server/market/models');
const TIMEFRAMES = ['5s', '10s', '15s', '30s', '1min'];

const listed = await pipcast(['import', '--list', '--json']);
if (!listed.ok) fail(listed.output);
/** @type {{ name: string, kind: string }[]} */
const datasets = JSON.parse(listed.output).datasets;
if (datasets.length === 0) fail('There is no history to fit on. Import some first: npx pipcast import FILE');

for (const file of readdirSync(MODELS)) if (file.endsWith('.json')) rmSync(join(MODELS, file));
for (const timeframe of TIMEFRAMES) {
  const names = datasets
    .filter(({ kind }) => timeframe === '1min' || kind === 'ticks')
    .map(({ name }) => name);
  if (names.length === 0) continue;
  const file = join(MODELS, `${timeframe}.json`);
  const options = ['--score', names.join(','), '--timeframe', timeframe, '--save-model', file];
  const { ok, output } = await pipcast(['evaluate', ...options]);
  if (!ok) {
    console.log(`${timeframe}: ${output}`);
    continue;
  }
  const { curve, fitted } = JSON.parse(readFileSync(file, 'utf8'));
  // A model that may claim nothing would be silent for good; without it the engine learns from the prices that come.
  if (curve.cap <= 0.5) rmSync(file);
  const result =
    curve.cap > 0.5
      ? `claims up to ${(curve.cap * 100).toFixed(1)} %`
      : 'can claim nothing, so it is not kept';
  console.log(`${timeframe}: fitted on ${fitted.decisions} decisions, ${result}`);
}
const formatted = await runNode([
  join(ROOT, 'node_modules/@biomejs/biome/bin/biome'),
  'format',
  '--write',
  MODELS,
]);
if (!formatted.ok) fail(formatted.output);

/** @param {string[]} args */
function pipcast(args) {
  return runNode([join(ROOT, 'node_modules/tsx/dist/cli.mjs'), join(ROOT, 'src/operator/main.ts'), ...args]);
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}
