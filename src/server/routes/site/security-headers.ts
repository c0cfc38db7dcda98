import type { Config } from '../../platform/config.ts';

type Headers = Readonly<Record<string, string>>;

/** Headers of every answer; a page replaces the policy, which for data allows nothing at all. */
export function commonHeaders(config: Pick<Config, 'publicUrl'>): Headers {
  const headers = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  // Browsers take this only over TLS, and keep to it for a year: never send it unless the operator configured https.
  return config.publicUrl?.startsWith('https:')
    ? { ...headers, 'strict-transport-security': 'max-age=31536000' }
    : headers;
}

/** For the service worker's script: its own requests are made under this policy. */
export const SERVICE_WORKER_HEADERS: Headers = {
  'content-security-policy': "default-src 'none'; connect-src 'self'",
};

/** For the script of the Lab's worker: it makes code (WebAssembly, src/core/lab/bit-machine.ts), and no request. */
export const LAB_WORKER_HEADERS: Headers = {
  'content-security-policy': "default-src 'none'; script-src 'wasm-unsafe-eval'",
};

const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
];

/**
 * Headers of a page. Scripts and styles come from this origin or are inline blocks whose hashes the built page has; the page
 * talks to this origin and, when one is configured, to the hosted auth project.
 */
export function pageHeaders(
  config: Pick<Config, 'hosted'>,
  inline: { readonly scripts: readonly string[]; readonly styles: readonly string[] },
): Headers {
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inline.scripts],
    'style-src': ["'self'", ...inline.styles],
    'font-src': ["'self'"],
    'img-src': ["'self'"],
    'manifest-src': ["'self'"],
    'connect-src': ["'self'", ...(config.hosted ? [config.hosted.url] : [])],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // The app's three workers: of the check, of the Lab, and the service worker.
    'trusted-types': ['check-worker', 'lab-worker', 'service-worker'],
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
      .join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    'x-frame-options': 'DENY',
  };
}
