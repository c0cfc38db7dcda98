import type { RecordSummary } from '../wire/record.ts';
import { MINUTE_MS, SECOND_MS } from '../time/instant.ts';
import type { PlacedEntry } from '../signals/ledger-entry.ts';
import { LedgerFold } from './ledger-fold.ts';

/** Figures are computed alike everywhere, but logarithms may differ in their last digits from one machine to another. */
const TOLERANCE = 1e-9;

/** A record is asked for before the checkpoint: it is hardly older. */
const MOST_BEHIND_MS = MINUTE_MS;
/** No engine has so many versions; a strange server may say any number. */
const MOST_ENGINES = 64;
const AT_ONCE = 4;
/** Characters of a wrong figure that a message repeats. */
const MOST_SAID = 200;

export interface PublishedRecord {
  /** One of each engine version. */
  readonly summaries: readonly RecordSummary[];
  /** Why summaries are missing; undefined where none is. */
  readonly problem: string | undefined;
}

/** Asks for the summary of each engine version that a site lists of a ledger, as far as any honest one would go; `ask` may find none. */
export async function readRecords(
  ledger: string,
  ask: (engine: string | undefined) => Promise<RecordSummary | undefined>,
): Promise<PublishedRecord> {
  const first = await ask(undefined);
  if (first === undefined) return { summaries: [], problem: 'there is no record' };
  const ofLedger = first.choices.filter((choice) => choice.ledger === ledger);
  const listed = new Set(ofLedger.map(({ engine }) => engine));
  listed.delete(first.engine);
  const engines = [...listed].slice(0, MOST_ENGINES);
  const found: (RecordSummary | undefined)[] = [first];
  for (let from = 0; from < engines.length; from += AT_ONCE)
    found.push(...(await Promise.all(engines.slice(from, from + AT_ONCE).map(ask))));
  const summaries = found.filter((summary) => summary !== undefined);
  const missing = listed.size + 1 - summaries.length;
  const problem =
    missing === 0
      ? undefined
      : `the record lists ${listed.size + 1} engine versions, and ${missing} were not had`;
  return { summaries, problem };
}

/** Holds the figures of a published record against those that its ledger's entries give. */
export class RecordCheck {
  readonly #fold = new LedgerFold();
  readonly #published: RecordSummary[];
  readonly #problem: string | undefined;
  readonly #problems: string[] = [];
  /** Engine versions that were compared, with the time of the first entry that their summary lacks. */
  readonly #compared = new Map<string, number | undefined>();
  #lastAtMs = 0;

  constructor({ summaries, problem }: PublishedRecord) {
    this.#published = summaries.toSorted((one, other) => one.size - other.size);
    this.#problem = problem;
    this.#compare();
  }

  /** Takes in the next entry of the ledger. */
  add(placed: PlacedEntry): void {
    this.#fold.add(placed);
    this.#lastAtMs = placed.entry.atMs;
    for (const [engine, sinceMs] of this.#compared) this.#compared.set(engine, sinceMs ?? this.#lastAtMs);
    this.#compare();
  }

  /** What was published and does not follow from the entries, one sentence each; call it after the last entry. */
  problems(): readonly string[] {
    const beyond = this.#published.map(
      ({ engine, size }) =>
        `The record of ${engine} is wrong: it says that it is of ${size} entries, but the ledger has only ${this.#fold.size}.`,
    );
    return [...this.#problems, ...beyond];
  }

  get compared(): number {
    return this.#compared.size;
  }

  /** What could not be compared, one sentence each: the ledger may hold, but that was not shown. */
  notCompared(): readonly string[] {
    const missing = this.#problem === undefined ? [] : [`The record was not compared: ${this.#problem}.`];
    for (const engine of this.#fold.books.keys())
      if (!this.#compared.has(engine) && !this.#published.some((published) => published.engine === engine))
        missing.push(`The record of ${engine} was not compared: the site does not show it.`);
    for (const [engine, sinceMs = this.#lastAtMs] of this.#compared)
      if (this.#lastAtMs - sinceMs > MOST_BEHIND_MS)
        missing.push(
          `The record of ${engine} was not compared: it is ${Math.round((this.#lastAtMs - sinceMs) / SECOND_MS)} s older than the ledger.`,
        );
    return missing;
  }

  #compare(): void {
    while (this.#published[0]?.size === this.#fold.size) {
      const published = this.#published.shift() as RecordSummary;
      const { engine } = published;
      this.#compared.set(engine, undefined);
      const difference = firstDifference(published, this.#fold.figures(engine), '');
      if (difference === undefined) continue;
      this.#problems.push(`The record of ${engine} is wrong: ${difference}.`);
    }
  }
}

/** The first figure of `own` that was published otherwise, in words. Figures that only the published record has are ignored. */
function firstDifference(published: unknown, own: unknown, path: string): string | undefined {
  if (typeof own === 'object' && own !== null) {
    if (typeof published !== 'object' || published === null) return differ(published, own, path);
    if (Array.isArray(own) && Array.isArray(published) && own.length !== published.length)
      return differ(`${published.length} values`, `${own.length}`, path);
    for (const [key, value] of Object.entries(own)) {
      const inner = (published as Readonly<Record<string, unknown>>)[key];
      const found = firstDifference(inner, value, path === '' ? key : `${path}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const isSame =
    typeof own === 'number' && typeof published === 'number'
      ? Math.abs(published - own) <= TOLERANCE * Math.max(1, Math.abs(own))
      : published === own;
  return isSame ? undefined : differ(published, own, path);
}

function differ(published: unknown, own: unknown, path: string): string {
  const text = (JSON.stringify(published) ?? 'nothing').slice(0, MOST_SAID);
  return `${path} says ${text}, but by the entries it is ${JSON.stringify(own)}`;
}
