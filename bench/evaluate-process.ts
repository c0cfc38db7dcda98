/** Evaluates a data folder and reports how long it took and the most memory it needed. */
import { evaluateHistory } from '../src/operator/evaluate/evaluate-history.ts';
import { decisions } from '../src/operator/evaluate/evaluation-document.ts';
import { listDatasets, readDataset } from '../src/server/market/dataset-store.ts';

const [dataDir = '', fitted] = process.argv.slice(2);
const sets = await listDatasets(dataDir);
const atRestBytes = process.memoryUsage().rss;
const started = performance.now();
const evaluation = await evaluateHistory({
  fit: sets.filter(({ name }) => name === fitted),
  score: sets.filter(({ name }) => name !== fitted),
  timeframe: undefined,
  payout: 0.8,
  read: (name) => readDataset(dataDir, name),
});
process.send?.({
  seconds: (performance.now() - started) / 1000,
  scored: decisions(evaluation),
  atRestMegabytes: atRestBytes / 1e6,
  peakMegabytes: (process.resourceUsage().maxRSS * 1024) / 1e6,
});
