// Runs the built product's evaluation on a data folder and reports how long it took and the most memory it needed.
import { evaluateHistory } from '../../dist/operator/evaluate/evaluate-history.js';
import { decisions } from '../../dist/operator/evaluate/evaluation-document.js';
import { listDatasets, readDataset } from '../../dist/server/datasets/dataset-store.js';

const [dataDir, fitted] = process.argv.slice(2);
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
process.send({
  seconds: (performance.now() - started) / 1000,
  scored: decisions(evaluation),
  atRestMegabytes: atRestBytes / 1e6,
  peakMegabytes: (process.resourceUsage().maxRSS * 1024) / 1e6,
});
