import { sameBytes } from '../../core/log/bytes.ts';
import { parseVerifierKey } from '../../core/log/checkpoint.ts';
import { cosignerKeyText } from '../../core/log/cosignature.ts';
import type { WitnessedLog } from '../../core/log/witness.ts';
import { printable } from '../../server/platform/printable.ts';
import { sha256 } from '../../server/ledger/ed25519.ts';
import { CliError } from '../exit-codes.ts';
import { interruptible, serveUntilStopped } from '../terminal.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { openWitnessKey, type WitnessKey } from './witness-key.ts';
import { createWitnessServer } from './witness-server.ts';
import { WitnessState } from './witness-state.ts';

export interface WitnessFlags {
  readonly port: number;
  readonly host: string;
  readonly state: string;
  readonly key: string;
  readonly name?: string;
  /** `VKEY` or `VKEY ORIGIN`. */
  readonly log: readonly string[];
}

/** `pipcast witness`: cosigns the checkpoints of logs until it is stopped. Prints its own vkey once it listens. */
export async function witnessCommand({ output }: CommandContext, flags: WitnessFlags): Promise<Ending> {
  const logs = logsOf(flags.log);
  const key = openWitnessKey(flags.key, flags.name);
  refuseOwnKey(logs, key);
  const state = await WitnessState.open(flags.state, key.verifier);
  return interruptible(async (signal): Promise<Ending> => {
    const server = createWitnessServer({
      logs,
      key,
      state,
      nowS: () => Math.floor(Date.now() / 1000),
      onEvent: (line) => output.note(printable(line)),
    });
    const vkey = cosignerKeyText(sha256, key.verifier);
    const followed = logs.map(({ origin }) => ({ origin, size: state.latest(origin)?.head.size ?? null }));
    return serveUntilStopped('witness', server, flags, signal, async (url) => {
      await output.result({ vkey, url, logs: followed }, () => vkey);
      for (const { origin, size } of followed)
        output.note(
          printable(`${origin}: ${size === null ? 'nothing cosigned yet' : `cosigned up to ${size}`}`),
        );
      output.note(`listens on ${url}; the line above is this witness's key for policies`);
    });
  });
}

function logsOf(texts: readonly string[]): WitnessedLog[] {
  const keys = texts.map((text) => {
    const [, vkey = '', origin] = /^(\S+)(?: (.+))?$/.exec(text) ?? [];
    const key = parseVerifierKey(sha256, vkey);
    if (key === undefined)
      throw new CliError(
        'usage',
        `This is not the key of a log: ${text}`,
        'It has the form name+id+key. Behind a space you can give the origin, where it is not the name of the key.',
      );
    return { key, origin: origin ?? key.name };
  });
  // A log whose key was changed has several.
  const origins = [...new Set(keys.map(({ origin }) => origin))];
  return origins.map((origin) => ({
    origin,
    keys: keys.filter((each) => each.origin === origin).map(({ key }) => key),
  }));
}

/** Under one key the words of the log and those of the witness could be taken for each other. */
function refuseOwnKey(logs: readonly WitnessedLog[], { verifier }: WitnessKey): void {
  for (const { origin, keys } of logs)
    if (keys.some(({ publicKey }) => sameBytes(publicKey, verifier.publicKey)))
      throw new CliError('usage', `The log ${origin} has the key of this witness.`, 'Give each its own key.');
}
