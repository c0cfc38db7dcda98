import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type PublicConfig, publicConfig } from '../../../core/wire/public-config.ts';
import type { Config } from '../../platform/config.ts';

/** Which auth service the browser talks to, and the operator's brand and contact. Each page that is served carries it. */
export function publicConfigOf(config: Config): PublicConfig {
  return {
    authUrl: config.hosted === undefined ? '/auth/v1' : `${config.hosted.url}/auth/v1`,
    // The embedded server needs no key; clients of this service expect to send one.
    anonKey: config.hosted?.anonKey ?? 'public',
    market: config.feed.kind !== 'off',
    livePrices: config.feed.kind !== 'replay' && config.feed.kind !== 'synthetic',
    publicRecord: config.feed.kind !== 'off' && config.record === 'public',
    publicPrices: config.prices === 'public',
    brand: config.brand,
    contact: config.contact,
  };
}

/** `GET /config.json`: the same for other front ends. */
export function servePublicConfig(app: FastifyInstance, body: PublicConfig): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/config.json',
    {
      schema: {
        summary: 'Settings for the browser',
        tags: ['service'],
        response: { 200: publicConfig },
      },
    },
    (_request, reply) => {
      reply.header('cache-control', 'no-cache');
      return body;
    },
  );
}
