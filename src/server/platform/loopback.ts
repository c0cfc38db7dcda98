import { isIPv4, isIPv6 } from 'node:net';

/** Whether an address, or a name to listen on, can be reached from this computer only. */
export function isLoopback(host: string): boolean {
  const address = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  if (isIPv4(address)) return address.startsWith('127.');
  if (isIPv6(address)) return address === '::1' || /^::ffff:127\./i.test(address);
  return address.toLowerCase() === 'localhost';
}
