import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * The address as it is stored: one that only carries an IPv4 address comes out as that; undefined when it is no address.
 */
export function plainAddress(address: string): string | undefined {
  // Some proxies forward the port too: "1.2.3.4:5678", "[2001:db8::1]:5678".
  const alone = address.replace(/^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/, '$1$2');
  // A zone ("fe80::1%eth0") has a meaning on this machine only.
  const bare = alone.replace(/%.*$/, '');
  if (isIPv4(bare)) return bare;
  return isIPv6(bare) ? (carriedIPv4(groupsOf(bare)) ?? bare) : undefined;
}

/**
 * A network widened to the most that one customer gets: an IPv6 /48. For shares of something, where, unlike with limits, no client
 * is refused because of a neighbour.
 */
export function customerNetwork(network: string | undefined): string {
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
  const prefix = groupsOf(plain)
    .slice(0, 4)
    .map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/**
 * The IPv4 address behind an IPv6 one of a form made for that: mapped (::ffff:0:0/96) and translated (NAT64, 64:ff9b::/96),
 * where all of IPv4 lies in one /64, and 6to4 (2002::/16), where each IPv4 address has 65,536 of them.
 */
function carriedIPv4(groups: readonly number[]): string | undefined {
  const [first, second, third] = groups as [number, number, number];
  if (first === 0x2002) return dotted(second, third);
  const prefix = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':');
  if (prefix !== '0:0:0:0:0:ffff' && prefix !== '64:ff9b:0:0:0:0') return undefined;
  return dotted(groups[6] as number, groups[7] as number);
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  // As a host of a URL it has an IPv4 address at its end ("::1.2.3.4") as two groups.
  const { hostname } = new URL(`http://[${address}]`);
  const [start = [], end = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))));
  return [...start, ...Array<number>(8 - start.length - end.length).fill(0), ...end];
}

/** Whether an address is one of these, or lies in one of these ranges: `192.0.2.1`, `10.0.0.0/8`. No text but an address is. */
export function addressRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/** An address or name as a URL has it: IPv6 in brackets. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
