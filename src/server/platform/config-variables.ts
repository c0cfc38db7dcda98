import { BlockList, isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { jsonIn } from '../../core/json/loose.ts';
import { isDatasetName } from '../../core/price-files/dataset-name.ts';
import { SETTINGS_ROOT } from './project-files.ts';

interface About {
  /** The text used when the variable is unset or empty; undefined: the setting then has no value. */
  readonly default?: string;
  readonly meaning: string;
  readonly example: string;
  /** The value is never printed, not even in an error. */
  readonly secret?: boolean;
}

export interface ConfigVariable<T = unknown> extends About {
  readonly name: string;
  readonly schema: z.ZodType<T, string>;
}

function variable<T>(
  name: string,
  about: About & { readonly default: string },
  schema: z.ZodType<T, string>,
): ConfigVariable<T>;
function variable<T>(name: string, about: About, schema: z.ZodType<T, string>): ConfigVariable<T | undefined>;
function variable<T>(name: string, about: About, schema: z.ZodType<T, string>): ConfigVariable<T> {
  return { name, ...about, schema };
}

/** A URL of http or https without credentials, as the URL parser writes it. */
function url(form: string) {
  return z.string().transform((text, context) => {
    const parsed = URL.canParse(text) ? new URL(text) : undefined;
    if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || /\s/.test(text)) {
      context.addIssue({ code: 'custom', message: `must be ${form}` });
      return z.NEVER;
    }
    if (parsed.username !== '' || parsed.password !== '') {
      context.addIssue({ code: 'custom', message: 'must not contain a user name or password' });
      return z.NEVER;
    }
    return parsed;
  });
}

const link = url('a link that starts with http:// or https://').transform((parsed) => parsed.href);

/** A site's address without path, query or trailing slash. */
const origin = url('an address that starts with http:// or https://')
  .refine((parsed) => parsed.pathname === '/' && parsed.search === '' && parsed.hash === '', {
    error: 'must be only scheme, host and port, without a path',
  })
  .transform((parsed) => parsed.origin);

