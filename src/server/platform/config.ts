import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Brand, Contact } from '../../core/wire/public-config.ts';
import { PROJECT_ROOT } from './project-files.ts';
import { CONFIG_VARIABLES, type ConfigVariable, configVariables } from './config-variables.ts';
import { isLoopback } from './loopback.ts';
import { nearestName } from './nearest-name.ts';

export interface Config {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Absolute path. */
  readonly dataDir: string;
  /** An external PostgreSQL instead of the embedded one. Holds a password: never log it. */
  readonly databaseUrl: string | undefined;
  /** The same database as the role that owns the tables; it migrates, and nothing else. */
  readonly databaseOwnerUrl: string | undefined;
  /** Shared by servers on one database; undefined: each keeps its own in `dataDir`. Never log it. */
  readonly authSecret: string | undefined;
  readonly signup: 'closed' | 'open';
  /** Days from the sign-in to the end of a session. */
  readonly sessionDays: number;
  /** Whether an admin may act without a second factor. */
  readonly adminSecondFactor: 'optional' | 'required';
  /** A hosted project instead of the embedded auth server; `url` is an origin without a trailing slash. */
  readonly hosted: { readonly url: string; readonly anonKey: string } | undefined;
  /** Origin that browsers use, e.g. https://signals.example.com. */
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly rateLimit: 'on' | 'off';
  /** The most connections that this node takes, and the most of them that may be market streams. */
  readonly connections: number;
  readonly streams: number;
  /** The most connections that one network may have open; trusted proxies may have any number. */
  readonly connectionsPerNetwork: number;
  readonly metrics: 'loopback' | 'off' | 'public';
  /** Opens the metrics to other computers that send it. Never log it. */
  readonly metricsToken: string | undefined;
  readonly apiDocs: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug';
  readonly feed: FeedConfig;
  /** Whether this node may run the desk. */
  readonly desk: 'auto' | 'never';
  /** Who may read the record of market signals. */
  readonly record: 'signed-in' | 'public';
  /** Who may fetch whole days of prices, to hold a track record against them. */
  readonly prices: 'signed-in' | 'public' | 'off';
  /** Where webhooks may go beside the public Internet: host names, addresses and ranges. */
  readonly webhookAllow: readonly string[];
  /** Domains of push services beside the known ones. */
  readonly pushServices: readonly string[];
  /** Origin of a push service of a test. */
  readonly testPushService: string | undefined;
  /** Absolute path of the policy of witnesses; undefined: none are asked. */
  readonly witnessPolicy: string | undefined;
  /** Absolute path of the operator's icon; undefined: the product's own. */
  readonly brandIcon: string | undefined;
  readonly brand: Brand;
  readonly contact: Contact;
}

/** Where market prices come from. */
export type FeedConfig =
  | { readonly kind: 'auto' | 'kraken' | 'deriv' | 'off' }
  /** The token is a secret: never log it. */
  | { readonly kind: 'oanda'; readonly token: string; readonly accountId: string }
  | { readonly kind: 'replay'; readonly datasets: readonly string[]; readonly speed: number }
  | { readonly kind: 'synthetic'; readonly seed: number };

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that the server cannot start with; the message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The process environment completed by `.env` of the project's folder, if there is one; real variables win. */
export function readEnvironment(real: Environment = process.env, root = PROJECT_ROOT): Environment {
  const file = resolve(root, '.env');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return real;
    throw new ConfigError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  return { ...parseEnv(text), ...real };
}

/** The settings as typed values; throws ConfigError for the first bad one. Without an argument, reads `.env` too. */
export function loadConfig(env: Environment = readEnvironment()): Config {
  refuseUnknown(env);
  const v = configVariables;
  const host = required(env, v.host);
  const contact = {
    phone: required(env, v.phone),
    brokerUrl: required(env, v.brokerUrl),
    videosUrl: required(env, v.videosUrl),
    communityUrl: required(env, v.communityUrl),
  };
  const dataDir = required(env, v.dataDir);
  const witnessPolicy = optional(env, v.witnessPolicy);
  const brandIcon = optional(env, v.brandIcon);
  const publicUrl = optional(env, v.publicUrl);
  const trustedProxies = optional(env, v.trustedProxies) ?? [];
  return {
    host,
    port: required(env, v.port),
    dataDir: isAbsolute(dataDir) ? resolve(dataDir) : resolve(PROJECT_ROOT, dataDir),
    databaseUrl: optional(env, v.databaseUrl),
    databaseOwnerUrl: optional(env, v.databaseOwnerUrl),
    authSecret: optional(env, v.authSecret),
    signup: required(env, v.signup),
    sessionDays: required(env, v.sessionDays),
    adminSecondFactor: required(env, v.adminSecondFactor),
    hosted: hostedProject(env),
    connections: required(env, v.connections),
    streams: required(env, v.streams),
    connectionsPerNetwork: required(env, v.connectionsPerNetwork),
    publicUrl,
    trustedProxies,
    rateLimit: rateLimit(env, { host, publicUrl, trustedProxies }),
    metrics: required(env, v.metrics),
    metricsToken: optional(env, v.metricsToken),
    apiDocs: required(env, v.apiDocs) === 'on',
    logLevel: required(env, v.logLevel),
    feed: feed(env),
    desk: required(env, v.desk),
    record: required(env, v.record),
    prices: required(env, v.prices),
    webhookAllow: optional(env, v.webhookAllow) ?? [],
    pushServices: optional(env, v.pushServices) ?? [],
    testPushService: optional(env, v.testPushService),
    witnessPolicy: witnessPolicy === undefined ? undefined : resolve(PROJECT_ROOT, witnessPolicy),
    brandIcon: brandIcon === undefined ? undefined : resolve(PROJECT_ROOT, brandIcon),
    brand: { name: required(env, v.brandName) },
    contact,
  };
}

