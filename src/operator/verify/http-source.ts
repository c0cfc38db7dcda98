import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { jsonIn } from '../../core/json/loose.ts';
import { MissingPartError, orMissing } from '../../core/log/log-source.ts';
import type { LedgerSource } from '../../core/signals/verify-ledger.ts';
import { HASH_BYTES } from '../../core/log/merkle-tree.ts';
import { tilePath } from '../../core/log/tiles.ts';
import { type PublishedRecord, readRecords } from '../../core/record/record-check.ts';
import { cosignedPage } from '../../core/wire/witness.ts';
import { engineName, type RecordSummary } from '../../core/wire/record.ts';
import { readAtMost } from '../../server/platform/read-at-most.ts';
import { reasonOf } from '../../server/platform/database-error.ts';
import { CliError, failed } from '../exit-codes.ts';

export interface HttpLedgerOptions {
  /** The site's address. */
  readonly site: URL;
  readonly ledger: string;
  /** A bearer token; sent with the requests for entries and for the record only. */
  readonly token: string | undefined;
  readonly signal: AbortSignal;
}

const ANSWER_LIMIT_MS = 30_000;
const TRIES = 4;
const RETRY_MS = 500;
/** No honest checkpoint or key comes near this. */
const MOST_TEXT_BYTES = 65_536;
const MOST_ENTRY_BYTES = 2 + 65_535;
const MOST_SUMMARY_BYTES = 1_048_576;
const MOST_NOTES_BYTES = 8 * 1_048_576;

/** A ledger read over HTTP from any log that serves tlog-tiles at `<site>/ledger/<name>`. */
export function httpLedger({ site, ledger, token, signal }: HttpLedgerOptions) {
  const base = new URL(`ledger/${ledger}/`, site.href.endsWith('/') ? site : `${site.href}/`);

  async function read(
    path: string,
    mostBytes: number,
    headers: Record<string, string> = {},
  ): Promise<Buffer> {
    const url = new URL(path, base);
    for (let tries = 1; ; tries += 1) {
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
        const answer = await fetch(url, { headers, signal: limit });
        if (answer.ok) return await bodyOf(answer, mostBytes, url);
        await answer.body?.cancel();
        if (answer.status < 500 && answer.status !== 429) throw refusal(answer.status, url);
        if (tries === TRIES) throw failed(`${url} answers ${answer.status}.`);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof CliError || error instanceof MissingPartError) throw error;
        if (tries === TRIES)
          throw failed(
            `${url} cannot be read: ${reasonOf(error)}.`,
            'Is the address right, and the server up?',
          );
      }
      await sleep(RETRY_MS * tries, undefined, { signal });
    }
  }

  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };

  /** Undefined where a server has nothing there. */
  async function textIn(
    path: string,
    mostBytes: number,
    headers?: Record<string, string>,
  ): Promise<string | undefined> {
    const body = await orMissing(read(path, mostBytes, headers));
    return body instanceof MissingPartError ? undefined : body.toString('utf8');
  }

  async function summary(engine: string | undefined): Promise<RecordSummary | undefined> {
    const query = new URLSearchParams({ ledger, ...(engine !== undefined && { engine }) });
    const text = await textIn(`../../api/record?${query}`, MOST_SUMMARY_BYTES, authorization);
    return text === undefined ? undefined : parsedSummary(text);
  }

  /** The first checkpoint over each decision with a quorum of witnesses, according to the server, in the order of their sizes. */
  async function* cosigned(): AsyncGenerator<string> {
    for (let from = 0; ; ) {
      const text = await textIn(`cosigned?from=${from}`, MOST_NOTES_BYTES);
      if (text === undefined) return;
      const { notes, next } = parsedNotes(text);
      yield* notes;
      // A strange server may go round in circles.
      if (next === null || next <= from) return;
      from = next;
    }
  }

  return {
    cosigned,
    /** What the server's record says of the ledger. */
    records: (): Promise<PublishedRecord> => readRecords(ledger, summary),
    /** How many keys the server says the ledger has had. */
    keys: async () => keysIn(await textIn('../../ledger', MOST_SUMMARY_BYTES), ledger),
    /** The key that the server says it signs with. */
    key: async () => (await read('key', MOST_TEXT_BYTES)).toString('utf8').trim(),
    /** The newest checkpoint with a quorum of witnesses, according to the server. */
    witnessed: () => textIn('witnessed', MOST_TEXT_BYTES),
    source: {
      checkpoint: async () => (await read('checkpoint', MOST_TEXT_BYTES)).toString('utf8'),
      tile: (level, index, width) => read(tilePath({ level, index, width }), width * HASH_BYTES),
      entries: (index, width) =>
        read(tilePath({ level: 'entries', index, width }), width * MOST_ENTRY_BYTES, authorization),
    } satisfies LedgerSource,
  };
}

const ledgerList = z.object({ ledgers: z.array(z.object({ name: z.string(), keys: z.int() })) });

/** In the list of a server's ledgers; undefined where it does not say. */
function keysIn(text: string | undefined, ledger: string): number | undefined {
  const list = ledgerList.safeParse(jsonIn(text ?? ''));
  return list.data?.ledgers.find(({ name }) => name === ledger)?.keys;
}

function parsedNotes(text: string): { readonly notes: readonly string[]; readonly next: number | null } {
  const page = cosignedPage.safeParse(jsonIn(text));
  if (page.success) return page.data;
  throw failed('What witnesses have cosigned is not served as Pipcast serves it.');
}

/** What a strange server sends as a summary is compared figure by figure; here only what is needed to begin is looked at. */
const summaryHead = z.object({
  size: z.int(),
  engine: engineName,
  choices: z.array(z.object({ ledger: z.string(), engine: engineName })),
});

function parsedSummary(text: string): RecordSummary {
  const summary = jsonIn(text);
  if (summaryHead.safeParse(summary).success) return summary as RecordSummary;
  throw failed('The record at /api/record is not one of Pipcast.');
}

async function bodyOf(answer: Response, mostBytes: number, url: URL): Promise<Buffer> {
  const body = await readAtMost(answer.body ?? [], mostBytes);
  if (body === undefined) throw failed(`${url} answers with more than ${mostBytes} bytes.`);
  return body;
}

function refusal(status: number, url: URL): Error {
  if (status === 401 || status === 403)
    return failed(
      `${url} is not open to everybody.`,
      'Put an access token of an account into PIPCAST_TOKEN.',
    );
  if (status !== 404) return failed(`${url} answers ${status}.`);
  if (/\/(checkpoint|key)$/.test(url.pathname))
    return new CliError(
      'not_found',
      `There is no ledger with entries at ${new URL('.', url)}.`,
      `See ${new URL('..', url).href.slice(0, -1)} for those there are.`,
    );
  return new MissingPartError(`${url.pathname} is missing`);
}
