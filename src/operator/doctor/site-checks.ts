import { marketStatus, nextClosing, nextOpening } from '../../core/time/market-hours.ts';
import { OTC_PAIRS } from '../../core/market/pairs.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import { type Config, exampleContactVariables } from '../../server/platform/config.ts';
import { isLoopback } from '../../server/platform/loopback.ts';
import { isoTime } from '../iso-time.ts';
import { type CheckResult, note, ok, problem } from './check.ts';

/** How browsers reach the site: only from here, over TLS, or in the clear. */
export function checkAddress({ host, port, publicUrl, trustedProxies }: Config): CheckResult {
  if (publicUrl?.startsWith('https:')) {
    const proxied = `${publicUrl} (TLS by the reverse proxy)`;
    if (trustedProxies.length > 0) return ok(proxied);
    return note(
      proxied,
      'PIPCAST_TRUSTED_PROXIES is not set: behind the proxy all traders share its address and its limits, that of open connections included. Set it to the address of the proxy.',
    );
  }
  if (isLoopback(host)) return ok(`http://${host}:${port}, from this computer only`);
  return problem(
    `http://${host}:${port}, in the clear`,
    'Keys and tokens can be read on the way. Put a reverse proxy with TLS in front and set PIPCAST_PUBLIC_URL=https://...',
  );
}

/** Whether the contact that traders are shown is real. */
export function checkContact({ contact, host }: Config): CheckResult {
  const examples = exampleContactVariables(contact);
  if (examples.length === 0) return ok('phone and links are set');
  const found = `${examples.join(', ')}: still example values that lead nowhere`;
  const advice = 'Set them, in the environment or in .env; docs/configuration.md shows how.';
  return isLoopback(host) ? note(found, advice) : problem(found, advice);
}

/** Who may make an account. */
export function checkSignUp({ hosted, signup }: Config): CheckResult {
  if (hosted !== undefined) return ok('decided by the hosted project');
  if (signup === 'closed') return ok('closed: the operator makes the accounts (PIPCAST_SIGNUP=closed)');
  return ok('open: every client can make an account over the API (PIPCAST_SIGNUP=closed leaves it to you)');
}

/** What the two modes of signals show at this moment. */
export function checkSignals(now: EpochMs): CheckResult {
  const market = marketStatus(now).anyActive
    ? `P-Special is running, the market closes ${isoTime(nextClosing(now))}`
    : `P-Special waits, the market opens ${isoTime(nextOpening(now))}`;
  return ok(`${market}; P-BOT always runs, ${OTC_PAIRS.length} pairs`);
}
