import type { RecordSummary } from '../wire/record.ts';
import type { PlacedEntry } from '../signals/ledger-entry.ts';
import { LedgerFold } from './ledger-fold.ts';

/** Figures are computed alike everywhere, but logarithms may differ in their last digits from one machine to another. */
const TOLERANCE = 1e-9;

/** Holds figures that a record told against those that its ledger's entries give. */
export class RecordCheck {
  readonly #fold = new LedgerFold();
  readonly #told: RecordSummary[];
  readonly #problems: string[] = [];

  /** `told` are summaries of one ledger, of any engine versions and sizes. */
  constructor(told: readonly RecordSummary[]) {
    this.#told = told.toSorted((one, other) => one.size - other.size);
    this.#compare();
  }

  /** Takes in the next entry of the ledger. */
  add(placed: PlacedEntry): void {
    this.#fold.add(placed);
    this.#compare();
  }

  /** What was told and does not follow from the entries, one sentence each; to be asked after the last entry. */
  problems(): readonly string[] {
    const beyond = this.#told.map(
      ({ engine, size }) =>
        `The record of ${engine} is wrong: it says that it is of ${size} entries, but the ledger has only ${this.#fold.size}.`,
    );
    return [...this.#problems, ...beyond];
  }

  #compare(): void {
    while (this.#told[0]?.size === this.#fold.size) {
      const told = this.#told.shift() as RecordSummary;
      const { engine } = told;
      const difference = firstDifference(told, this.#fold.figures(engine), '');
      if (difference === undefined) continue;
      this.#problems.push(`The record of ${engine} is wrong: ${difference}.`);
    }
  }
}

/** The first figure of `own` that was told otherwise, in words. What was told besides is not looked at. */
function firstDifference(told: unknown, own: unknown, path: string): string | undefined {
  if (typeof own === 'object' && own !== null) {
    if (typeof told !== 'object' || told === null) return differ(told, own, path);
    if (Array.isArray(own) && Array.isArray(told) && own.length !== told.length)
      return differ(`${told.length} values`, `${own.length}`, path);
    for (const [key, value] of Object.entries(own)) {
      const inner = (told as Readonly<Record<string, unknown>>)[key];
      const found = firstDifference(inner, value, path === '' ? key : `${path}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const isSame =
    typeof own === 'number' && typeof told === 'number'
      ? Math.abs(told - own) <= TOLERANCE * Math.max(1, Math.abs(own))
      : told === own;
  return isSame ? undefined : differ(told, own, path);
}

function differ(told: unknown, own: unknown, path: string): string {
  return `${path} says ${JSON.stringify(told)}, but by the entries it is ${JSON.stringify(own)}`;
}
