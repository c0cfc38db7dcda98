import type { FastifyRequest } from 'fastify';
import type { Client } from '../../auth/auth-context.ts';
import { clientNetwork, plainAddress } from '../../platform/client-network.ts';
import { wellFormed } from '../../auth/metadata.ts';

const LONGEST_USER_AGENT = 300;

/** Where a request came from; behind a trusted proxy, where the proxy says it came from. */
export function clientOf(request: FastifyRequest): Client {
  return {
    ip: plainAddress(request.ip),
    network: clientNetwork(request.ip),
    userAgent: storableUserAgent(request.headers['user-agent']),
  };
}

function storableUserAgent(header: string | undefined): string | undefined {
  return header === undefined
    ? undefined
    : wellFormed(header.slice(0, LONGEST_USER_AGENT).replaceAll('\0', ''));
}
