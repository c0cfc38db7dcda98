import type { Pool } from 'pg';
import { z } from 'zod';
import { leastConfidenceOf, NO_ALERTS } from '../../../core/alerts/alert-rules.ts';
import { DAY_MS, type EpochMs, MINUTE_MS, SECOND_MS } from '../../../core/time/instant.ts';
import { type Access, userIdOf } from '../access.ts';
import { badRequest } from '../http-error.ts';
import { canonicalZone, pushMessage } from '../../alerts/push-sender.ts';
import { ForbiddenTargetError, type Targets } from '../../alerts/address-guard.ts';
import {
  alertDevices,
  alertReport,
  alertRules,
  countedSignals,
  pushSubscription,
  testResult,
} from '../../../core/wire/alerts.ts';
import type { OpenedPush } from '../../alerts/start-alerts.ts';
import { isPushKey, type PushTarget } from '../../alerts/push-service.ts';
import {
  claimAlerts,
  countSignals,
  type DeviceFilter,
  devicesOf,
  dropDevices,
  insertDevice,
  keepResults,
  keepRules,
  markUsed,
  readAlertLog,
  readRules,
  removeDevice,
} from '../../alerts/push-rows.ts';
import { type TypedApp, errorAnswers, guarded } from '../typed-app.ts';

export interface ServeAlertsDeps
  extends Pick<OpenedPush, 'service' | 'publicKey' | 'secretId' | 'sessionLife' | 'targets'> {
  readonly db: Pool;
  readonly access: Access;
  readonly now: () => EpochMs;
}

const COUNTED_MS = 7 * DAY_MS;
const STORE_USE_MS = SECOND_MS;
const ERRORS = errorAnswers(400, 401, 429, 503);
const TEST = { type: 'test', label: null } as const;

/** Serves `/api/alerts`: a trader's rules, devices, log and tests. */
export function serveAlerts(app: TypedApp, deps: ServeAlertsDeps): void {
  followUse(app, deps);
  serveRules(app, deps);
  serveDevices(app, deps);
}

function serveRules(app: TypedApp, deps: ServeAlertsDeps): void {
  const { db, now, publicKey } = deps;
  const { signedIn, takes } = deps.access;

  app.get(
    '/api/alerts',
    guarded('alerts', [signedIn, takes(1)], {
      summary: 'The rules, the devices, and what was sent and held back in the last week',
      response: { 200: alertReport, ...ERRORS },
    }),
    async (request) => {
      const id = userIdOf(request);
      const [rules = NO_ALERTS, devices, log] = await Promise.all([
        readRules(db, id),
        devicesOf(db, filterOf(deps), id),
        readAlertLog(db, id),
      ]);
      return { publicKey, rules, devices: devices.map(({ name }) => name), log };
    },
  );

  app.put(
    '/api/alerts/rules',
    guarded('alerts', [signedIn, takes(2)], {
      summary: 'Says what a trader wants to be alerted to',
      body: alertRules,
      response: { 200: alertRules, ...ERRORS },
    }),
    async (request) => {
      const zone = canonicalZone(request.body.zone);
      if (zone === undefined) throw badRequest('`zone` is no time zone.');
      const rules = { ...request.body, zone };
      await keepRules(db, userIdOf(request), rules);
      return rules;
    },
  );

  app.post(
    '/api/alerts/count',
    guarded('alerts', [signedIn, takes(5)], {
      summary: 'How many signals of the last week the rules would have let through',
      body: alertRules,
      response: { 200: countedSignals, ...ERRORS },
    }),
    async ({ body }) => {
      if (!body.signals) return { signals: 0 };
      const sinceMs = now() - COUNTED_MS;
      const leastConfidence = leastConfidenceOf(body);
      return { signals: await countSignals(db, { sinceMs, pairs: body.pairs, leastConfidence }) };
    },
  );
}