/** The variables whose contact value is a reserved example: example.com and its like, or a 555-01xx number. */
export function exampleContactVariables(contact: Contact): string[] {
  const isExampleLink = (link: string) => /(^|\.)example(\.(com|net|org))?$/.test(new URL(link).hostname);
  const names: string[] = [];
  if (/55501\d\d$/.test(contact.phone.replace(/\D/g, ''))) names.push(configVariables.phone.name);
  if (isExampleLink(contact.brokerUrl)) names.push(configVariables.brokerUrl.name);
  if (isExampleLink(contact.videosUrl)) names.push(configVariables.videosUrl.name);
  if (isExampleLink(contact.communityUrl)) names.push(configVariables.communityUrl.name);
  return names;
}

function optional<T>(env: Environment, variable: ConfigVariable<T>): T | undefined {
  // An empty value counts as unset: compose files and shells pass unset variables on like that.
  const text = env[variable.name]?.trim() || variable.default;
  if (text === undefined) return undefined;
  const result = variable.schema.safeParse(text);
  if (result.success) return result.data;
  const shown = variable.secret ? '' : ` is ${JSON.stringify(shorten(text))} but`;
  throw new ConfigError(
    `${variable.name}${shown} ${result.error.issues[0]?.message ?? 'is not valid'}. ${exampleOf(variable)}`,
  );
}

function required<T>(env: Environment, variable: ConfigVariable<T>): T {
  const value = optional(env, variable);
  if (value === undefined) throw new ConfigError(`${variable.name} must be set. ${exampleOf(variable)}`);
  return value;
}

function hostedProject(env: Environment): Config['hosted'] {
  const { hostedUrl, hostedAnonKey } = configVariables;
  const url = optional(env, hostedUrl);
  const anonKey = optional(env, hostedAnonKey);
  if (url === undefined && anonKey === undefined) return undefined;
  if (url !== undefined && anonKey !== undefined) {
    const { protocol, hostname } = new URL(url);
    if (protocol === 'https:' || isLoopback(hostname)) return { url, anonKey };
    throw new ConfigError(
      `${hostedUrl.name} is ${JSON.stringify(url)} but must start with https:// unless the project is on this computer: ` +
        `passwords and tokens would cross the network in the clear. ${exampleOf(hostedUrl)}`,
    );
  }
  const [present, missing] = url === undefined ? [hostedAnonKey, hostedUrl] : [hostedUrl, hostedAnonKey];
  throw new ConfigError(
    `${missing.name} must be set when ${present.name} is: set both or neither. ${exampleOf(missing)}`,
  );
}

function rateLimit(env: Environment, site: Parameters<typeof isLocalOnly>[0]): Config['rateLimit'] {
  const value = required(env, configVariables.rateLimit);
  if (value === 'off' && !isLocalOnly(site)) {
    const why = isLoopback(site.host)
      ? 'PIPCAST_PUBLIC_URL or PIPCAST_TRUSTED_PROXIES is set'
      : `HOST (${site.host}) can be reached from other computers`;
    throw new ConfigError(
      `PIPCAST_RATE_LIMIT is "off" but must be on when ${why}. ${exampleOf(configVariables.rateLimit)}`,
    );
  }
  return value;
}

/** Whether only this computer can reach the server: no outside address, and no reverse proxy in front either. */
export function isLocalOnly({
  host,
  publicUrl,
  trustedProxies,
}: Pick<Config, 'host' | 'publicUrl' | 'trustedProxies'>): boolean {
  return isLoopback(host) && publicUrl === undefined && trustedProxies.length === 0;
}

function feed(env: Environment): FeedConfig {
  const v = configVariables;
  const kind = required(env, v.feed);
  const needed = <T>(variable: ConfigVariable<T>): T => {
    const value = optional(env, variable);
    if (value !== undefined) return value;
    throw new ConfigError(`${variable.name} must be set when FEED is ${kind}. ${exampleOf(variable)}`);
  };
  switch (kind) {
    case 'oanda':
      return { kind, token: needed(v.oandaToken), accountId: needed(v.oandaAccountId) };
    case 'replay':
      return { kind, datasets: needed(v.replayDatasets), speed: required(env, v.replaySpeed) };
    case 'synthetic':
      return { kind, seed: required(env, v.syntheticSeed) };
    default:
      return { kind };
  }
}

/** A misspelt setting would silently not apply. PIPCAST_TEST_* belongs to the test scripts. */
function refuseUnknown(env: Environment): void {
  const known = CONFIG_VARIABLES.map(({ name }) => name);
  for (const name of Object.keys(env)) {
    if (!name.startsWith('PIPCAST_') || name.startsWith('PIPCAST_TEST_') || known.includes(name)) continue;
    const nearest = nearestName(
      name,
      known.filter((each) => each.startsWith('PIPCAST_')),
    );
    const variable = CONFIG_VARIABLES.find((each) => each.name === nearest);
    throw new ConfigError(
      `${name} is not a setting of Pipcast. Did you mean ${nearest}? ${variable ? exampleOf(variable) : ''}`,
    );
  }
}

function exampleOf(variable: ConfigVariable): string {
  return `Example: ${variable.name}=${variable.example}`;
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
