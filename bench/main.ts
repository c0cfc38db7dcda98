import { checkBench } from './check-bench.ts';
import { clusterBench } from './cluster-bench.ts';
import type { Figure } from './figure.ts';
import { labBench } from './lab-bench.ts';
import { lateEntriesBench } from './late-entries-bench.ts';
import { webBench } from './web-bench.ts';

/** Each gives its figures as they are measured: what was measured before a part fails is printed. */
const BENCHES: Readonly<Record<string, () => AsyncIterable<Figure>>> = {
  web: webBench,
  late: lateEntriesBench,
  check: checkBench,
  lab: labBench,
  cluster: clusterBench,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => BENCHES[name] === undefined);
if (unknown.length > 0) {
  console.error(
    `unknown: ${unknown.join(', ')}. Known: ${Object.keys(BENCHES).join(', ')}. Without a name all of them run.`,
  );
  process.exit(2);
}

let missed = 0;
for (const [name, bench] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  for await (const figure of bench()) {
    console.log(JSON.stringify(figure));
    if (figure.within === false) missed += 1;
  }
}
if (missed > 0) console.error(`${missed} figures missed their budget.`);
process.exitCode = missed > 0 ? 1 : 0;
