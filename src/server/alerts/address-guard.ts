import { isIP } from 'node:net';
import { addressRanges } from '../platform/client-network.ts';

/** A target that requests may not reach; the message says which and what to do. */
export class ForbiddenTargetError extends Error {
  override readonly name = 'ForbiddenTargetError';
}

export interface Targets {
  /** Checks an address as far as no name look-up is needed. Throws ForbiddenTargetError. */
  require(text: string): URL;
  /** Throws ForbiddenTargetError when connections to this address of a host are forbidden. */
  requireAddress(host: string, address: string): void;
}

/**
 * Webhooks, whose targets the operator chooses: https to public addresses, anything to what `list` names: host names, addresses and
 * ranges, such as `hooks.internal` and `10.0.0.0/8`.
 */
export function webhookTargets(list: readonly string[]): Targets {
  const isRange = (item: string) => isIP(item.split('/', 1)[0] ?? '') !== 0;
  const hosts = new Set(list.filter((item) => !isRange(item)).map((host) => host.toLowerCase()));
  const isInRange = addressRanges(list.filter(isRange));
  const isListed = (host: string, address: string) => hosts.has(host) || isInRange(address);
  const requireAddress = (host: string, address: string) => {
    if (isPublicAddress(address) || isListed(host, address)) return;
    throw new ForbiddenTargetError(
      `${notPublic(host, address)} List it in PIPCAST_WEBHOOK_ALLOW if it is meant.`,
    );
  };
  return {
    requireAddress,
    require(text) {
      const url = requireHttp(text);
      const host = hostOf(url);
      if (isIP(host) !== 0) requireAddress(host, host);
      if (url.protocol === 'http:' && !isListed(host, host))
        throw new ForbiddenTargetError(
          'The address must start with https://; plain http:// is for hosts in PIPCAST_WEBHOOK_ALLOW.',
        );
      return url;
    },
  };
}

/** Those of Chrome and its kin, Firefox, Edge, and Safari: each of these domains with all that is beneath it. */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
];

/**
 * Pushes, whose targets traders choose: services that are known or that the operator `adds`, by https on port 443 at public addresses.
 * `testOrigin` is a service of a test, wherever it is.
 */
export function pushTargets(adds: readonly string[], testOrigin?: string): Targets {
  const domains = [...PUSH_SERVICES, ...adds.map((domain) => domain.toLowerCase())];
  const testHost = testOrigin === undefined ? undefined : hostOf(new URL(testOrigin));
  return {
    requireAddress(host, address) {
      if (host !== testHost && !isPublicAddress(address))
        throw new ForbiddenTargetError(notPublic(host, address));
    },
    require(text) {
      const url = requireHttp(text);
      if (url.origin === testOrigin) return url;
      // As it is written: a host with a final dot would count as another service, in its failures and in its token.
      const isKnown = domains.some(
        (domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`),
      );
      if (isKnown && url.protocol === 'https:' && url.port === '') return url;
      throw new ForbiddenTargetError(
        `${url.host} is not the address of a push service that is known here. The operator can add one: PIPCAST_PUSH_SERVICES.`,
      );
    },
  };
}

/** The host as it is looked up: lower case, no brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function requireHttp(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new ForbiddenTargetError('The address must start with https://.');
  if (url.username !== '' || url.password !== '')
    throw new ForbiddenTargetError('The address must not contain a user name or password.');
  return url;
}

function notPublic(host: string, address: string): string {
  const where = host === address ? host : `${host} (${address})`;
  return `${where} is not an address of the public Internet.`;
}

/** IPv4 addresses that are not of the public Internet: https://www.iana.org/assignments/iana-ipv4-special-registry and multicast. */
const isSpecial4 = addressRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);

/** All that is handed out of IPv6. Mapped and translated IPv4 addresses, link-local and private ones lie outside. */
const isGlobal6 = addressRanges(['2000::/3']);
/** Within it: Teredo and other protocols, documentation, and 6to4, which has IPv4 addresses in it. */
const isSpecial6 = addressRanges(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Whether a connection to an address leaves this machine and its networks. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !isSpecial4(address);
  return isIP(address) === 6 && isGlobal6(address) && !isSpecial6(address);
}
