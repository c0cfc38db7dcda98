import type { IncomingMessage } from 'node:http';

/** What a host and a port are written with. No comma: a proxy may join two hosts with one. */
const HOST = /^[\w.~!$&'()*+;=%:[\]-]*$/;

/**
 * Whether a request says for which host it is as HTTP demands: once, and in the characters of a host; only HTTP/1.0 may leave it
 * out. Of two, a proxy in front may have used the other one.
 */
export function namesOneHost({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): boolean {
  let host: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return false;
    host = rawHeaders[i + 1] as string;
  }
  return host === undefined ? httpVersion === '1.0' : HOST.test(host);
}
