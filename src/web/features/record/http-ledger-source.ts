import { MissingPartError, orMissing } from '../../../core/log/log-source.ts';
import { type LedgerSource } from '../../../core/signals/ledger-source.ts';
import { tilePath } from '../../../core/log/tiles.ts';
import { readRecords, type PublishedRecord } from '../../../core/record/record-check.ts';
import type { RecordSummary } from '../../../core/wire/record.ts';
import { type ApiClient, ApiError } from '../../lib/api-client.ts';
import { texts } from './texts.ts';

/** A ledger as the server publishes it (C2SP tlog-tiles), and the text of the key that its checkpoints are signed with. */
export interface PublishedLedger extends LedgerSource {
  key(): Promise<string>;
  /** How many keys the server says the ledger has had; undefined where it does not say. */
  keys(): Promise<number | undefined>;
  /** What the server's record says of the ledger. */
  records(): Promise<PublishedRecord>;
}

/** Reads the ledger of this name over HTTP; requests end with `signal`. Rejects with an ApiError, or a MissingPartError. */
export function httpLedgerSource(api: ApiClient, name: string, signal: AbortSignal): PublishedLedger {
  const base = `/ledger/${encodeURIComponent(name)}`;

  async function ask<T>(
    path: string,
    read: (answer: Response) => Promise<T>,
    below = `${base}/`,
  ): Promise<T> {
    try {
      return await api.ask(`${below}${path}`, read, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404)
        throw new MissingPartError(texts.noPart({ path }));
      throw error;
    }
  }
  const text = (path: string) => ask(path, (answer) => answer.text());
  const bytes = (path: string) => ask(path, async (answer) => new Uint8Array(await answer.arrayBuffer()));

  return {
    records: () =>
      readRecords(name, async (engine) => {
        const query = new URLSearchParams({ ledger: name, ...(engine !== undefined && { engine }) });
        const json = async (answer: Response) => (await answer.json()) as RecordSummary;
        const found = await orMissing(ask(`/api/record?${query}`, json, ''));
        return found instanceof MissingPartError ? undefined : found;
      }),
    keys: async () => {
      const list = async (answer: Response) =>
        ((await answer.json()) as { ledgers: { name: string; keys: number }[] }).ledgers;
      const ledgers = await orMissing(ask('/ledger', list, ''));
      return ledgers instanceof MissingPartError
        ? undefined
        : ledgers.find((each) => each.name === name)?.keys;
    },
    key: async () => (await text('key')).trim(),
    checkpoint: () => text('checkpoint'),
    tile: (level, index, width) => bytes(tilePath({ level, index, width })),
    entries: (index, width) => bytes(tilePath({ level: 'entries', index, width })),
  };
}
