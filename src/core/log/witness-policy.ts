import { octetText, sameBytes } from './bytes.ts';
import { type Ed25519Verify, type Note, parseVerifierKey, type VerifierKey } from './checkpoint.ts';
import type { Sha256 } from './merkle-tree.ts';
import { type Cosignature, cosignatureOf, parseCosignerKey } from './cosignature.ts';

/** A log or a witness of a policy. */
export interface PolicyKey {
  readonly key: VerifierKey;
  /** For a witness its submission prefix. */
  readonly url: string | undefined;
}

export interface PolicyWitness extends PolicyKey {
  readonly name: string;
}

/** A rule that is met or not by those who cosigned: one witness, or at least so many members of a group. */
type Rule = { readonly witness: PolicyWitness } | { readonly least: number; readonly of: readonly Rule[] };

/** Which logs are believed, and which of the witnesses have to have cosigned a checkpoint (C2SP tlog-policy). */
export interface WitnessPolicy {
  readonly logs: readonly PolicyKey[];
  readonly witnesses: readonly PolicyWitness[];
  /** A group that needs none of no members stands for `quorum none`. */
  readonly quorum: Rule;
}

/** Who has cosigned a checkpoint, and whether that is enough. */
export interface Witnessed {
  /** In the order of the policy. */
  readonly by: readonly { readonly witness: PolicyWitness; readonly cosignature: Cosignature }[];
  readonly isQuorum: boolean;
  /**
   * When the quorum was complete, or else the last of them signed, in seconds since 1970 by their clocks. One witness whose clock
   * is ahead does not make it later. Undefined without a signature.
   */
  readonly seenS: number | undefined;
}

const NO_WITNESS: Rule = { least: 0, of: [] };

/** Parses a policy file; a string says what is wrong and in which line. */
export function parsePolicy(sha256: Sha256, file: Uint8Array): WitnessPolicy | string {
  // One character for each octet: names are octets, whatever they mean.
  const text = octetText(file);
  const lines = text.split('\n');
  if (lines.pop() !== '') return `line ${lines.length + 1} does not end with a newline: is the file whole?`;
  const reader = new PolicyReader(sha256);
  for (const [at, line] of lines.entries()) {
    const problem = reader.read(line);
    if (problem !== undefined) return `line ${at + 1}: ${problem}`;
  }
  return reader.policy ?? 'it has no quorum line';
}

/** Who of a policy's witnesses has cosigned a checkpoint, or why the note is malformed. The log's signature is not looked at. */
export async function witnessedBy(
  note: Note,
  policy: WitnessPolicy,
  sha256: Sha256,
  verify: Ed25519Verify,
): Promise<Witnessed | string> {
  const by: { witness: PolicyWitness; cosignature: Cosignature }[] = [];
  for (const witness of policy.witnesses) {
    const cosignature = await cosignatureOf(note, sha256, witness.key, verify);
    if (cosignature === 'wrong') return `the cosignature of ${witness.name} is wrong`;
    if (cosignature !== undefined) by.push({ witness, cosignature });
  }
  const newestFirst = [...by].sort((one, other) => other.cosignature.timeS - one.cosignature.timeS);
  const complete = newestFirst.find((_, at) =>
    isQuorum(policy, new Set(newestFirst.slice(0, at + 1).map(({ witness }) => witness))),
  );
  return {
    by,
    isQuorum: isQuorum(policy, new Set(by.map(({ witness }) => witness))),
    seenS: (complete ?? newestFirst[0])?.cosignature.timeS,
  };
}

/** Whether these witnesses are enough. */
export function isQuorum({ quorum }: WitnessPolicy, witnesses: ReadonlySet<PolicyWitness>): boolean {
  const isMet = (rule: Rule): boolean =>
    'witness' in rule ? witnesses.has(rule.witness) : rule.of.filter(isMet).length >= rule.least;
  return isMet(quorum);
}

/** How many witnesses it takes at least: fewer are never enough. */
export function leastWitnesses({ quorum }: WitnessPolicy): number {
  const least = (rule: Rule): number => {
    if ('witness' in rule) return 1;
    const cheapest = rule.of.map(least).sort((one, other) => one - other);
    return cheapest.slice(0, rule.least).reduce((sum, each) => sum + each, 0);
  };
  return least(quorum);
}

