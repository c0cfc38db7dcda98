import { type Environment, loadConfig } from '../../src/server/platform/config.ts';
import { countDropped } from '../../src/server/routes/site/logger.ts';
import { NO_WEB } from '../../src/server/routes/site/drawn-pages.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/start/start-server.ts';
import { memoryLog } from './memory-log.ts';

/** The whole server with these settings, without pages unless they are given. */
export function startTestServer(
  env: Environment,
  { log = memoryLog().log, version = '0.0.0', web = NO_WEB }: Partial<ServerOptions> = {},
): Promise<RunningServer> {
  return startServer({ config: loadConfig(env), log, version, web, droppedLogEntries: countDropped() });
}
