/** `npm run check`: the quick checks that only read files. `npm test` runs them too, and every test. */
import { availableParallelism } from 'node:os';
import { Report } from './checks/report.mjs';
import { runCommand } from './checks/run-command.mjs';
import { runInParallel } from './checks/run-in-parallel.mjs';
import { staticChecks } from './checks/static-checks.mjs';

const report = new Report();
const tasks = staticChecks({ built: false }).map((check) => async () => {
  const outcome = await runCommand(check);
  report.add(check.name, { ...outcome, passed: outcome.ok ? 1 : 0, failed: outcome.ok ? 0 : 1 });
});
await runInParallel(tasks, availableParallelism());
report.close();
