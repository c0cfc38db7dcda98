/** Logs 2,000 entries as the server does, and fails. */
import { createLogger, logOutput } from '../../../src/server/routes/site/logger.ts';

const log = createLogger('info', logOutput());
for (let i = 1; i <= 2_000; i += 1) log.info({ path: `/nope-${i}-${'x'.repeat(200)}` }, 'request');
throw new Error('unforeseen');