/** It may list several hosts: the first one stands for all. */
const databaseAddress = z.string().refine((text) => {
  const first = text.replace(/(:\/\/(?:[^/?#]*@)?[^/?#,]*)[^/?#]*/, '$1');
  return /^postgres(ql)?:/.test(text) && URL.canParse(first);
}, 'must be an address that starts with postgresql://');

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** Absolute; a relative path starts at the project's folder. */
const path = z.string().transform((text) => resolve(SETTINGS_ROOT, text));

function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}` });
}

const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

/** The private ranges 10.0.0.0/8 and fc00::/7 are the widest that one operator can own. */
const WIDEST = { ipv4: 8, ipv6: 7 };
const IPV4_IN_IPV6 = new BlockList();
IPV4_IN_IPV6.addSubnet('::ffff:0:0', 96, 'ipv6');

/** Whether `text` is an address or a range that is no wider than a private network. */
function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (isIP(address) === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  if (!/^\d{1,3}$/.test(bits) || Number(bits) < WIDEST[family]) return false;
  const range = new BlockList();
  try {
    range.addSubnet(address, Number(bits), family);
  } catch {
    return false;
  }
  // IPv4 addresses match IPv6 ranges as ::ffff:a.b.c.d.
  const holdsIpv4 =
    family === 'ipv6' && (IPV4_IN_IPV6.check(address, family) || range.check('::ffff:0:0', family));
  return !holdsIpv4 || Number(bits) >= 96 + WIDEST.ipv4;
}

/**
 * Whether a key of the hosted service may be shown to every browser. Its all-powerful keys look alike enough to be
 * pasted here by mistake: a JWT whose role is not `anon`, or a key that starts with `sb_secret_`.
 */
function isPublishable(key: string): boolean {
  if (key.startsWith('sb_secret_')) return false;
  const [, claims] = key.split('.');
  if (claims === undefined) return true;
  const { role } = Object(jsonIn(Buffer.from(claims, 'base64url').toString())) as { role?: unknown };
  return role === undefined || role === 'anon';
}

function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .refine((count) => count >= least && count <= most, error);
}

/** Each setting of the server once, by its name in the code. Its type in `Config` is that of its schema. */
// biome-ignore format: one setting per block reads best in this order
export const configVariables = {
  host: variable('HOST',
    { default: '127.0.0.1', meaning: 'Address to listen on. 0.0.0.0 or :: listens on every network: put TLS in front first.', example: '0.0.0.0' },
    z.string().refine((text) => isIP(text) !== 0 || (hostName.test(text) && !/^[\d.]+$/.test(text)), 'must be an IP address or a host name')),
  port: variable('PORT',
    { default: '3000', meaning: 'Port to listen on. 0 takes any free one.', example: '8080' },
    wholeNumber(0, 65_535)),
  dataDir: variable('PIPCAST_DATA_DIR',
    { default: './data', meaning: "Folder of the embedded PostgreSQL's data. A relative path starts at the project's folder.", example: '/var/lib/pipcast' },
    path),
  databaseUrl: variable('DATABASE_URL',
    { meaning: 'An external PostgreSQL (15 or later) instead of the embedded one. Of several hosts, separated by commas, the one that takes writes.', example: 'postgresql://pipcast:PASSWORD@db.example.com:5432/pipcast', secret: true },
    databaseAddress),
  databaseOwnerUrl: variable('DATABASE_OWNER_URL',
    { meaning: 'The database of DATABASE_URL as the role that owns the tables. It migrates; the role of DATABASE_URL then may only add to the ledger.', example: 'postgresql://pipcast_owner:PASSWORD@db.example.com:5432/pipcast', secret: true },
    databaseAddress),
  backup: variable('PIPCAST_BACKUP',
    { default: 'off', meaning: 'Whether this server writes a backup of the database each day (UTC) and checks it. Of several servers set it on one.', example: 'daily' },
    oneOf(['off', 'daily'])),
  backupFolder: variable('PIPCAST_BACKUP_FOLDER',
    { meaning: "Folder of the daily backups, best on another disk. Unset: `backups` in PIPCAST_DATA_DIR. A relative path starts at the project's folder.", example: '/var/backups/pipcast' },
    path),
  backupDays: variable('PIPCAST_BACKUP_DAYS',
    { default: '14', meaning: 'Days that a daily backup is kept, 1 to 3650.', example: '30' },
    wholeNumber(1, 3_650)),
  authSecret: variable('PIPCAST_AUTH_SECRET',
    { meaning: 'Secret that servers on one database share. Without it the server keeps its own in PIPCAST_DATA_DIR.', example: 'at-least-32-random-characters-of-your-own', secret: true },
    z.string().min(32, 'must have at least 32 characters').refine((text) => new Set(text).size >= 8 && !/^(.+?)\1+$/s.test(text), 'must not repeat itself: draw it at random (openssl rand -base64 32)')),
  signup: variable('PIPCAST_SIGNUP',
    { default: 'open', meaning: 'Whether clients may create an account over the API. Closed: only the operator does, and hands out the keys.', example: 'closed' },
    oneOf(['open', 'closed'])),
  sessionDays: variable('PIPCAST_SESSION_DAYS',
    { default: '90', meaning: 'Days after which a session ends and its trader signs in again, counted from the sign-in, 1 to 3650.', example: '30' },
    wholeNumber(1, 3_650)),
  sessionIdleDays: variable('PIPCAST_SESSION_IDLE_DAYS',
    { default: '30', meaning: 'Days without use after which a session ends, 1 to 3650. An open page uses it every hour.', example: '7' },
    wholeNumber(1, 3_650)),
  adminSecondFactor: variable('PIPCAST_ADMIN_SECOND_FACTOR',
    { default: 'optional', meaning: 'Whether an admin without a second factor (`npx pipcast user second-factor EMAIL on`) may act at /admin. One who has it gives a code in either case.', example: 'required' },
    oneOf(['optional', 'required'])),
  hostedUrl: variable('SUPABASE_URL',
    { meaning: 'A hosted auth project instead of the embedded auth server, over https. Needs SUPABASE_ANON_KEY too.', example: 'https://project.example.com' },
    origin),
  hostedAnonKey: variable('SUPABASE_ANON_KEY',
    { meaning: "The hosted project's public (anon or publishable) key. Every visitor's browser gets it.", example: 'sb_publishable_...', secret: true },
    z.string().regex(/^[\w.~+/=-]+$/, 'must be one word of letters, digits and . _ ~ + / = -').refine(isPublishable, "must be the public key; this one is secret and would be shown to every visitor")),
  hostedJwtSecret: variable('SUPABASE_JWT_SECRET',
    { meaning: 'The shared secret that the hosted project signs with (HS256). Without it the project is asked about each such token, at most once a minute.', example: 'the-jwt-secret-of-your-project-settings', secret: true },
    z.string().min(32, 'must have at least 32 characters')),
  publicUrl: variable('PIPCAST_PUBLIC_URL',
    { meaning: "The site's address as browsers see it. Issuer of the access tokens; https turns on HSTS.", example: 'https://signals.example.com' },
    origin),
  authOrigins: variable('PIPCAST_AUTH_ORIGINS',
    { default: '', meaning: 'Origins of other sites whose pages may use /auth/v1, separated by commas; * for any. Unset: only pages of this site.', example: 'https://app.example.com' },
    list.refine((origins) => origins.every((one) => one === '*' || (URL.canParse(one) && new URL(one).origin === one && /^https?:/.test(one))), 'must be origins (scheme, host and port) separated by commas, or *')),
  trustedProxies: variable('PIPCAST_TRUSTED_PROXIES',
    { default: '', meaning: 'Addresses or ranges of your reverse proxies, separated by commas. Only their X-Forwarded-For is believed.', example: '127.0.0.1,10.0.0.0/8' },
    list.refine((ranges) => ranges.every(isAddressRange), 'must be addresses or ranges, separated by commas, none wider than /8 (IPv6: /7)')),
  rateLimit: variable('PIPCAST_RATE_LIMIT',
    { default: 'on', meaning: 'Limits on sign-in attempts. off is for load tests, only on a loopback HOST without PIPCAST_PUBLIC_URL and PIPCAST_TRUSTED_PROXIES.', example: 'on' },
    oneOf(['on', 'off'])),
  connections: variable('PIPCAST_CONNECTIONS',
    { default: '25000', meaning: 'Most open connections of this node, 100 to 1000000; fewer where the limit of open files (ulimit -n) is lower.', example: '60000' },
    wholeNumber(100, 1_000_000)),
  streams: variable('PIPCAST_STREAMS',
    { default: '20000', meaning: 'Most market streams of this node, 1 to 1000000, and at most four fifths of its connections. A trader has at most 20.', example: '10000' },
    wholeNumber(1, 1_000_000)),
  connectionsPerNetwork: variable('PIPCAST_CONNECTIONS_PER_NETWORK',
    { default: '256', meaning: 'Most open connections of one network (an IPv4 address, an IPv6 /48), 16 to 1000000. Trusted proxies may have any number.', example: '1024' },
    wholeNumber(16, 1_000_000)),
  metrics: variable('PIPCAST_METRICS',
    { default: 'loopback', meaning: 'Who may read /metrics: this computer only, every computer, or none.', example: 'off' },
    oneOf(['loopback', 'public', 'off'])),
  metricsToken: variable('PIPCAST_METRICS_TOKEN',
    { meaning: 'Opens /metrics to other computers that send it as a bearer token.', example: 'at-least-16-random-characters', secret: true },
    z.string().regex(/^[\w.~+/=-]{16,200}$/, 'must be 16 to 200 letters, digits and . _ ~ + / = -')),
  apiDocs: variable('PIPCAST_API_DOCS',
    { default: 'on', meaning: 'Whether /docs and /openapi.json describe the HTTP API.', example: 'off' },
    oneOf(['on', 'off']).transform((text) => text === 'on')),
  logLevel: variable('LOG_LEVEL',
    { default: 'info', meaning: 'Least severity that is logged.', example: 'warn' },
    oneOf(['fatal', 'error', 'warn', 'info', 'debug'])),
  feed: variable('FEED',
    { default: 'auto', meaning: 'Where market prices come from: auto tries Kraken, then Deriv, without a key. replay and synthetic never enter the live record. off: only simulated signals.', example: 'auto' },
    oneOf(['auto', 'kraken', 'deriv', 'oanda', 'replay', 'synthetic', 'off'])),
  oandaToken: variable('OANDA_TOKEN',
    { meaning: 'Token of an OANDA practice account, for FEED=oanda. It stays on the server.', example: 'the-token-from-your-account-page', secret: true },
    z.string().regex(/^[\w-]{8,200}$/, 'must be one word of letters, digits and -')),
  oandaAccountId: variable('OANDA_ACCOUNT_ID',
    { meaning: 'The practice account that OANDA_TOKEN belongs to.', example: '101-001-1234567-001' },
    z.string().regex(/^[\d-]{5,40}$/, 'must be digits and -')),
  replayDatasets: variable('FEED_REPLAY',
    { meaning: 'Imported tick data sets to play, separated by commas, for FEED=replay. `npx pipcast import` prints their names.', example: 'eurusd-ticks-2014-05-08-oanda' },
    list.refine((names) => names.length > 0 && names.every(isDatasetName), 'must be names of data sets, separated by commas')),
  replaySpeed: variable('FEED_REPLAY_SPEED',
    { default: '1', meaning: 'How many times faster than real time a replay runs, 1 to 1000.', example: '60' },
    z.string().regex(/^\d{1,4}(\.\d{1,3})?$/, 'must be a number from 1 to 1000').transform(Number).refine((speed) => speed >= 1 && speed <= 1000, 'must be a number from 1 to 1000')),
  desk: variable('PIPCAST_DESK',
    { default: 'auto', meaning: '`auto`: this node runs the desk whenever no other node of its database does. `never`: it only shows what the others say.', example: 'never' },
    oneOf(['auto', 'never'])),
  record: variable('PIPCAST_RECORD',
    { default: 'public', meaning: 'Who may read the record of market signals: everybody (public), or signed-in traders.', example: 'signed-in' },
    oneOf(['public', 'signed-in'])),
  prices: variable('PIPCAST_CHECK_PRICES',
    { default: 'signed-in', meaning: 'Who may fetch whole days of the imported and kept prices, to hold a track record against them: signed-in traders, everybody (public), or no one (off). Check the terms of their source first.', example: 'off' },
    oneOf(['signed-in', 'public', 'off'])),
  witnessPolicy: variable('PIPCAST_WITNESS_POLICY',
    { meaning: 'File that says which witnesses cosign the ledger (C2SP tlog-policy). A relative path starts at the project\'s folder.', example: '/etc/pipcast/witnesses.policy' },
    path),
  webhookAllow: variable('PIPCAST_WEBHOOK_ALLOW',
    { default: '', meaning: 'Hosts, addresses or ranges outside the public Internet that webhooks may go to, separated by commas. Plain http:// is for these only.', example: '127.0.0.1,hooks.internal,10.1.0.0/16' },
    list.refine((targets) => targets.every((target) => isAddressRange(target) || (hostName.test(target) && !/^[\d.]+$/.test(target))), 'must be host names, addresses or ranges, separated by commas')),
  pushServices: variable('PIPCAST_PUSH_SERVICES',
    { default: '', meaning: 'Push services beside those of Chrome, Edge, Firefox and Safari that alerts may go to: domains with all that is beneath them, separated by commas; always https on port 443 at public addresses.', example: 'push.example.com' },
    list.refine((domains) => domains.every((domain) => hostName.test(domain) && domain.includes('.') && !/^[\d.]+$/.test(domain)), 'must be domains, separated by commas')),
  testPushService: variable('PIPCAST_TEST_PUSH_SERVICE',
    { meaning: 'For tests only, never where traders are: the origin of a push service that may be anywhere, with http:// too. Every trader can make the server post to it.', example: 'http://127.0.0.1:4711' },
    origin),
  brandName: variable('PIPCAST_BRAND_NAME',
    { default: 'Pipcast', meaning: 'Name in the header, on the sign-in screen and in the page title.', example: 'Example Signals' },
    z.string().max(40, 'must have at most 40 characters').refine((text) => !/\p{Cc}/u.test(text), 'must be one line')),
  brandIcon: variable('PIPCAST_BRAND_ICON',
    { meaning: 'Icon of the installed app: a PNG file of 512 by 512 pixels, drawn to its edges, with what matters in the middle 80 %. Unset: the mark of the header. A relative path starts at the project\'s folder.', example: '/etc/pipcast/icon.png' },
    path),
  phone: variable('PIPCAST_PHONE',
    { default: '+1 202 555 0143', meaning: 'Phone number that traders send their ID to. Shown as written.', example: '+1 202 555 0143' },
    z.string().regex(/^\+?[\d ().-]{5,30}$/, 'must be a phone number of digits, spaces, ( ) . - and a leading +').refine((text) => text.replace(/\D/g, '').length >= 5, 'must have at least 5 digits')),
  brokerUrl: variable('PIPCAST_BROKER_URL',
    { default: 'https://example.com/broker', meaning: 'Sign-up link of the partner broker.', example: 'https://example.com/broker' },
    link),
  videosUrl: variable('PIPCAST_VIDEOS_URL',
    { default: 'https://example.com/videos', meaning: 'Link to the short-video profile.', example: 'https://example.com/videos' },
    link),
  communityUrl: variable('PIPCAST_COMMUNITY_URL',
    { default: 'https://example.com/community', meaning: 'Link to the messaging community.', example: 'https://example.com/community' },
    link),
};
