import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { SignalId } from '../../src/core/signals/ledger-entry.ts';
import { signalAt } from '../support/entries.ts';
import { memoryLedger } from './stream/market-fakes.ts';
import { type MarketServer, startMarketServer } from './stream/market-server.ts';

const DOCS = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
const TOKEN = `pipcast_${'x'.repeat(43)}`;

let server: MarketServer;
let bot: ChildProcess;
afterEach(async () => {
  bot.kill();
  await server.app.close();
});

/** The programs of docs/api.md by their language. */
function example(language: string): string {
  const blocks = [...DOCS.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)];
  const code = blocks.findLast(([, name]) => name === language)?.[2];
  if (code === undefined) throw new Error(`docs/api.md has no ${language}`);
  return code;
}

const PROGRAMS = [
  ['sh', 'sh', ['-c']],
  ['python', 'python3', ['-c']],
  ['js', process.execPath, ['--input-type=module', '-e']],
] as const;

for (const [language, command, args] of PROGRAMS) {
  const needed = language === 'sh' ? 'curl' : command;
  test.skipIf(spawnSync(needed, ['--version']).error !== undefined)(
    `the ${language} program of docs/api.md has at most 30 lines and prints a new signal, with a token alone`,
    async () => {
      const code = example(language);
      expect(code.trim().split('\n').length).toBeLessThanOrEqual(30);
      const ledger = memoryLedger();
      server = await startMarketServer({
        ledger,
        identifyToken: async (token) =>
          token === TOKEN ? { id: 'user-1', email: '', tokenId: 'token-1' } : undefined,
      });
      ledger.record(
        signalAt(Date.now() - 120_000, { id: '11111111-1111-4111-8111-111111111111' as SignalId }),
      );
      bot = spawn(command, [...args, code], {
        env: { ...process.env, PIPCAST_URL: server.origin, PIPCAST_TOKEN: TOKEN },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let printed = '';
      bot.stdout?.on('data', (part: Buffer) => {
        printed += part.toString();
      });
      await expect.poll(() => server.api.streams()).toBe(1);
      const id = '22222222-2222-4222-8222-222222222222' as SignalId;
      ledger.record(signalAt(Date.now(), { id }));
      await expect.poll(() => printed).toContain(id);
      expect(printed.trim().split('\n')).toHaveLength(1);
    },
  );
}
