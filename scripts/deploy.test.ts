import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { configVariables } from '../src/server/platform/config-variables.ts';
import { CONNECTIONS_OF_A_COMMAND, CONNECTIONS_OF_A_NODE } from '../src/server/db/database-pool.ts';

interface ComposeService {
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { ipam: { config: { subnet: string }[] } }>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const run = (file: string, ...args: string[]) => spawnSync(file, args, { cwd: ROOT, encoding: 'utf8' });
const isInstalled = (file: string) => run(file, '--version').status === 0;

test.runIf(isInstalled('systemd-analyze'))(
  'the systemd unit is sound, and its exposure 1.5 of 10 at most',
  () => {
    const security = run(
      'systemd-analyze',
      'security',
      '--offline=yes',
      '--threshold=15',
      '--no-pager',
      'deploy/pipcast.service',
    );
    expect(security.stdout).toContain('Overall exposure level for pipcast.service');
    expect(security.status).toBe(0);
    const verify = run('systemd-analyze', 'verify', 'deploy/pipcast.service');
    // The account and the program need not be here.
    expect(verify.stderr.split('\n').filter((line) => /Unknown|Failed to parse|Invalid/.test(line))).toEqual(
      [],
    );
  },
);

const KUBERNETES = readdirSync(new URL('../deploy/kubernetes', import.meta.url)).map(
  (name) => `deploy/kubernetes/${name}`,
);
const MANIFESTS = KUBERNETES.map((file) => parse(read(file)));

/** The manifest of a kind, whatever it holds: a field that is not there fails the test that reads it. */
function manifest(kind: string) {
  const found = MANIFESTS.filter((each) => each.kind === kind);
  expect(found, kind).toHaveLength(1);
  return found[0];
}

/** The settings that the files name, in any of their ways. */
const SETTINGS = /\b(?:PIPCAST_[A-Z_]+|HOST|PORT|FEED|DATABASE_URL)(?==|:|$)/gm;

test('the container files, the compose file and the manifests name settings that there are, and the version that is here', () => {
  const text = [
    'deploy/Containerfile',
    'deploy/compose.yaml',
    'deploy/kubernetes/kustomization.yaml',
    'deploy/kubernetes/deployment.yaml',
  ]
    .map(read)
    .join('\n');
  const settings = [...text.matchAll(SETTINGS)].map(([name]) => name);
  expect(settings).toEqual(expect.arrayContaining(['PIPCAST_PUBLIC_URL', 'PIPCAST_AUTH_SECRET', 'FEED']));
  const known = read('docs/configuration.md');
  expect(settings.filter((name) => !known.includes(`| \`${name}\` |`))).toEqual([]);
  const versions = [...text.matchAll(/(?:VERSION[=:] ?|newTag: |pipcast:)(\d[\w.]*\d)/g)].map(
    ([, version]) => version,
  );
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(versions).toEqual(Array.from({ length: 6 }, () => version));
});

test('the compose file runs equal servers on one database, behind a proxy that knows each and is believed', () => {
  const { services, networks, volumes } = parse(read('deploy/compose.yaml'), { merge: true }) as Compose;
  const nodes = Object.keys(services).filter((name) => name.startsWith('node'));
  expect(nodes).toHaveLength(3);
  const upstreams = /reverse_proxy (.*) \{/.exec(read('deploy/Caddyfile'))?.[1];
  expect(upstreams).toBe(nodes.map((name) => `${name}:3000`).join(' '));
  expect(read('deploy/Caddyfile')).toContain('health_uri /readyz');
  for (const name of nodes) {
    const node = services[name] as ComposeService;
    // One of them writes the backups.
    const { PIPCAST_BACKUP, PIPCAST_BACKUP_FOLDER, ...environment } = node.environment;
    const isFirst = name === 'node1';
    expect({ ...node, environment, volumes: [] }).toEqual({ ...services['node2'], volumes: [] });
    expect(node.volumes).toEqual([`${name}:/var/lib/pipcast`, ...(isFirst ? ['backups:/backups'] : [])]);
    expect([PIPCAST_BACKUP, PIPCAST_BACKUP_FOLDER]).toEqual(
      isFirst ? ['daily', '/backups'] : [undefined, undefined],
    );
    expect(node.read_only).toBe(true);
    expect(node.cap_drop).toEqual(['ALL']);
    expect(node.environment['PIPCAST_TRUSTED_PROXIES']).toBe(networks['default']?.ipam.config[0]?.subnet);
    expect(node.environment['DATABASE_URL']).toContain('@database:5432/');
  }
  const used = Object.values(services).flatMap((service) => service.volumes);
  for (const volume of Object.keys(volumes))
    expect(used.some((each) => each.startsWith(`${volume}:`))).toBe(true);
});

test('the manifests belong together: names, labels and ports of one are those of the others, and no secret is in them', () => {
  const { resources } = manifest('Kustomization');
  expect(KUBERNETES.map((file) => file.replace(/.*\//, '')).toSorted()).toEqual(
    ['kustomization.yaml', ...resources].toSorted(),
  );
  const { name, spec } = { ...manifest('Deployment').metadata, spec: manifest('Deployment').spec };
  const { labels } = spec.template.metadata;
  const [container] = spec.template.spec.containers;
  const ports = container.ports.map((port: { name: string }) => port.name);
  expect(spec.selector.matchLabels).toEqual(labels);
  expect(manifest('Service').spec.selector).toEqual(labels);
  expect(ports).toContain(manifest('Service').spec.ports[0].targetPort);
  expect(manifest('NetworkPolicy').spec.podSelector.matchLabels).toEqual(labels);
  expect(ports).toContain(manifest('NetworkPolicy').spec.ingress[0].ports[0].port);
  expect(manifest('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
  expect(manifest('HorizontalPodAutoscaler').spec.scaleTargetRef).toMatchObject({ kind: 'Deployment', name });
  const [rule] = manifest('Ingress').spec.rules;
  expect(manifest('Ingress').spec.tls[0].hosts).toEqual([rule.host]);
  expect(rule.http.paths[0].backend.service.name).toBe(manifest('Service').metadata.name);
  expect(MANIFESTS.map(({ kind }) => kind)).not.toContain('Secret');
  for (const { value, valueFrom } of container.env) {
    expect(value).toBeUndefined();
    expect(valueFrom.secretKeyRef.name).toBe('pipcast');
  }
});

test('a pod is no root, writes into its volumes alone, and is asked at addresses that the server has', () => {
  const { spec } = manifest('Deployment').spec.template;
  const [container] = spec.containers;
  expect(spec.securityContext).toMatchObject({
    runAsNonRoot: true,
    seccompProfile: { type: 'RuntimeDefault' },
  });
  expect(read('deploy/Containerfile')).toContain(`--uid ${spec.securityContext.runAsUser} `);
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  const mounted = container.volumeMounts.map((mount: { mountPath: string }) => mount.mountPath);
  expect(mounted).toEqual(['/tmp', /PIPCAST_DATA_DIR=(\S+)/.exec(read('deploy/Containerfile'))?.[1]]);
  expect(read('deploy/Containerfile')).toContain(`PORT=${container.ports[0].containerPort} `);
  const served = read('src/server/routes/site/health.ts') + read('src/server/routes/site/pages.ts');
  for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe])
    expect(served).toContain(`'${probe.httpGet.path}'`);
  // Without a database it has to live on.
  expect(container.livenessProbe.httpGet.path).not.toMatch(/readyz|healthz/);
});

test('a pod has the time that a stop takes, and as many as there may be, and those of npm run cluster, fit under the connections of PostgreSQL', () => {
  const { spec, strategy } = {
    ...manifest('Deployment').spec,
    spec: manifest('Deployment').spec.template.spec,
  };
  const source = read('src/server/start/start-server.ts') + read('src/server/routes/site/connections.ts');
  const seconds = (constant: string) =>
    Number(new RegExp(`${constant} = ([\\d_]+)`).exec(source)?.[1]?.replaceAll('_', '')) / 1000;
  const [, preStop] = spec.containers[0].lifecycle.preStop.exec.command;
  const takes = Number(preStop) + seconds('DRAIN_NOTICE_MS') + seconds('DRAIN_MS');
  expect(takes).toBeGreaterThan(10);
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(takes + 5);

  const { maxReplicas, minReplicas, metrics } = manifest('HorizontalPodAutoscaler').spec;
  const servers = maxReplicas + strategy.rollingUpdate.maxSurge;
  expect(CONNECTIONS_OF_A_NODE * (servers + 1) + 3).toBeLessThanOrEqual(100);
  const embedded = Number(/max_connections: '(\d+)'/.exec(read('src/server/db/join-cluster.ts'))?.[1]);
  const [, numbers = ''] = /NUMBERS = \[([^\]]+)/.exec(read('scripts/cluster.mjs')) ?? [];
  expect(embedded).toBeGreaterThanOrEqual(
    CONNECTIONS_OF_A_NODE * numbers.split(',').length + CONNECTIONS_OF_A_COMMAND + 3,
  );
  expect(minReplicas).toBeGreaterThan(manifest('PodDisruptionBudget').spec.maxUnavailable);
  // The streams of a server that ends fit on the others.
  const { averageValue } = metrics[0].pods.target;
  expect((averageValue * minReplicas) / (minReplicas - 1)).toBeLessThan(
    Number(configVariables.streams.default),
  );
});

test.runIf(run('kubectl', 'kustomize', '--help').status === 0)('kustomize builds the manifests', () => {
  const built = run('kubectl', 'kustomize', 'deploy/kubernetes');
  expect(built.stderr).toBe('');
  const kinds = parseAllDocuments(built.stdout).map((document) => (document.toJS() as { kind: string }).kind);
  expect(kinds.toSorted()).toEqual([
    'ConfigMap',
    'Deployment',
    'HorizontalPodAutoscaler',
    'Ingress',
    'NetworkPolicy',
    'PodDisruptionBudget',
    'Service',
  ]);
  expect(built.stdout).not.toMatch(/image: pipcast$/m);
});

test.runIf(isInstalled('promtool'))('Prometheus takes the rules', () => {
  expect(run('promtool', 'check', 'rules', 'deploy/prometheus-rules.yml')).toMatchObject({ status: 0 });
});
