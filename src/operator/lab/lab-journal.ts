import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, jsonIn } from '../../core/json/loose.ts';
import type { Rule } from '../../core/lab/rule.ts';
import { addressesIn, parseRuleAddress } from '../../core/lab/read-rule.ts';
import { makeFolder, textIfThere } from '../../server/platform/durable-files.ts';

/** When the sealed part of some prices was counted for a rule, and how many rules had been tried on them by then. */
export interface Opening {
  readonly at: string;
  readonly rule: string;
  readonly tries: number;
}

interface Line {
  readonly tried?: string;
  readonly opened?: Opening;
}

/** Which rules were tried on some prices, and for which of them the seal was opened. A line a try: two at once lose none. */
export class LabJournal {
  readonly #folder: string;
  readonly #file: string;
  /** Addresses of rules and of sweeps, each once. */
  readonly #tried = new Set<string>();
  readonly #openings: Opening[] = [];

  /** `prices` is the same for the same prices, whatever their name. */
  constructor(dataDir: string, prices: string) {
    this.#folder = join(dataDir, 'lab');
    this.#file = join(this.#folder, `${prices}.jsonl`);
    for (const { tried, opened } of this.#lines()) {
      if (tried !== undefined) this.#tried.add(tried);
      if (opened !== undefined) this.#openings.push(opened);
    }
  }

  get openings(): readonly Opening[] {
    return this.#openings;
  }

  addTry(address: string): void {
    if (this.#tried.has(address)) return;
    this.#tried.add(address);
    this.#append({ tried: address });
  }

  /** Notes that the seal was opened for a rule; a second time for the same rule changes nothing. */
  open(rule: string, at: string, tries: number): void {
    if (this.#openings.some((opening) => opening.rule === rule)) return;
    const opened = { at, rule, tries };
    this.#append({ opened });
    this.#openings.push(opened);
  }

  openedRules(): readonly Rule[] {
    return this.#openings.flatMap(({ rule }) => ruleAt(rule));
  }

  /** Every rule that was tried, by hand or in a sweep, once. */
  rules(): { readonly byHand: number; readonly bySweep: number; readonly all: readonly Rule[] } {
    const addresses = [...this.#tried];
    const each = new Set(addresses.flatMap(addressesIn));
    const byHand = addresses.filter((address) => each.has(address)).length;
    const all = [...each].flatMap(ruleAt);
    return { byHand, bySweep: all.length - byHand, all };
  }

  #lines(): readonly Line[] {
    const text = textIfThere(this.#file) ?? '';
    // Others are empty, or were half written when the power went.
    return text.split('\n').map(jsonIn).filter(isObject) as readonly Line[];
  }

  #append(line: Line): void {
    makeFolder(this.#folder);
    // On a line of its own, also after one that was half written.
    appendFileSync(this.#file, `\n${JSON.stringify(line)}\n`, { mode: 0o600, flush: true });
  }
}

function ruleAt(address: string): readonly Rule[] {
  const reading = parseRuleAddress(address);
  return 'problems' in reading ? [] : [reading.rule as Rule];
}
