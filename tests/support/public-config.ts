import type { PublicConfig } from '../../src/core/wire/public-config.ts';

/** The settings that a page gets from a server with draws alone. */
export const PUBLIC_CONFIG: PublicConfig = {
  authUrl: '/auth/v1',
  anonKey: 'public',
  market: false,
  livePrices: true,
  publicRecord: false,
  publicPrices: false,
  brand: { name: 'Fivepips' },
  contact: {
    phone: '+1 202 555 0143',
    brokerUrl: 'https://example.com/broker',
    videosUrl: 'https://example.com/videos',
    communityUrl: 'https://example.com/community',
  },
};
