import { BlockList, isIP } from 'node:net';

/** Where requests may go beside the public Internet. */
export interface AllowedTargets {
  /** Host names and addresses, in small letters. */
  readonly hosts: ReadonlySet<string>;
  readonly ranges: BlockList;
}

/** What an operator's list allows: host names, addresses and ranges, such as `hooks.internal` and `10.0.0.0/8`. */
export function allowedTargets(list: readonly string[]): AllowedTargets {
  const hosts = new Set<string>();
  const ranges = new BlockList();
  for (const item of list) {
    const [address = '', bits] = item.split('/');
    const family = isIP(address);
    if (family === 0) hosts.add(item.toLowerCase());
    else if (bits === undefined) ranges.addAddress(address, nameOf(family));
    else ranges.addSubnet(address, Number(bits), nameOf(family));
  }
  return { hosts, ranges };
}

/** IPv4 addresses that are not of the public Internet: https://www.iana.org/assignments/iana-ipv4-special-registry and multicast. */
const NOT_PUBLIC_4 = rangesOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]);

/** All that is handed out of IPv6. Mapped and translated IPv4 addresses, link-local and private ones lie outside. */
const GLOBAL_6 = rangesOf('ipv6', [['2000::', 3]]);

/** Within it: Teredo and other protocols, documentation, and 6to4, which has IPv4 addresses in it. */
const NOT_PUBLIC_6 = rangesOf('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

/** Whether a connection to an address leaves this machine and its networks. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !NOT_PUBLIC_4.check(address, 'ipv4');
  return family === 6 && GLOBAL_6.check(address, 'ipv6') && !NOT_PUBLIC_6.check(address, 'ipv6');
}

/** Whether a connection may be made to an address that a host name stands for. */
export function mayConnect(host: string, address: string, allowed: AllowedTargets): boolean {
  return isPublicAddress(address) || isListed(host, address, allowed);
}

/** Whether the operator's list names a host, or what may be its address. */
export function isListed(host: string, address: string, { hosts, ranges }: AllowedTargets): boolean {
  const family = isIP(address);
  return hosts.has(host) || (family !== 0 && ranges.check(address, nameOf(family)));
}

function nameOf(family: number): 'ipv4' | 'ipv6' {
  return family === 6 ? 'ipv6' : 'ipv4';
}

function rangesOf(family: 'ipv4' | 'ipv6', ranges: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of ranges) list.addSubnet(address, bits, family);
  return list;
}
