import { isIPv4, isIPv6 } from 'node:net';

/** The address as it is stored: an IPv4 one in IPv6 form comes out as IPv4; undefined when it is no address. */
export function plainAddress(address: string): string | undefined {
  const unmapped = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  // A zone ("fe80::1%eth0") means something on this machine only.
  const bare = unmapped.replace(/%.*$/, '');
  return isIPv4(bare) || isIPv6(bare) ? bare : undefined;
}

/**
 * Whom the time for passwords is shared out between: networks, but all of an IPv6 /48 as one. That is the most a
 * customer gets; here, unlike with limits, nobody is refused for a neighbour.
 */
export function sharerOf(network: string | undefined): string {
  if (network === undefined) return 'unknown';
  return network.includes(':') ? `${network.split(':', 3).join(':')}::/48` : network;
}

/**
 * The network that counts as one client, as a CIDR range: an IPv4 address, or an IPv6 /64, which is what one customer
 * gets and can change addresses in at will. undefined when it is no address.
 */
export function clientNetwork(address: string): string | undefined {
  const plain = plainAddress(address);
  if (plain === undefined) return undefined;
  if (isIPv4(plain)) return `${plain}/32`;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  // An embedded IPv4 tail ("::1.2.3.4") stands for two groups; it never reaches into the first four.
  const endGroups = end.length + (end.at(-1)?.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? 0 : 8 - start.length - endGroups;
  const groups = [...start, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...end];
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}
