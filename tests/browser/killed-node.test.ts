import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { createProxy } from '../../scripts/cluster/proxy.mjs';
import { startOwnPostgres } from '../support/throwaway-postgres.ts';
import { type Cluster, type ClusterNode, startCluster } from '../system/support/cluster.ts';
import { ownServers } from '../system/support/own-servers.ts';
import { createAccount } from './support/accounts.ts';
import { homeScreen } from './support/screens.ts';
import { test } from './support/visit.ts';

/** For a busy computer. */
const PATIENT = { timeout: 60_000 };

const servers = ownServers({ isFirstStart: true });

async function start(): Promise<Cluster> {
  const postgres = await startOwnPostgres();
  onTestFinished(() => postgres.stop());
  return startCluster(2, {
    databaseUrl: postgres.url,
    folder: servers.folder(),
    start: servers.start,
    settings: { PIPCAST_SIGNUP: 'open', PIPCAST_TRUSTED_PROXIES: '127.0.0.1' },
  });
}

/** The proxy of `npm run cluster`, and how to hand it other nodes. */
async function startProxy(first: ClusterNode) {
  let origins = [await first.server.origin];
  const { server, look, close } = createProxy(() => origins);
  onTestFinished(close);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await look();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async hand(nodes: readonly ClusterNode[]) {
      origins = await Promise.all(nodes.map((node) => node.server.origin));
      await look();
    },
  };
}

/** When the card's decision was made, as it says: of a signal, or of why there is none. */
async function decidedAt(card: Locator): Promise<string | undefined> {
  return /(?:Generated|at) (\d\d:\d\d:\d\d)/.exec(await card.innerText())?.[1];
}

/** Asks P-BOT until it has a signal: on made-up prices it has none every other time. */
async function nextSignal(page: Page): Promise<string | undefined> {
  const { generate, latest } = homeScreen(page);
  for (;;) {
    const before = await decidedAt(latest);
    await expect.poll(() => generate.isEnabled(), PATIENT).toBe(true);
    await generate.click();
    await expect
      .poll(() => decidedAt(latest), PATIENT)
      .toSatisfy((at: string | undefined) => at !== undefined && at !== before);
    if (/Generated/.test(await latest.innerText())) return decidedAt(latest);
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

test('a trader whose node is killed, and the desk with it, is told nothing, keeps the page, the session and the signal, gets the next one, and may reload', async ({
  visit,
}) => {
  const cluster = await start();
  const desk = await cluster.desk();
  const proxy = await startProxy(desk);
  const { session } = await createAccount(undefined, proxy.url);
  // The visit fails if the page logs anything, or a request of it does not come to its end.
  const { page, allowNoise } = await visit('/', {
    session,
    url: proxy.url,
    stored: { 'pipcast.source': 'market' },
  });
  const { bot, latest, signOut } = homeScreen(page);
  await bot.click();
  const hasSaidSo = await watchFor(page, 'Reconnecting');
  const signal = await nextSignal(page);
  await proxy.hand(cluster.nodes);

  // The system ends the sockets of a process that was killed, or resets them: that alone the browser calls a failure.
  allowNoise(/\/api\/market\/stream/);
  desk.server.process.kill('SIGKILL');
  await desk.server.ended;
  expect(await decidedAt(latest)).toBe(signal);
  await latest.getByText('Settled', { exact: true }).waitFor(PATIENT);
  expect(await decidedAt(latest)).toBe(signal);
  const next = await nextSignal(page);
  expect(await hasSaidSo()).toBe(false);
  expect(await signOut.isVisible()).toBe(true);

  await page.reload();
  await bot.click();
  await expect.poll(() => decidedAt(latest)).toBe(next);
  expect(await signOut.isVisible()).toBe(true);
});
