/** `npm run check`: the quick checks that only read files. `npm test` runs them too, and every test. */
import { availableParallelism } from 'node:os';
import { Report } from './checks/report.mjs';
import { runInParallel } from './checks/run-in-parallel.mjs';
import { staticChecks } from './checks/static-checks.mjs';

const report = new Report();
await runInParallel(staticChecks(report, { built: false }), availableParallelism());
report.close();
