import { readFileSync } from 'node:fs';
import { parsePolicy, type WitnessPolicy } from '../../core/log/witness-policy.ts';
import { ConfigError } from '../platform/config.ts';
import { sha256 } from './ed25519.ts';

/**
 * The policy of a file (C2SP tlog-policy).
 * @throws ConfigError when it cannot be read or is none; it names the file and the line.
 */
export function readPolicyFile(file: string): WitnessPolicy {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new ConfigError(`The witness policy ${file} cannot be read: ${(error as Error).message}.`);
  }
  const policy = parsePolicy(sha256, bytes);
  if (typeof policy === 'string') throw new ConfigError(`The witness policy ${file} is wrong: ${policy}.`);
  return policy;
}

/**
 * The policy that a server asks witnesses by: as `readPolicyFile`, and has a witness to ask.
 * @throws ConfigError when an address is none, or no witness has one.
 */
export function readServerPolicy(file: string): WitnessPolicy {
  const policy = readPolicyFile(file);
  for (const { name, url } of policy.witnesses)
    if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
      throw new ConfigError(
        `The witness policy ${file} is wrong: the address of ${name} does not start with http:// or https://.`,
      );
  if (policy.witnesses.every(({ url }) => url === undefined))
    throw new ConfigError(
      `The witness policy ${file} has no witness with an address: none can be asked. Example: witness alice <vkey> https://alice.example.com`,
    );
  return policy;
}
