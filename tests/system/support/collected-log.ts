import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';

/** A logger whose lines a test can read. */
export interface CollectedLog {
  readonly log: Logger;
  /** The messages so far, the oldest first. */
  messages(): string[];
}

/** Collects everything from `debug` up, and prints nothing. */
export function collectLog(): CollectedLog {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString('utf8'));
      done();
    },
  });
  return {
    log: pino({ level: 'debug' }, stream),
    messages: () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
  };
}
