import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFailed } from 'vitest';
import { followMarket } from '../system/support/following-trader.ts';
import { ownServers } from '../system/support/own-servers.ts';
import { createAccount } from './support/accounts.ts';
import { homeScreen } from './support/screens.ts';
import { test } from './support/visit.ts';

/** For a busy computer. */
const PATIENT = { timeout: 60_000, interval: 50 };

const servers = ownServers({ isFirstStart: true });

interface Node {
  readonly number: number;
  readonly origin: string;
  readonly pid: number;
}

/** Runs `npm run cluster`, as its README says, and reads what it prints. */
async function startCluster() {
  const cluster = servers.start({ FEED: 'synthetic', PIPCAST_SIGNUP: 'open' }, ['npm', 'run', 'cluster']);
  /** As a terminal does: all processes of the group get it. */
  const pressCtrlC = () => void process.kill(-(cluster.process.pid as number), 'SIGINT');
  onTestFailed(() => {
    if (cluster.process.exitCode === null) pressCtrlC();
  });
  const url = await cluster.origin;
  const nodes = (): Node[] =>
    [...cluster.stdout().matchAll(/node (\d) +(http:\S+) +kill -9 (\d+)/g)].map(
      ([, number, origin, pid]) => ({
        number: Number(number),
        origin: String(origin),
        pid: Number(pid),
      }),
    );
  expect(nodes()).toHaveLength(3);
  return {
    url,
    nodes,
    pressCtrlC,
    ended: cluster.ended,
    async kill(node: Node) {
      process.kill(node.pid, 'SIGKILL');
      await expect.poll(cluster.stdout, PATIENT).toContain(`Node ${node.number} ended with SIGKILL`);
    },
    startAgain: (node: Node) => void cluster.process.stdin?.write(`${node.number}\n`),
    /** The node of which a metric is 1. */
    async nodeWith(metric: string): Promise<Node> {
      let found: Node | undefined;
      await expect
        .poll(async () => {
          for (const node of nodes()) {
            const text = await (await fetch(`${node.origin}/metrics`)).text();
            if (new RegExp(`^${metric}(?:\\{[^}]*\\})? 1$`, 'm').test(text)) found = node;
          }
          return found;
        }, PATIENT)
        .toBeDefined();
      return found as Node;
    },
  };
}

/** When the card's decision was made, as it says: of a signal, or of why there is none. */
async function decidedAt(card: Locator): Promise<string | undefined> {
  return /(?:Generated|at) (\d\d:\d\d:\d\d)/.exec(await card.innerText())?.[1];
}

interface Decision {
  /** The time that the card says. */
  readonly at: string | undefined;
  readonly isSignal: boolean;
}

/**
 * Asks P-BOT for a signal, three times at most: made-up prices may lean nowhere for minutes, and more questions would meet the limit of
 * a minute. The decision for none takes the signal's place then.
 */
async function nextDecision(page: Page): Promise<Decision> {
  const { generate, latest } = homeScreen(page);
  for (let asked = 1; ; asked++) {
    const before = await decidedAt(latest);
    await expect.poll(() => generate.isEnabled(), PATIENT).toBe(true);
    await generate.click();
    await expect
      .poll(() => decidedAt(latest), PATIENT)
      .toSatisfy((at: string | undefined) => at !== undefined && at !== before);
    const isSignal = (await latest.innerText()).includes('Generated');
    if (isSignal || asked === 3) return { at: await decidedAt(latest), isSignal };
  }
}

/** Takes down, from now on, whether the page ever has these words; read before a reload. */
async function watchFor(page: Page, words: string): Promise<() => Promise<boolean>> {
  await page.evaluate((looked) => {
    const look = () => {
      if (document.body.textContent.includes(looked)) document.body.dataset['said'] = looked;
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  }, words);
  return () => page.evaluate(() => document.body.dataset['said'] !== undefined);
}

function isAlive({ pid }: Node): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a trader whose node of `npm run cluster` is killed, and the desk with it, sees nothing of it, keeps the page, the session and the decision, gets the next one, and may reload; the node can be started again, and Ctrl-C leaves nothing', async ({
  visit,
}) => {
  const cluster = await startCluster();
  const { session } = await createAccount(undefined, cluster.url);
  // The visit fails if the page logs anything, or a request of it does not come to its end.
  const { page, context, allowNoise } = await visit('/', {
    session,
    url: cluster.url,
    stored: { 'pipcast.source': 'market' },
  });
  const { bot, latest, signOut } = homeScreen(page);
  await bot.click();
  const visited = await cluster.nodeWith('pipcast_market_streams');
  const others = Array.from({ length: 4 }, () => followMarket(() => [cluster.url], session.access_token));
  const areConnected = () => others.every(({ isConnected }) => isConnected);
  await expect.poll(areConnected, PATIENT).toBe(true);
  const hasSaidSo = await watchFor(page, 'Reconnecting');
  const decision = await nextDecision(page);

  // The system ends the sockets of a process that was killed, or resets them: that alone the browser calls a failure.
  allowNoise(/\/api\/market\/stream/);
  const desk = await cluster.nodeWith('pipcast_desk_leader');
  const killed = [...new Set([desk.number, visited.number])].map(
    (number) => cluster.nodes().find((node) => node.number === number) as Node,
  );
  await Promise.all(killed.map(cluster.kill));
  expect(await decidedAt(latest)).toBe(decision.at);
  if (decision.isSignal) await latest.getByText('Settled', { exact: true }).waitFor({ timeout: 120_000 });
  expect(await decidedAt(latest)).toBe(decision.at);
  const next = await nextDecision(page);
  expect(await hasSaidSo()).toBe(false);
  expect(await signOut.isVisible()).toBe(true);

  await page.reload();
  await bot.click();
  await expect.poll(() => decidedAt(latest)).toBe(next.at);
  expect(await signOut.isVisible()).toBe(true);

  await expect.poll(areConnected, PATIENT).toBe(true);
  expect(others.some(({ interruptionsMs }) => interruptionsMs.length > 0)).toBe(true);
  for (const { entries, resets } of others) {
    const places = entries.map(({ index }) => index);
    expect(places).toEqual(places.map((_, at) => (places[0] as number) + at));
    expect(resets).toBe(0);
  }

  for (const node of killed) cluster.startAgain(node);
  await expect.poll(cluster.nodes, PATIENT).toHaveLength(3 + killed.length);
  for (const other of others) other.stop();
  await context.close();
  cluster.pressCtrlC();
  expect(await cluster.ended).toBe(0);
  expect(cluster.nodes().filter(isAlive)).toEqual([]);
  expect(existsSync(join(servers.folder(), 'data/postgres/postmaster.pid'))).toBe(false);
});
