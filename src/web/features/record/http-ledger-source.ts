import { MissingPartError } from '../../../core/log/log-source.ts';
import { type LedgerSource } from '../../../core/signals/ledger-source.ts';
import { tilePath } from '../../../core/log/tiles.ts';
import type { SendRequest } from './record-api.ts';

/** The ledger could not be read to its end; the message is one plain sentence. */
export class LedgerUnreadError extends Error {
  override readonly name = 'LedgerUnreadError';
}

/** A ledger as the server publishes it (C2SP tlog-tiles), and the text of the key that its checkpoints are signed with. */
export interface PublishedLedger extends LedgerSource {
  key(): Promise<string>;
}

/** Reads the ledger of this name over HTTP; requests end with `signal`. */
export function httpLedgerSource(send: SendRequest, name: string, signal: AbortSignal): PublishedLedger {
  const base = `/ledger/${encodeURIComponent(name)}`;

  async function ask(path: string): Promise<Response> {
    let response: Response;
    try {
      response = await send(`${base}/${path}`, { signal });
    } catch (error) {
      if (signal.aborted) throw error;
      throw new LedgerUnreadError('The server did not answer. Check your connection.');
    }
    if (response.ok) return response;
    if (response.status === 404) throw new MissingPartError(`The server has no ${path}.`);
    throw new LedgerUnreadError(`The server answered with an error (${response.status}).`);
  }
  const bytes = async (path: string) => new Uint8Array(await (await ask(path)).arrayBuffer());

  return {
    key: async () => (await (await ask('key')).text()).trim(),
    checkpoint: async () => (await ask('checkpoint')).text(),
    tile: (level, index, width) => bytes(tilePath({ level, index, width })),
    entries: (index, width) => bytes(tilePath({ level: 'entries', index, width })),
  };
}