function serveDevices(app: TypedApp, deps: ServeAlertsDeps): void {
  const { db, now, secretId, targets } = deps;
  const { signedIn, takes } = deps.access;
  const list = async (userId: string) => ({
    devices: (await devicesOf(db, filterOf(deps), userId)).map(({ name }) => name),
  });
  const listed = { 200: alertDevices, ...ERRORS };

  app.post(
    '/api/alerts/devices',
    guarded('alerts', [signedIn, takes(5)], {
      summary: 'Sends alerts to a browser, until its session ends',
      body: pushSubscription,
      response: listed,
    }),
    async (request) => {
      const owner = { userId: userIdOf(request), session: request.user?.sessionId ?? '', secretId };
      if (!(await insertDevice(db, owner, requireTarget(request.body, targets), now())))
        throw badRequest(
          'This address belongs to another account. Switch alerts off in this browser, and on again.',
        );
      return list(owner.userId);
    },
  );

  app.delete(
    '/api/alerts/devices',
    guarded('alerts', [signedIn, takes(2)], {
      summary: 'Sends a browser no more alerts',
      body: z.object({ endpoint: z.string().max(1_000) }),
      response: listed,
    }),
    async (request) => {
      await removeDevice(db, userIdOf(request), request.body.endpoint);
      return list(userIdOf(request));
    },
  );

  app.post(
    '/api/alerts/test',
    guarded('alerts', [signedIn, takes(10)], {
      summary: 'Sends a test to every browser of the trader',
      response: { 200: testResult, ...ERRORS },
    }),
    async (request) => sendTest(deps, userIdOf(request)),
  );
}

/** Rules do not apply: the trader has just asked for it. */
async function sendTest(
  deps: ServeAlertsDeps,
  userId: string,
): Promise<{ readonly sent: number; readonly failed: number }> {
  const { db, now, service } = deps;
  const at = now();
  const key = `test ${at}`;
  const devices = await devicesOf(db, filterOf(deps), userId);
  const result = devices.length === 0 ? 'no-device' : 'unknown';
  await claimAlerts(db, key, at, [{ userId, facts: TEST, result }]);
  const message = pushMessage({ tag: 'test', lateMs: at + MINUTE_MS, facts: TEST }, at);
  const results = await Promise.all(
    devices.map(async (device) => {
      if (!device.isRested) return 'wait';
      const { kind } = await service.send(device, message);
      if (kind === 'gone') await dropDevices(db, [device.id]);
      return kind;
    }),
  );
  const sent = results.filter((kind) => kind === 'sent').length;
  if (devices.length > 0) await keepResults(db, [{ userId, key, result: sent > 0 ? 'sent' : 'failed' }]);
  return { sent, failed: results.length - sent };
}

function filterOf({ secretId, sessionLife, now }: ServeAlertsDeps): DeviceFilter {
  return { secretId, sessionLife, now: now() };
}

function requireTarget({ endpoint, keys }: z.infer<typeof pushSubscription>, targets: Targets): PushTarget {
  const p256dh = Buffer.from(keys.p256dh, 'base64url');
  const auth = Buffer.from(keys.auth, 'base64url');
  if (!isPushKey(p256dh) || auth.length !== 16)
    throw badRequest('The keys must be an uncompressed point of P-256 and 16 bytes.');
  try {
    targets.require(endpoint);
  } catch (error) {
    if (error instanceof ForbiddenTargetError) throw badRequest(error.message);
    throw error;
  }
  return { endpoint, p256dh, auth };
}

/** Notes which sessions send requests, so that alerts go to the browser in use. An open stream does not count. */
function followUse(app: TypedApp, { db, now }: Pick<ServeAlertsDeps, 'db' | 'now'>): void {
  let used = new Map<string, EpochMs>();
  const store = async () => {
    const sessions = used;
    used = new Map();
    // Where it fails, the next request repeats it.
    if (sessions.size > 0) await markUsed(db, sessions).catch(() => {});
  };
  const timer = setInterval(() => void store(), STORE_USE_MS).unref();
  app.addHook('onResponse', async ({ user, routeOptions }) => {
    if (user?.sessionId !== undefined && routeOptions.url !== '/api/market/stream')
      used.set(user.sessionId, now());
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await store();
  });
}
