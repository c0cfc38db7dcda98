import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { PublicConfig } from '../../../core/protocol/public-config.ts';
import type { Config } from '../../platform/config.ts';

const publicConfigSchema = z.object({
  authUrl: z.string(),
  anonKey: z.string(),
  market: z.boolean(),
  livePrices: z.boolean(),
  publicRecord: z.boolean(),
  publicPrices: z.boolean(),
  brand: z.object({ name: z.string() }),
  contact: z.object({
    phone: z.string(),
    brokerUrl: z.string(),
    videosUrl: z.string(),
    communityUrl: z.string(),
  }),
}) satisfies z.ZodType<PublicConfig>;

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
        response: { 200: publicConfigSchema },
      },
    },
    (_request, reply) => {
      reply.header('cache-control', 'no-cache');
      return body;
    },
  );
}
