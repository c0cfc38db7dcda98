import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ConfigError,
  type Environment,
  exampleContactVariables,
  loadConfig,
  readEnvironment,
} from './config.ts';
import { PROJECT_ROOT } from './project-files.ts';
import { type ConfigVariable, configVariables } from './config-variables.ts';

const VARIABLES = Object.values<ConfigVariable>(configVariables);

function problem(env: Environment): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the settings were accepted');
}

const jwt = (claims: object) =>
  ['{}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

describe('loadConfig', () => {
  it.each([
    ['PIPCAST_STREAMS', '0', '1 to 1000000'],
    ['PIPCAST_CONNECTIONS', '99', '100 to 1000000'],
    ['PIPCAST_CONNECTIONS', '1000001', '100 to 1000000'],
    ['PIPCAST_SESSION_DAYS', '3651', '1 to 3650'],
    ['PORT', '65536', '0 to 65535'],
  ])('refuses %s=%s', (name, value, range) => {
    expect(problem({ [name]: value })).toContain(`must be a whole number from ${range}`);
  });

  it('needs no variable at all', () => {
    expect(loadConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: resolve(PROJECT_ROOT, 'data'),
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
      backup: 'off',
      backupFolder: undefined,
      backupDays: 14,
      authSecret: undefined,
      signup: 'open',
      sessionDays: 90,
      sessionIdleDays: 30,
      adminSecondFactor: 'optional',
      hosted: undefined,
      publicUrl: undefined,
      authOrigins: [],
      trustedProxies: [],
      webhookAllow: [],
      pushServices: [],
      testPushService: undefined,
      rateLimit: 'on',
      connections: 25_000,
      streams: 20_000,
      connectionsPerNetwork: 256,
      metrics: 'loopback',
      metricsToken: undefined,
      apiDocs: true,
      logLevel: 'info',
      feed: { kind: 'auto' },
      desk: 'auto',
      record: 'public',
      prices: 'signed-in',
      brand: { name: 'Pipcast' },
      contact: {
        phone: '+1 202 555 0143',
        brokerUrl: 'https://example.com/broker',
        videosUrl: 'https://example.com/videos',
        communityUrl: 'https://example.com/community',
      },
    });
  });

  it('accepts the example of every variable, but of those for tests, which are not for HOST=0.0.0.0', () => {
    const env = Object.fromEntries(
      VARIABLES.filter(({ name }) => !name.startsWith('PIPCAST_TEST_')).map(({ name, example }) => [
        name,
        example,
      ]),
    );
    expect(() => loadConfig(env)).not.toThrow();
  });

  it('accepts the default of every variable as written text', () => {
    const env = Object.fromEntries(VARIABLES.map((each) => [each.name, each.default]));
    expect(loadConfig(env)).toEqual(loadConfig({}));
  });

  it('takes an empty value as unset', () => {
    const env = Object.fromEntries(VARIABLES.map(({ name }) => [name, ' ']));
    expect(loadConfig(env)).toEqual(loadConfig({}));
  });

  it('reads the trusted proxies as a list', () => {
    expect(loadConfig({ PIPCAST_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fc00::/7' }).trustedProxies).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      'fc00::/7',
    ]);
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['HOST', 'not a host'],
    ['HOST', '999.1.1.1'],
    ['PIPCAST_SIGNUP', 'yes'],
    ['PIPCAST_METRICS', 'on'],
    ['PIPCAST_API_DOCS', 'true'],
    ['LOG_LEVEL', 'loud'],
    ['PIPCAST_PUBLIC_URL', 'https://signals.example.com/app'],
    ['PIPCAST_PUBLIC_URL', 'signals.example.com'],
    ['PIPCAST_TRUSTED_PROXIES', '0.0.0.0/0'],
    ['PIPCAST_TRUSTED_PROXIES', '0.0.0.0/1,128.0.0.0/1'],
    ['PIPCAST_TRUSTED_PROXIES', '::/1,8000::/1'],
    ['PIPCAST_TRUSTED_PROXIES', '::ffff:0:0/96'],
    ['PIPCAST_TRUSTED_PROXIES', '::ffff:128.0.0.0/97'],
    ['PIPCAST_TRUSTED_PROXIES', '::/8'],
    ['PIPCAST_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['PIPCAST_TRUSTED_PROXIES', 'proxy'],
    ['PIPCAST_SESSION_DAYS', '0'],
    ['PIPCAST_SESSION_DAYS', '3651'],
    ['PIPCAST_SESSION_DAYS', '1.5'],
    ['PIPCAST_BRAND_NAME', 'x'.repeat(41)],
    ['PIPCAST_PHONE', 'call me'],
    ['PIPCAST_BROKER_URL', 'javascript:alert(1)'],
    ['PIPCAST_BROKER_URL', ' JavaScript:alert(1)'],
    ['PIPCAST_VIDEOS_URL', 'data:text/html,x'],
    ['PIPCAST_COMMUNITY_URL', '/community'],
    ['PIPCAST_COMMUNITY_URL', 'https://user:word@example.com/'],
  ])('refuses %s=%s in one line that names the variable and gives an example', (name, value) => {
    const message = problem({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name} .* Example: ${name}=`));
    expect(message).not.toContain('\n');
  });

  it('lists every problem at once, the contradictions among the good values too', () => {
    const env = {
      PIPCAST_SINGUP: 'open',
      PORT: 'abc',
      PIPCAST_PHONE: 'call me',
      PIPCAST_RATE_LIMIT: 'off',
      PIPCAST_PUBLIC_URL: 'https://signals.example.com',
      SUPABASE_URL: 'http://project.example.com',
      FEED: 'oanda',
      OANDA_TOKEN: 'no token',
    };
    expect(
      problem(env)
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual([
      'PIPCAST_SINGUP',
      'PORT',
      'OANDA_TOKEN',
      'PIPCAST_PHONE',
      'OANDA_ACCOUNT_ID',
      'SUPABASE_ANON_KEY',
      'SUPABASE_URL',
      'PIPCAST_RATE_LIMIT',
    ]);
  });

  it('refuses a setting it does not know', () => {
    expect(problem({ PIPCAST_SINGUP: 'open' })).toMatch(/^PIPCAST_SINGUP is not a setting of Pipcast/);
  });

  it('leaves other variables alone', () => {
    expect(() => loadConfig({ PATH: '/bin', PIPCAST_TEST_DATABASE_URL: 'x' })).not.toThrow();
  });

  it.each([
    [{ SUPABASE_URL: 'https://project.example.com' }, 'SUPABASE_ANON_KEY must be set when SUPABASE_URL is'],
    [{ SUPABASE_ANON_KEY: 'key' }, 'SUPABASE_URL must be set when SUPABASE_ANON_KEY is'],
    [{ SUPABASE_JWT_SECRET: 'x'.repeat(32) }, 'SUPABASE_URL must be set when SUPABASE_JWT_SECRET is'],
    [{ SUPABASE_JWT_SECRET: 'short' }, 'SUPABASE_JWT_SECRET must have at least 32 characters'],
  ])('wants both settings of a hosted project or neither: %o', (env, start) => {
    expect(problem(env as Environment)).toContain(start);
  });

  it.each([['sb_secret_0123456789'], [jwt({ role: 'service_role' })]])(
    'refuses a secret key where the public one belongs and does not repeat it: %s',
    (key) => {
      const message = problem({ SUPABASE_URL: 'https://project.example.com', SUPABASE_ANON_KEY: key });
      expect(message).toContain('must be the public key');
      expect(message).not.toContain(key);
    },
  );

  it('accepts a public key that is a token of the role anon', () => {
    const anonKey = jwt({ role: 'anon' });
    const config = loadConfig({ SUPABASE_URL: 'https://project.example.com/', SUPABASE_ANON_KEY: anonKey });
    expect(config.hosted).toEqual({ url: 'https://project.example.com', anonKey });
  });

  it('never repeats a database address, which holds a password', () => {
    expect(problem({ DATABASE_URL: 'mysql://pipcast:hunter2@db.example.com/pipcast' })).not.toContain(
      'hunter2',
    );
  });

  it('never repeats a secret that is too short', () => {
    const message = problem({ PIPCAST_AUTH_SECRET: 'hunter2' });
    expect(message).toMatch(/^PIPCAST_AUTH_SECRET must have at least 32 characters/);
    expect(message).not.toContain('hunter2');
  });

  it.each(['x'.repeat(40), 'ab'.repeat(20), 'abcdefgh12345678'.repeat(2), '1234567'.repeat(5)])(
    'refuses the secret %s, which repeats itself, and does not repeat it',
    (secret) => {
      const message = problem({ PIPCAST_AUTH_SECRET: secret });
      expect(message).toMatch(/^PIPCAST_AUTH_SECRET must not repeat itself/);
      expect(message).not.toContain(secret);
    },
  );

  it.each(['0'.repeat(8) + '4f1c9a7be2d85063aa91f0', 'a secret of the tests, long enough'])(
    'takes the secret %s',
    (secret) => {
      expect(loadConfig({ PIPCAST_AUTH_SECRET: secret.padEnd(32, '-') }).authSecret).toBeDefined();
    },
  );

  it.each(['http://project.example.com', 'http://192.0.2.1:8000'])(
    'refuses %s as the hosted project',
    (url) => {
      expect(problem({ SUPABASE_URL: url, SUPABASE_ANON_KEY: 'key' })).toMatch(
        /^SUPABASE_URL is "http:.*" but must start with https:\/\/ .* Example: /,
      );
    },
  );

  it.each(['http://127.0.0.1:54321', 'http://localhost:54321', 'http://[::1]:54321'])(
    'takes %s as the hosted project',
    (url) => {
      expect(loadConfig({ SUPABASE_URL: url, SUPABASE_ANON_KEY: 'key' }).hosted?.url).toBe(url);
    },
  );

  it.each([{ PIPCAST_PUBLIC_URL: 'https://signals.example.com' }, { PIPCAST_TRUSTED_PROXIES: '127.0.0.1' }])(
    'refuses rate limits off with %j',
    (env) => {
      expect(problem({ ...env, PIPCAST_RATE_LIMIT: 'off' })).toMatch(
        /^PIPCAST_RATE_LIMIT is "off" but must be on when PIPCAST_PUBLIC_URL or PIPCAST_TRUSTED_PROXIES is set/,
      );
    },
  );

  it.each([
    {},
    { HOST: '0.0.0.0' },
    { PIPCAST_PUBLIC_URL: 'https://signals.example.com' },
    { PIPCAST_TRUSTED_PROXIES: '127.0.0.1' },
  ])('takes a push service of a test on this computer alone: %j', (env) => {
    const test = { ...env, PIPCAST_TEST_PUSH_SERVICE: 'http://127.0.0.1:4711' };
    if (Object.keys(env).length === 0) expect(loadConfig(test).testPushService).toBe('http://127.0.0.1:4711');
    else expect(problem(test)).toMatch(/^PIPCAST_TEST_PUSH_SERVICE .* must not be set when /);
  });

  it.each(['127.0.0.1', '127.9.9.9', '::1', 'localhost'])('allows rate limits off on %s', (HOST) => {
    expect(loadConfig({ HOST, PIPCAST_RATE_LIMIT: 'off' }).rateLimit).toBe('off');
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'signals.example.com'])('refuses rate limits off on %s', (HOST) => {
    expect(problem({ HOST, PIPCAST_RATE_LIMIT: 'off' })).toMatch(/^PIPCAST_RATE_LIMIT .* Example: /);
  });
});

describe('FEED', () => {
  it('takes the token and the account for OANDA only together with it', () => {
    const OANDA_TOKEN = 'a-token-of-nobody';
    const OANDA_ACCOUNT_ID = '101-001-1234567-001';
    expect(loadConfig({ FEED: 'oanda', OANDA_TOKEN, OANDA_ACCOUNT_ID }).feed).toEqual({
      kind: 'oanda',
      token: OANDA_TOKEN,
      accountId: OANDA_ACCOUNT_ID,
    });
    expect(problem({ FEED: 'oanda', OANDA_TOKEN })).toMatch(
      /^OANDA_ACCOUNT_ID must be set when FEED is oanda/,
    );
    expect(problem({ FEED: 'oanda', OANDA_TOKEN: 'no token' })).not.toContain('no token');
  });

  it('replays named data sets, at real time by default', () => {
    expect(loadConfig({ FEED: 'replay', FEED_REPLAY: 'a-set, another-set' }).feed).toEqual({
      kind: 'replay',
      datasets: ['a-set', 'another-set'],
      speed: 1,
    });
    expect(problem({ FEED: 'replay' })).toMatch(/^FEED_REPLAY must be set when FEED is replay/);
  });

  it.each(['0', '1001', '-5', 'fast', '1e3'])('refuses the replay speed %s', (FEED_REPLAY_SPEED) => {
    expect(problem({ FEED: 'replay', FEED_REPLAY: 'a-set', FEED_REPLAY_SPEED })).toMatch(
      /^FEED_REPLAY_SPEED .* must be a number from 1 to 1000/,
    );
  });

  it.each(['on', 'krakn', 'AUTO'])('does not know a feed "%s"', (FEED) => {
    expect(problem({ FEED })).toMatch(
      /^FEED is .* but must be auto, kraken, deriv, oanda, replay, synthetic or off/,
    );
  });
});

describe('exampleContactVariables', () => {
  it('names the variables that still hold reserved values', () => {
    const contact = {
      phone: '+49 30 123456',
      brokerUrl: 'https://broker.example.com/join',
      videosUrl: 'https://videos.test/x',
      communityUrl: 'https://notexample.com/',
    };
    expect(exampleContactVariables(contact)).toEqual(['PIPCAST_BROKER_URL']);
  });
});

describe('readEnvironment', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'pipcast-env-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('completes the environment by .env, real variables winning', () => {
    writeFileSync(join(root, '.env'), 'PORT=4000\nPIPCAST_BRAND_NAME="Example Signals" # shown\n');
    expect(readEnvironment({ PORT: '5000' }, root)).toEqual({
      PORT: '5000',
      PIPCAST_BRAND_NAME: 'Example Signals',
    });
  });

  it('does without .env', () => {
    expect(readEnvironment({ PORT: '5000' }, root)).toEqual({ PORT: '5000' });
  });
});
