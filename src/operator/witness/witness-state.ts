import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isObject, jsonIn } from '../../core/json/loose.ts';
import { parseCheckpoint, parseNote, type TreeHead, type VerifierKey } from '../../core/log/checkpoint.ts';
import { cosignatureOf } from '../../core/log/cosignature.ts';
import { syncFolder, textIfThere } from '../../server/platform/durable-files.ts';
import { sha256, verifyEd25519 } from '../../server/ledger/ed25519.ts';
import { type CliError, failed } from '../exit-codes.ts';

interface Cosigned {
  readonly head: TreeHead;
  /** With the log's signatures and the witness's own. */
  readonly note: string;
}

/** What a witness has cosigned last, of each log, in one file that is replaced as a whole. */
export class WitnessState {
  readonly #file: string;
  readonly #latest: Map<string, Cosigned>;
  /** What is in the file; undefined while there is none. */
  #text: string | undefined;

  private constructor(file: string, latest: Map<string, Cosigned>, text: string | undefined) {
    this.#file = file;
    this.#latest = latest;
    this.#text = text;
  }

  /**
   * Reads the state of a witness from its file; a file that is not there is a witness that has cosigned nothing.
   * @throws CliError when the file is damaged or of a witness with another key.
   */
  static async open(file: string, key: VerifierKey): Promise<WitnessState> {
    const text = readState(file);
    const latest = new Map<string, Cosigned>();
    for (const [origin, note] of Object.entries(parseState(file, text))) {
      const head = parseCheckpoint(note);
      if (typeof head === 'string' || head.origin !== origin)
        throw damaged(file, `its checkpoint of ${origin} is none`);
      const parsed = parseNote(note);
      const own =
        typeof parsed === 'string' ? parsed : await cosignatureOf(parsed, sha256, key, verifyEd25519);
      if (typeof own !== 'object')
        throw damaged(file, `its checkpoint of ${origin} is not cosigned by the key of this witness`);
      latest.set(origin, { head, note });
    }
    // Left by a process that was killed: what it held was never answered.
    rmSync(draftOf(file), { force: true });
    return new WitnessState(file, latest, text);
  }

  latest(origin: string): Cosigned | undefined {
    return this.#latest.get(origin);
  }

  all(): readonly Cosigned[] {
    return [...this.#latest.values()];
  }

  /**
   * Remembers what was cosigned; when it returns, that survives a power cut. Throws when it cannot be stored, and when another
   * process has written the file: then nothing may be signed.
   */
  keep(head: TreeHead, note: string): void {
    const next = new Map(this.#latest).set(head.origin, { head, note });
    const notes = Object.fromEntries([...next].map(([origin, each]) => [origin, each.note]));
    const text = `${JSON.stringify(notes, undefined, 2)}\n`;
    // Exclusively: of two processes on one file one fails here, or finds below that the file is not what it was.
    const draft = openSync(draftOf(this.#file), 'wx', 0o600);
    try {
      if (readState(this.#file) !== this.#text)
        throw new Error(`another process has written ${this.#file}: a state belongs to one witness`);
      writeFileSync(draft, text);
      fsyncSync(draft);
      renameSync(draftOf(this.#file), this.#file);
    } catch (error) {
      rmSync(draftOf(this.#file), { force: true });
      throw error;
    } finally {
      closeSync(draft);
    }
    this.#text = text;
    this.#latest.set(head.origin, { head, note });
    syncFolder(path.dirname(path.resolve(this.#file)));
  }
}

function draftOf(file: string): string {
  return `${file}.new`;
}

function readState(file: string): string | undefined {
  return textIfThere(file, ({ message }) => failed(`The state ${file} cannot be read: ${message}.`));
}

function parseState(file: string, text: string | undefined): Record<string, string> {
  if (text === undefined) return {};
  const value = jsonIn(text);
  if (value === undefined) throw damaged(file, 'it is not JSON');
  if (!isObject(value) || !Object.values(value).every((note) => typeof note === 'string'))
    throw damaged(file, 'it is not an object of checkpoints');
  return value as Record<string, string>;
}

function damaged(file: string, problem: string): CliError {
  return failed(
    `The state ${file} cannot be used: ${problem}.`,
    'Restore it. A witness that forgets what it has cosigned could cosign a fork: without the state, start over with another key.',
  );
}
