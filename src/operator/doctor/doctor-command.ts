import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { type EpochMs, epochMs } from '../../core/time/instant.ts';
import {
  type Config,
  exampleContactVariables,
  isLoopback,
  loadConfig,
} from '../../server/platform/config.ts';
import { SETTINGS_ROOT } from '../../server/platform/project-files.ts';
import { counted, type Output } from '../output.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { commandLog } from '../with-accounts.ts';
import {
  type CheckResult,
  type CheckStatus,
  look,
  type NamedResult,
  note,
  ok,
  problem,
  skipped,
} from './check.ts';
import { checkBackups, checkDisk, checkPort, checkSecrets } from './machine-checks.ts';

/** Checks everything that the product needs and says what to do about each problem. Changes nothing. */
export async function doctor({ output }: CommandContext): Promise<Ending> {
  const now = (): EpochMs => epochMs(Date.now());
  const results: NamedResult[] = [];
  const add = async (name: string, check: () => CheckResult | Promise<CheckResult>): Promise<void> => {
    const result = await look(name, check);
    results.push(result);
    if (!output.json) await output.write(resultLines(result, output.colours));
  };

  let config: Config | undefined;
  try {
    config = loadConfig();
    const where = config.hosted === undefined ? 'here' : 'in a hosted project';
    await add('configuration', () => ok(`accounts are kept ${where}`));
  } catch (error) {
    for (const line of (error as Error).message.split('\n'))
      await add('configuration', () => problem(line, 'Correct it in the environment or in .env.'));
  }
  if (config !== undefined) {
    const settled = config;
    await add('port', () => checkPort(settled));
    await add('address', () => checkAddress(settled));
    await add('contact', () => checkContact(settled));
    await add('disk space', () => checkDisk(settled.dataDir));
    const secrets = ['auth-secret', 'postgres-password'].map((name) => join(settled.dataDir, name));
    await add('secrets', () => checkSecrets([join(SETTINGS_ROOT, '.env'), ...secrets]));
    if (settled.hosted !== undefined) await checkThere(settled.hosted, add);
    await checkHere(settled, now, output, add);
    await add('backups', () => checkBackups(settled, now()));
    await add('sign-up', () => checkSignUp(settled));
    await checkMarket(settled, output, add);
  }
  return summary(output, results);
}

type Add = (name: string, check: () => CheckResult | Promise<CheckResult>) => Promise<void>;

async function checkHere(config: Config, now: () => EpochMs, output: Output, add: Add): Promise<void> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres', 'PG_VERSION'))) {
    await add('database', () => skipped(`there is none yet in ${config.dataDir}; the first start makes it`));
    return;
  }
  const { openDatabase } = await import('../../server/db/open-database.ts');
  const here = await import('./database-checks.ts');
  const { checkLedger, checkWitnesses } = await import('./ledger-checks.ts');
  const { checkSealed, checkWebhooks, presentSecret } = await import('./webhook-checks.ts');
  let database: Awaited<ReturnType<typeof openDatabase>>;
  try {
    database = await openDatabase(config, commandLog(output), { role: 'command' });
  } catch (error) {
    await add('database', () =>
      problem(
        (error as Error).message,
        `${config.hosted === undefined ? 'Sign-in does' : 'Market signals do'} not work without it. docs/operating.md says what can be wrong.`,
      ),
    );
    return;
  }
  try {
    await add('database', async () => {
      const health = await database.health();
      return health.ok
        ? here.checkDatabase(database.db, database.where)
        : problem(
            `${database.where} cannot write (${health.problem}): traders cannot sign in`,
            health.isDiskFull ? 'Free some space on its disk.' : 'Look at its log and its settings.',
          );
    });
    if (config.hosted === undefined) {
      await add('clock', () => here.checkClock(database.db, now));
      await add('sign-in', () => here.checkSignIn(database.db, config));
      await add('accounts', () => here.checkAccounts(database.db, config, now()));
    }
    await add('servers', () => here.checkConnections(database.db));
    await add('ledger role', () => here.checkLedgerRole(database.db));
    await add('ledger', () => checkLedger(database.db, config));
    await add('witnesses', () => checkWitnesses(database.db, config.witnessPolicy, now()));
    await add('secret', () => checkSealed(database.db, presentSecret(config)));
    await add('webhooks', () => checkWebhooks(database.db, presentSecret(config)));
  } finally {
    await database.close();
  }
}

