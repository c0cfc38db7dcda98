import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { apiApp } from '../../../../tests/support/api-app.ts';
import { memoryLog } from '../../../../tests/support/memory-log.ts';
import { testSecret } from '../../../../tests/server/ledger/ledger-support.ts';
import { epochMs } from '../../../core/time/instant.ts';
import { DailyBackups } from '../../start/daily-backups.ts';
import { watchSealedRows } from '../../start/sealed-rows.ts';
import { createDeskFigures } from '../../desk/desk-figures.ts';
import { countSignIns } from '../../auth/sign-in.ts';
import { countWebhookMessages } from '../../alerts/webhook-sender.ts';
import { createWitnessFigures } from '../../ledger/witness-figures.ts';
import { serveMetrics } from './metrics.ts';

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
  const app = apiApp();
  const query = async () => ({ rows: [{ webhooks: 0, browsers: 0, secondFactors: 0 }] });
  const db = { totalCount: 0, idleCount: 0, waitingCount: 0, query } as unknown as Pool;
  const { log } = memoryLog();
  const now = () => epochMs(0);
  const backups = new DailyBackups({ folder: tmpdir(), days: 7, log, now, write: async () => {} });
  const sealed = await watchSealedRows(db, testSecret('a secret of the tests, long enough'), log);
  serveMetrics(app, { metrics: 'public', metricsToken: undefined }, db, {
    deskFigures: createDeskFigures(),
    witnessFigures: createWitnessFigures(['w1']),
    counters: [countSignIns(), countWebhookMessages(), sealed, ...backups.metrics],
    marketStreams: () => 0,
    droppedLogEntries: () => 0,
  });
  const { body } = await app.inject('/metrics');
  await app.close();
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
