import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIPv4, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { DAY_MS } from '../../core/time/instant.ts';
import type { Brand, Contact } from '../../core/wire/public-config.ts';
import { type ConfigVariable, configVariables as variables } from './config-variables.ts';
import { SETTINGS_ROOT } from './project-files.ts';

type Variables = typeof variables;
type Values = {
  readonly [Key in keyof Variables]: Variables[Key] extends ConfigVariable<infer T> ? T : never;
};

/** The settings as typed values; config-variables.ts documents each. Never log it whole: it holds secrets. */
export type Config = ReturnType<typeof group>;

export type FeedConfig =
  | { readonly kind: 'auto' | 'kraken' | 'deriv' | 'synthetic' | 'off' }
  /** The token is a secret: never log it. */
  | { readonly kind: 'oanda'; readonly token: string; readonly accountId: string }
  | { readonly kind: 'replay'; readonly datasets: readonly string[]; readonly speed: number };

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that the server cannot start with, each problem in one line for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(...problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** The process environment completed by `.env` of SETTINGS_ROOT, if there is one; real variables win. */
export function readEnvironment(real: Environment = process.env, root = SETTINGS_ROOT): Environment {
  const file = resolve(root, '.env');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return real;
    throw new ConfigError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}): run this as the user of the server, whom the file is given to.`,
    );
  }
  return { ...parseEnv(text), ...real };
}

/** The settings as typed values; throws a ConfigError that lists every bad one. Without an argument, reads `.env` too. */
export function loadConfig(env: Environment = readEnvironment()): Config {
  const problems = unknownSettings(env);
  const read = ([key, variable]: [string, ConfigVariable]) => {
    const text = textOf(env, variable) ?? variable.default;
    if (text === undefined) return [key, undefined];
    const result = variable.schema.safeParse(text);
    if (!result.success)
      problems.push(problemOf(variable, text, result.error.issues[0]?.message ?? 'is not valid'));
    return [key, result.data];
  };
  // A bad value is undefined here, and nothing is returned then.
  const values: Values = Object.fromEntries(Object.entries<ConfigVariable>(variables).map(read));
  problems.push(...contradictions(env, values));
  if (problems.length > 0) throw new ConfigError(...problems);
  return group(values);
}

function group({
  hostedUrl,
  hostedAnonKey,
  hostedJwtSecret: jwtSecret,
  feed: kind,
  oandaToken: token = '',
  oandaAccountId: accountId = '',
  replayDatasets: datasets = [],
  replaySpeed: speed,
  ...others
}: Values) {
  const { brandName, phone, brokerUrl, videosUrl, communityUrl, ...rest } = others;
  let feed: FeedConfig;
  if (kind === 'oanda') feed = { kind, token, accountId };
  else if (kind === 'replay') feed = { kind, datasets, speed };
  else feed = { kind };
  return {
    ...rest,
    /** A hosted project instead of the embedded auth server; `url` is an origin without a trailing slash. */
    hosted: hostedUrl && hostedAnonKey ? { url: hostedUrl, anonKey: hostedAnonKey, jwtSecret } : undefined,
    feed,
    brand: { name: brandName } satisfies Brand,
    contact: { phone, brokerUrl, videosUrl, communityUrl } satisfies Contact,
  };
}

/** Contradictions between settings that are valid one by one. */
function contradictions(env: Environment, values: Partial<Values>): string[] {
  const isSet = (variable: ConfigVariable) => textOf(env, variable) !== undefined;
  const missing = (variable: ConfigVariable, why: string) =>
    isSet(variable) ? [] : [`${variable.name} must be set ${why}. ${exampleOf(variable)}`];
  const { hostedUrl, hostedAnonKey, hostedJwtSecret } = variables;
  const problems: string[] = [];

  if (values.feed === 'oanda')
    for (const needed of [variables.oandaToken, variables.oandaAccountId])
      problems.push(...missing(needed, 'when FEED is oanda'));
  if (values.feed === 'replay') problems.push(...missing(variables.replayDatasets, 'when FEED is replay'));

  const both = (present: ConfigVariable) => `when ${present.name} is: set both or neither`;
  if (isSet(hostedUrl)) problems.push(...missing(hostedAnonKey, both(hostedUrl)));
  if (isSet(hostedJwtSecret) && !isSet(hostedAnonKey))
    problems.push(...missing(hostedUrl, `when ${hostedJwtSecret.name} is`));
  if (isSet(hostedAnonKey)) problems.push(...missing(hostedUrl, both(hostedAnonKey)));
  const url = values.hostedUrl;
  if (url?.startsWith('http:') && !isLoopback(new URL(url).hostname)) {
    const why =
      'must start with https:// unless the project is on this computer: passwords and tokens would cross the network in the clear';
    problems.push(problemOf(hostedUrl, url, why));
  }

  const reachable = whyReachable(values.host, isSet);
  if (values.rateLimit === 'off' && reachable !== undefined)
    problems.push(problemOf(variables.rateLimit, 'off', `must be on when ${reachable}`));
  const { testPushService } = values;
  if (testPushService !== undefined && reachable !== undefined)
    problems.push(problemOf(variables.testPushService, testPushService, `must not be set when ${reachable}`));
  return problems;
}

/** The variables whose contact value is a reserved example: example.com and its like, or a 555-01xx number. */
export function exampleContactVariables(contact: Contact): string[] {
  const isExampleLink = (link: string) => /(^|\.)example(\.(com|net|org))?$/.test(new URL(link).hostname);
  const isExamplePhone = /55501\d\d$/.test(contact.phone.replace(/\D/g, ''));
  const links = (['brokerUrl', 'videosUrl', 'communityUrl'] as const).filter((link) =>
    isExampleLink(contact[link]),
  );
  return [...(isExamplePhone ? (['phone'] as const) : []), ...links].map((key) => variables[key].name);
}

/** Whether only this computer can reach the server: no outside address, and no reverse proxy in front either. */
export function isLocalOnly({
  host,
  publicUrl,
  trustedProxies,
}: Pick<Config, 'host' | 'publicUrl' | 'trustedProxies'>): boolean {
  return isLoopback(host) && publicUrl === undefined && trustedProxies.length === 0;
}

export function backupFolderOf({ backupFolder, dataDir }: Pick<Config, 'backupFolder' | 'dataDir'>): string {
  return backupFolder ?? resolve(dataDir, 'backups');
}

/** Why other computers may reach the server; undefined: they cannot. */
function whyReachable(
  host: string | undefined,
  isSet: (variable: ConfigVariable) => boolean,
): string | undefined {
  const { publicUrl, trustedProxies } = variables;
  if (host !== undefined && !isLoopback(host)) return `HOST (${host}) can be reached from other computers`;
  return isSet(publicUrl) || isSet(trustedProxies)
    ? `${publicUrl.name} or ${trustedProxies.name} is set`
    : undefined;
}

/** Misspelt settings would silently not apply. PIPCAST_TEST_* belongs to the test scripts. */
function unknownSettings(env: Environment): string[] {
  const names = new Set(Object.values<ConfigVariable>(variables).map(({ name }) => name));
  return Object.keys(env)
    .filter((name) => /^PIPCAST_(?!TEST_)/.test(name) && !names.has(name))
    .map((name) => `${name} is not a setting of Pipcast: docs/configuration.md has them all.`);
}

/** An empty value counts as unset: compose files and shells pass unset variables on as empty. */
function textOf(env: Environment, { name }: ConfigVariable): string | undefined {
  return env[name]?.trim() || undefined;
}

function problemOf(variable: ConfigVariable, text: string, why: string): string {
  const shown = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  const value = variable.secret === true ? '' : ` is ${JSON.stringify(shown)} but`;
  return `${variable.name}${value} ${why}. ${exampleOf(variable)}`;
}

function exampleOf({ name, example }: ConfigVariable): string {
  return `Example: ${name}=${example}`;
}

/** Whether an address, or a name to listen on, can be reached from this computer only. */
export function isLoopback(host: string): boolean {
  const address = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  if (isIPv4(address)) return address.startsWith('127.');
  if (isIPv6(address)) return address === '::1' || /^::ffff:127\./i.test(address);
  return address.toLowerCase() === 'localhost';
}

/** The longest life of a session: from the sign-in, and from the last renewal, which an open page does every hour. */
export interface SessionLife {
  readonly maxAgeMs: number;
  readonly idleMs: number;
}

export function sessionLifeOf({
  sessionDays,
  sessionIdleDays,
}: Pick<Config, 'sessionDays' | 'sessionIdleDays'>): SessionLife {
  return { maxAgeMs: sessionDays * DAY_MS, idleMs: sessionIdleDays * DAY_MS };
}

/** The header of `/healthz` that identifies the answering installation of this computer. */
export const INSTALLATION_HEADER = 'x-pipcast-installation';

/** Equal for everything that uses one data directory; does not reveal its path. */
export function installationId({ dataDir }: Pick<Config, 'dataDir'>): string {
  return createHash('sha256').update(`pipcast installation ${dataDir}`).digest('base64url').slice(0, 16);
}