async function checkThere(hosted: NonNullable<Config['hosted']>, add: Add): Promise<void> {
  const { askHosted, checkHostedClock, checkHostedKeys, checkHostedProject } = await import(
    './hosted-checks.ts'
  );
  const answers = await askHosted(hosted);
  await add('sign-in', () => checkHostedProject(hosted, answers));
  await add('token keys', () => checkHostedKeys(hosted, answers));
  await add('clock', () => checkHostedClock(answers));
}

async function checkMarket(config: Config, output: Output, add: Add): Promise<void> {
  const { checkFeed, checkSource } = await import('./feed-checks.ts');
  await add('feed', () => checkFeed(config, commandLog(output)));
  if (config.feed.kind === 'off') return;
  const { liveProtocols } = await import('../../server/market/configured-source.ts');
  // In parallel: without a network each is slow.
  const sources = liveProtocols(config.feed).map((protocol) => ({
    name: `feed ${protocol.source}`,
    result: checkSource(protocol),
  }));
  for (const { name, result } of sources) await add(name, () => result);
}

async function summary(output: Output, results: readonly NamedResult[]): Promise<Ending> {
  const count = (status: CheckStatus): number => results.filter((result) => result.status === status).length;
  const problems = count('problem');
  const words = [
    problems === 0 ? 'no problem' : counted(problems, 'problem'),
    ...(count('note') > 0 ? [`${count('note')} to know about`] : []),
  ].join(', ');
  await output.result(
    { ok: problems === 0, checks: results },
    () => `\n${results.length} things looked at: ${words}.`,
  );
  return problems === 0 ? 'ok' : 'problems_found';
}

const MARKS = {
  ok: ['ok', 'green'],
  note: ['note', 'yellow'],
  problem: ['PROBLEM', 'red'],
  skipped: ['skipped', 'dim'],
} as const;
const MARK_WIDTH = 9;
const NAME_WIDTH = 15;

function resultLines({ status, name, found, advice }: NamedResult, colours: boolean): string {
  const [word, colour] = MARKS[status];
  const mark = word.padEnd(MARK_WIDTH);
  const line = `${colours ? styleText(colour, mark) : mark}${name.padEnd(NAME_WIDTH)}${found}`;
  return advice === undefined ? line : `${line}\n${' '.repeat(MARK_WIDTH + NAME_WIDTH)}-> ${advice}`;
}

/** Checks how browsers reach the site: only from this computer, over TLS, or without it. */
function checkAddress({ host, port, publicUrl, trustedProxies }: Config): CheckResult {
  if (publicUrl?.startsWith('https:')) {
    const proxied = `${publicUrl} (TLS by the reverse proxy)`;
    if (trustedProxies.length > 0) return ok(proxied);
    return note(
      proxied,
      'PIPCAST_TRUSTED_PROXIES is not set: behind the proxy all traders share its address and its limits, that of open connections included. Set it to the address of the proxy.',
    );
  }
  if (isLoopback(host)) return ok(`http://${host}:${port}, from this computer only`);
  return problem(
    `http://${host}:${port}, in the clear`,
    'Keys and tokens can be read on the way. Put a reverse proxy with TLS in front and set PIPCAST_PUBLIC_URL=https://...',
  );
}

function checkContact({ contact, host }: Config): CheckResult {
  const examples = exampleContactVariables(contact);
  if (examples.length === 0) return ok('phone and links are set');
  const found = `${examples.join(', ')}: still example values that lead nowhere`;
  const advice = 'Set them, in the environment or in .env; docs/configuration.md shows how.';
  return isLoopback(host) ? note(found, advice) : problem(found, advice);
}

function checkSignUp({ hosted, signup }: Config): CheckResult {
  if (hosted !== undefined) return ok('decided by the hosted project');
  if (signup === 'closed') return ok('closed: the operator makes the accounts (PIPCAST_SIGNUP=closed)');
  return ok('open: every client can make an account over the API (PIPCAST_SIGNUP=closed leaves it to you)');
}
