import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exampleContactVariables, loadConfig } from '../platform/config.ts';
import { withBrandIcon } from '../routes/site/app-manifest.ts';
import { type DrawPages, NO_WEB } from '../routes/site/drawn-pages.ts';
import { createLogger, logOutput } from '../routes/site/logger.ts';
import { loadStaticFiles } from '../routes/site/static-files.ts';
import { FROM_SOURCE, packageVersion, PROJECT_ROOT } from '../platform/project-files.ts';
import { problemLine } from '../platform/start-error.ts';
import { type RunningServer, startServer } from './start-server.ts';

/** One Ctrl-C can arrive twice, from the terminal and from npm; a second press comes later than this. */
const SAME_PRESS_MS = 500;

function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}

// The reader of the output may exit; that must not end the server.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

try {
  await main();
} catch (error) {
  const line = problemLine(error);
  process.stderr.write(`${line ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = loadConfig();
  const output = logOutput();
  const log = createLogger(config.logLevel, output);
  // `npm run dev` runs the sources, and Vite serves the pages.
  const web = FROM_SOURCE
    ? NO_WEB
    : {
        files: withBrandIcon(loadStaticFiles(join(PROJECT_ROOT, 'dist/web')), config.brandIcon),
        drawPages: await builtPages(),
      };

  const starting = startServer({
    config,
    log,
    droppedLogEntries: output.dropped,
    version: packageVersion(),
    web,
  });
  stopOnSignals(starting);
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error }, `stopping after an ${origin}`);
    void endProcess(starting, 1);
  });
  const server = await starting;

  say(FROM_SOURCE ? `The server listens at ${server.origin}` : `Pipcast is running at ${server.origin}`);
  if (server.demo !== undefined) {
    say();
    say('  Sign in with the demo account made for this first start:');
    say(`    E-mail  ${server.demo.account.email}`);
    say(`    Key     ${server.demo.key}   (shown only this once)`);
    say();
  }
  say(`Data: ${server.where}`);
  const examples = exampleContactVariables(config.contact);
  if (examples.length > 0) {
    say(
      `Example contact values are still shown to visitors. Set ${examples.join(', ')} (environment or .env).`,
    );
  }
  if (config.hosted === undefined && config.signup === 'open') {
    say('Sign-up is open: every client can make an account. PIPCAST_SIGNUP=closed leaves that to you.');
  }
  say('Press Ctrl-C to stop.');
}

/** The part of the built src/web that runs in the server. */
async function builtPages(): Promise<DrawPages> {
  const { href } = pathToFileURL(join(PROJECT_ROOT, 'dist/drawn/draw-pages.js'));
  const { drawPages } = (await import(href)) as { drawPages: DrawPages };
  return drawPages;
}

function stopOnSignals(starting: Promise<RunningServer>): void {
  let firstPressMs: number | undefined;
  const onSignal = () => {
    const now = performance.now();
    if (firstPressMs === undefined) {
      firstPressMs = now;
      say('Stopping...');
      void endProcess(starting, 0);
    } else if (now - firstPressMs > SAME_PRESS_MS) {
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // npm run dev has ended or was killed.
  if (FROM_SOURCE) process.once('disconnect', onSignal);
}

/** Stops a running or starting server, then the process. */
async function endProcess(starting: Promise<RunningServer>, code: number): Promise<void> {
  try {
    const server = await starting;
    await server.stop();
  } catch (error) {
    process.stderr.write(`${problemLine(error) ?? String(error)}\n`);
    process.exit(1);
  }
  process.exit(code);
}
