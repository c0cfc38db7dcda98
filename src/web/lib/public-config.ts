import type { PublicConfig } from '../../core/protocol/public-config.ts';
import { startTexts } from './start-texts.ts';

/** How long the server may take to answer `GET /config.json` before the page says that it did not. */
const CONFIG_TIMEOUT_MS = 10_000;

/** The server did not hand out its configuration; the message says why, for the person who looks at the page. */
export class ConfigUnavailableError extends Error {
  override readonly name = 'ConfigUnavailableError';
}

/** Asks the server what this page needs to know of it. Rejects with a ConfigUnavailableError. */
export async function loadPublicConfig(): Promise<PublicConfig> {
  const response = await requestConfig();
  if (!response.ok)
    throw new ConfigUnavailableError(startTexts.errorAnswer({ status: String(response.status) }));
  const body: unknown = await response.json().catch(() => undefined);
  if (!isPublicConfig(body)) {
    throw new ConfigUnavailableError(startTexts.unusableConfig);
  }
  return body;
}

async function requestConfig(): Promise<Response> {
  try {
    return await fetch('/config.json', { signal: AbortSignal.timeout(CONFIG_TIMEOUT_MS) });
  } catch {
    throw new ConfigUnavailableError(startTexts.noAnswer);
  }
}

/** Links are checked here too: what the page turns into an href must never be a script. */
function isPublicConfig(value: unknown): value is PublicConfig {
  if (!isRecord(value)) return false;
  const { authUrl, anonKey, market, publicRecord, publicPrices, brand, contact } = value;
  return (
    isWebAddress(authUrl) &&
    typeof anonKey === 'string' &&
    typeof market === 'boolean' &&
    typeof publicRecord === 'boolean' &&
    typeof publicPrices === 'boolean' &&
    isRecord(brand) &&
    typeof brand['name'] === 'string' &&
    isRecord(contact) &&
    typeof contact['phone'] === 'string' &&
    isWebAddress(contact['brokerUrl']) &&
    isWebAddress(contact['videosUrl']) &&
    isWebAddress(contact['communityUrl'])
  );
}

function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value, location.origin)) return false;
  return ['http:', 'https:'].includes(new URL(value, location.origin).protocol);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
