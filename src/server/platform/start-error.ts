import { ConfigError } from './config.ts';
import { DatabaseError } from './database-error.ts';
import { isDiskFull } from './data-directory.ts';

/** A start that failed for a reason the operator can remove; the message is one line. */
class StartError extends Error {
  override readonly name = 'StartError';
}

/** The line to show instead of a stack trace; undefined when the error is a fault of the program. */
export function problemLine(error: unknown): string | undefined {
  if (isDiskFull(error) && !(error instanceof DatabaseError))
    return `The disk of the database is full (${error.message}): free some space on it.`;
  const expected = [ConfigError, DatabaseError, StartError].some((type) => error instanceof type);
  return expected && error instanceof Error ? error.message : undefined;
}

/** Turns a refusal to listen into a line that says what to do; other errors stay as they are. */
export function listenError(error: unknown, { host, port }: { host: string; port: number }): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is in use by another program. Stop that one, or start with another port, for example PORT=${port + 1}.`,
      );
    case 'EACCES':
      return new StartError(
        `Listening on port ${port} is not allowed for this user. Start with a port above 1023, for example PORT=8080.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `HOST is ${host}, which is not an address of this computer. Example: HOST=127.0.0.1`,
      );
    default:
      return error;
  }
}