/** Reads a policy line by line; names are texts of octets. */
class PolicyReader {
  readonly #sha256: Sha256;
  readonly #logs: PolicyKey[] = [];
  readonly #witnesses: PolicyWitness[] = [];
  readonly #rules = new Map<string, Rule>();
  readonly #members = new Set<string>();
  #quorum: Rule | undefined;

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  get policy(): WitnessPolicy | undefined {
    if (this.#quorum === undefined) return undefined;
    return { logs: this.#logs, witnesses: this.#witnesses, quorum: this.#quorum };
  }

  read(line: string): string | undefined {
    if (/[^\t\u0080-\u009f\P{Cc}]/u.test(line)) return 'it holds a control character';
    const [kind = '', ...items] = line.split(/[ \t]+/).filter((item) => item !== '');
    if (kind === '' || kind.startsWith('#')) return undefined;
    switch (kind) {
      case 'log':
        return this.#log(items);
      case 'witness':
        return this.#witness(items);
      case 'group':
        return this.#group(items);
      case 'quorum':
        return this.#setQuorum(items);
      default:
        return `it begins with ${shown(kind)}, not with log, witness, group or quorum`;
    }
  }

  #log([vkey = '', url, ...rest]: readonly string[]): string | undefined {
    if (vkey === '' || rest.length > 0) return 'it is not: log <vkey> [<url>]';
    const key = parseVerifierKey(this.#sha256, shown(vkey));
    if (key === undefined) return 'its key is no vkey of Ed25519 signatures (type 1)';
    if (hasKey(this.#logs, key)) return 'another log has this key';
    this.#logs.push({ key, url: url && shown(url) });
    return undefined;
  }

  #witness([name = '', vkey = '', url, ...rest]: readonly string[]): string | undefined {
    if (vkey === '' || rest.length > 0) return 'it is not: witness <name> <vkey> [<url>]';
    const key = parseCosignerKey(this.#sha256, shown(vkey));
    if (key === undefined) return 'its key is no vkey of Ed25519 cosignatures (type 4)';
    if (hasKey(this.#witnesses, key)) return 'another witness has this key';
    const witness = { name: shown(name), key, url: url && shown(url) };
    this.#witnesses.push(witness);
    return this.#define(name, { witness });
  }

  #group([name = '', threshold = '', ...members]: readonly string[]): string | undefined {
    if (members.length === 0) return 'it is not: group <name> all|any|<number> <name>...';
    const of: Rule[] = [];
    for (const member of members) {
      const rule = this.#rules.get(member);
      if (rule === undefined) return `${shown(member)} is not defined on a line above`;
      if (this.#members.has(member)) return `${shown(member)} is a member already`;
      this.#members.add(member);
      of.push(rule);
    }
    const least = threshold === 'all' ? of.length : threshold === 'any' ? 1 : decimal(threshold);
    if (least === undefined || least < 1 || least > of.length)
      return `${shown(threshold)} is not all, any or a number from 1 to ${of.length}`;
    return this.#define(name, { least, of });
  }

  #setQuorum([name = '', ...rest]: readonly string[]): string | undefined {
    if (name === '' || rest.length > 0) return 'it is not: quorum <name>';
    if (this.#quorum !== undefined) return 'there is a quorum line above';
    this.#quorum = name === 'none' ? NO_WITNESS : this.#rules.get(name);
    return this.#quorum === undefined ? `${shown(name)} is not defined on a line above` : undefined;
  }

  #define(name: string, rule: Rule): string | undefined {
    if (name === 'none' || this.#rules.has(name)) return `the name ${shown(name)} is taken`;
    this.#rules.set(name, rule);
    return undefined;
  }
}

function hasKey(keys: readonly PolicyKey[], { publicKey }: VerifierKey): boolean {
  return keys.some(({ key }) => sameBytes(key.publicKey, publicKey));
}

function decimal(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Octets as UTF-8, or as they are where they are none. */
function shown(octets: string): string {
  const escaped = octets.replace(
    /[%\x80-\xff]/g,
    (octet) => `%${octet.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  try {
    return decodeURIComponent(escaped);
  } catch {
    return octets;
  }
}
