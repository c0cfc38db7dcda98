import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-folder.ts';
import { prepareData } from './prepared-data.ts';
import { type ServerProcess, startServerProcess } from '../../../scripts/server-process.mjs';

/**
 * A new folder for each test and the servers that it starts on the data in it; what still runs afterwards is killed. The database
 * is there already, except where the tests are about the first start.
 */
export function ownServers({ isFirstStart = false } = {}) {
  let folder = '';
  let running: ServerProcess[] = [];
  beforeEach(() => {
    folder = makeTemporaryFolder();
    if (!isFirstStart) prepareData(join(folder, 'data'));
  });
  const kill = () => {
    for (const server of running) server.process.kill('SIGKILL');
  };
  afterEach(async () => {
    kill();
    await Promise.all(running.map(({ ended }) => ended));
    running = [];
    await removeTemporaryFolder(folder);
  });
  return {
    folder: () => folder,
    /** Ends all of them as a crash would; returns at once. */
    kill,
    start(
      settings: Readonly<Record<string, string>> = {},
      command?: Parameters<typeof startServerProcess>[1],
    ): ServerProcess {
      const server = startServerProcess({ PIPCAST_DATA_DIR: join(folder, 'data'), ...settings }, command);
      running.push(server);
      return server;
    },
  };
}
