import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadPublicConfig } from './public-config.ts';

const CONFIG = {
  authUrl: '/auth/v1',
  anonKey: 'public',
  market: false,
  publicRecord: false,
  publicPrices: false,
  brand: { name: 'Pipcast' },
  contact: {
    phone: '+1 202 555 0143',
    brokerUrl: 'https://example.com/broker',
    videosUrl: 'https://example.com/videos',
    communityUrl: 'https://example.com/community',
  },
};

afterEach(() => vi.unstubAllGlobals());

function answerWith(response: () => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async () => response());
}

describe('loadPublicConfig', () => {
  it.each(['/auth/v1', 'https://project.example.com/auth/v1'])(
    'takes an auth service at %s',
    async (authUrl) => {
      answerWith(() => Response.json({ ...CONFIG, authUrl }));
      expect(await loadPublicConfig()).toEqual({ ...CONFIG, authUrl });
    },
  );

  it.each([
    ['a script for a link', { ...CONFIG, contact: { ...CONFIG.contact, brokerUrl: 'javascript:alert(1)' } }],
    ['data for a link', { ...CONFIG, contact: { ...CONFIG.contact, videosUrl: 'data:text/html,x' } }],
    ['no phone', { ...CONFIG, contact: { ...CONFIG.contact, phone: null } }],
    ['no brand', { ...CONFIG, brand: undefined }],
    ['a list', []],
    ['null', null],
  ])('refuses %s', async (_, body) => {
    answerWith(() => Response.json(body));
    await expect(loadPublicConfig()).rejects.toThrow(/cannot use/);
  });

  it.each([
    ['an error', () => new Response('', { status: 502 }), /502/],
    ['a page', () => new Response('<html>'), /cannot use/],
    ['silence', () => Promise.reject(new TypeError('Failed to fetch')), /did not answer/],
  ])('says what is the matter when the server answers with %s', async (_, response, words) => {
    answerWith(response);
    await expect(loadPublicConfig()).rejects.toThrow(words);
  });
});
