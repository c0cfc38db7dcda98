import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { epochMs } from '../core/kit/time.ts';
import { buildApp } from './app.ts';
import { openAuth } from './auth/auth.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/open-database.ts';
import { trackConnections } from './http/connections.ts';
import type { StaticFile } from './http/static-files.ts';
import { listenError } from './start-error.ts';

export interface RunningServer {
  /** Where it listens, e.g. http://127.0.0.1:3000. */
  readonly origin: string;
  /** Where the data is, for people; undefined when the server keeps none. */
  readonly where: string | undefined;
  /** Finishes the requests under way, then stops everything, the database last. */
  stop(): Promise<void>;
}

/** How long requests under way may take to finish once the server stops. */
const DRAIN_MS = 10_000;

/**
 * Starts everything in order: database, auth, HTTP. When a step fails, what was started before is stopped.
 * @throws ConfigError, DatabaseError or StartError for what the operator can remove.
 */
export async function startServer(
  config: Config,
  log: FastifyBaseLogger,
  version: string,
  files: ReadonlyMap<string, StaticFile> | undefined,
): Promise<RunningServer> {
  const started: (() => Promise<void>)[] = [];
  const stopStarted = async () => {
    for (const stop of started.splice(0).reverse()) await stop();
  };
  let draining = false;
  try {
    const database = await openDatabase(config, log);
    started.push(() => database.close());

    const auth = await openAuth({
      db: database.db,
      now: () => epochMs(Date.now()),
      log,
      signup: config.signup,
      rateLimit: config.rateLimit,
      publicUrl: config.publicUrl,
      dataDir: config.dataDir,
      secret: config.authSecret,
      version,
    });
    started.push(() => auth.close());

    const app = await buildApp({
      config,
      log,
      db: database.db,
      auth,
      files,
      check: async () => {
        await database.db.query('SELECT 1');
      },
      isDraining: () => draining,
    });
    const connections = trackConnections(app.server);
    started.push(async () => {
      const endDrain = connections.drain(DRAIN_MS);
      await app.close().finally(endDrain);
    });

    await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw listenError(error, config);
    });
    return {
      origin: originOf(config.host, app.server.address() as AddressInfo),
      where: database.where,
      stop: async () => {
        draining = true;
        await stopStarted();
      },
    };
  } catch (error) {
    await stopStarted();
    throw error;
  }
}

/** An address that works in a browser on this computer: one that stands for all networks is shown as the loopback. */
function originOf(host: string, { port }: AddressInfo): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
