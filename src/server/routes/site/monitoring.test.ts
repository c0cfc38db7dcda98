import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../../../tests/support/start-test-server.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { createTestDatabase } from '../../../../tests/support/test-database.ts';
import { cosignerKeyText } from '../../../core/log/cosignature.ts';
import { sha256 } from '../../ledger/ed25519.ts';
import { openWitnessKey } from '../../../operator/witness/witness-key.ts';

const read = (file: string) => readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
const RULES = read('deploy/prometheus-rules.yml');

/** What Prometheus or the rules themselves make. */
const MADE = ['up', 'pipcast:market_open'];

/** The names in an expression that are no functions, labels or their values. */
function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|\[\w+\]|\b(?:by|on) ?\([^)]*\)|\b\d\w*/g, ' ');
  const names = [...bare.matchAll(/[a-z_][\w:]*(?!\w*\s*\()/g)].map(([name]) => name);
  return names.filter((name) => !['and', 'or', 'bool', 'offset'].includes(name));
}

test('every metric of the alerts and the dashboard is in /metrics', async () => {
  const database = await createTestDatabase();
  const folder = makeTemporaryFolder();
  const policy = join(folder, 'policy.txt');
  const { verifier } = openWitnessKey(join(folder, 'witness.key'), 'w1.example.com');
  const key = cosignerKeyText(sha256, verifier);
  writeFileSync(policy, `witness w1 ${key} http://127.0.0.1:9\ngroup all all w1\nquorum all\n`);
  const server = await startTestServer({
    PORT: '0',
    FEED: 'synthetic',
    PIPCAST_DATA_DIR: folder,
    DATABASE_URL: database.url,
    PIPCAST_BACKUP: 'daily',
    PIPCAST_WITNESS_POLICY: policy,
  });
  onTestFinished(async () => {
    await server.stop();
    await database.drop();
    await removeTemporaryFolder(folder);
  });
  const body = await (await fetch(`${server.origin}/metrics`)).text();
  const shown = [...body.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
  const dashboard = JSON.parse(read('deploy/grafana-dashboard.json')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const asked = [
    ...[...RULES.matchAll(/expr: ((?:>-\n(?: {10}.*\n)+)|.*)/g)].map(([, text = '']) =>
      text.replace('>-', ''),
    ),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ].flatMap(metricsIn);
  const [, scaledBy = ''] = /metric: \{ name: (\w+) \}/.exec(read('deploy/kubernetes/autoscaler.yaml')) ?? [];
  asked.push(scaledBy);
  expect(asked).toContain('pipcast_ledger_append_seconds_bucket');
  expect(asked.length).toBeGreaterThan(30);
  expect(asked.filter((name) => ![...shown, ...MADE].includes(name))).toEqual([]);
});

test('docs/operating.md says what each alert means', () => {
  const alerts = [...RULES.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const documented = [...read('docs/operating.md').matchAll(/^\| `(Pipcast\w+)` \|/gm)].map(
    ([, name]) => name,
  );
  expect(documented).toEqual(alerts);
});
