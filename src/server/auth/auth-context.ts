import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Counter } from 'prom-client';
import type { EpochMs } from '../../core/time/instant.ts';
import type { SessionLife } from '../platform/config.ts';
import type { AccessTokens, Authenticate } from './access-tokens.ts';
import type { Passwords } from './passwords.ts';
import type { RateLimits } from './rate-limits.ts';
import type { RefreshTokens } from './refresh-token.ts';
import type { SecurityEvents } from './security-events.ts';
import type { ClientOrigin } from './sessions.ts';

export interface AuthContext {
  readonly db: Pool;
  readonly now: () => EpochMs;
  readonly log: FastifyBaseLogger;
  readonly signup: 'open' | 'closed';
  readonly sessionLife: SessionLife;
  readonly passwords: Passwords;
  readonly rateLimits: RateLimits;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly authenticate: Authenticate;
  readonly refusalFloorMs: number;
  readonly events: SecurityEvents;
  readonly signIns: Counter<'result'>;
}

export interface Client extends ClientOrigin {
  /** The network that limits are counted for, as a CIDR range; undefined when the address is not valid. */
  readonly network: string | undefined;
}
