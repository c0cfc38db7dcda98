import { BlockList, isIPv6 } from 'node:net';
import { clientNetwork, plainAddress, customerNetwork } from '../../platform/client-network.ts';

/** The network that a connection from an address counts for; undefined for a proxy, which carries those of many clients. */
export type ConnectionNetwork = (address: string | undefined) => string | undefined;

/** Counts connections by network, except those from `proxies` (addresses and CIDR ranges). */
export function connectionNetwork(proxies: readonly string[]): ConnectionNetwork {
  const list = new BlockList();
  for (const range of proxies) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => {
    const plain = plainAddress(address ?? '');
    if (plain !== undefined && list.check(plain, familyOf(plain))) return undefined;
    return customerNetwork(clientNetwork(plain ?? ''));
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
