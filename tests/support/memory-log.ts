import type { Logger } from 'pino';
import type { Config } from '../../src/server/platform/config.ts';
import { createLogger } from '../../src/server/routes/site/logger.ts';

/** The server's own log, kept in memory. */
export interface MemoryLog {
  readonly log: Logger;
  /** All that was written, as it would stand in a file. */
  text(): string;
  entries(): Record<string, unknown>[];
  clear(): void;
}

export function memoryLog(level: Config['logLevel'] = 'debug'): MemoryLog {
  const lines: string[] = [];
  return {
    log: createLogger(level, { write: (line) => void lines.push(line) }),
    text: () => lines.join(''),
    entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    clear: () => void lines.splice(0),
  };
}
