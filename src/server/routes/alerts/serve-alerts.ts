import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { z } from 'zod';
import { leastConfidenceOf, NO_ALERTS } from '../../../core/alerts/alert-rules.ts';
import { type EpochMs, MINUTE_MS } from '../../../core/time/instant.ts';
import { type Access, userIdOf } from '../access.ts';
import { errorAnswers } from '../error-schema.ts';
import { HttpError } from '../http-error.ts';
import { canonicalZone } from '../../alerts/minute-of-day.ts';
import { ForbiddenTargetError, type Targets } from '../../alerts/address-guard.ts';
import {
  alertsBody,
  COUNTED_MS,
  devicesBody,
  endpointBody,
  rulesBody,
  subscriptionBody,
} from './alert-schemas.ts';
import {
  claimAlerts,
  countSignals,
  type DeviceFilter,
  devicesOf,
  dropDevices,
  insertDevice,
  keepResults,
  keepRules,
  type PushDevice,
  readAlertLog,
  readRules,
  removeDevice,
} from '../../alerts/push-rows.ts';
import { pushMessage } from '../../alerts/push-sender.ts';
import type { PushService } from '../../alerts/push-service.ts';

export interface ServeAlertsDeps {
  readonly db: Pool;
  readonly access: Access;
  readonly now: () => EpochMs;
  readonly service: PushService;
  /** The ID of the session that an `Authorization` header stands for; throws AuthError. */
  readonly sessionOf: (authorization: string | undefined) => Promise<string>;
  /** As browsers take it. */
  readonly publicKey: string;
  readonly secretId: string;
  readonly sessionMaxAgeMs: number;
  /** Where push services may be. */
  readonly targets: Targets;
}

const BODY_LIMIT_BYTES = 4_096;
const COMMON = { tags: ['alerts'], security: [{ bearer: [] }] };
const ERRORS = errorAnswers(400, 401, 429, 503);
const TEST = { type: 'test', label: null } as const;

/** Serves what a trader sets, sees and tries of alerts under `/api/alerts`. */
export function serveAlerts(app: FastifyInstance, deps: ServeAlertsDeps): void {
  serveRules(app, deps);
  serveDevices(app, deps);
}

function serveRules(app: FastifyInstance, deps: ServeAlertsDeps): void {
  const { db, now, publicKey } = deps;
  const { signedIn, takes } = deps.access;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/alerts',
    {
      onRequest: [signedIn, takes(1)],
      schema: {
        ...COMMON,
        summary: 'The rules, the devices, and what was sent and held back in the last week',
        response: { 200: alertsBody, ...ERRORS },
      },
    },
    async (request) => {
      const id = userIdOf(request);
      const [rules = NO_ALERTS, devices, log] = await Promise.all([
        readRules(db, id),
        devicesOf(db, filterOf(deps), id),
        readAlertLog(db, id),
      ]);
      return { publicKey, rules, devices: devices.map(nameOf), log };
    },
  );

  routes.put(
    '/api/alerts/rules',
    {
      onRequest: [signedIn, takes(2)],
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        ...COMMON,
        summary: 'Says what a trader wants to be told',
        body: rulesBody,
        response: { 200: rulesBody, ...ERRORS },
      },
    },
    async (request) => {
      const { zone, ...rules } = request.body;
      const kept = { ...rules, zone: canonicalZone(zone) ?? 'UTC' };
      await keepRules(db, userIdOf(request), kept);
      return kept;
    },
  );

  routes.post(
    '/api/alerts/count',
    {
      onRequest: [signedIn, takes(5)],
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        ...COMMON,
        summary: 'How many signals of the last week the rules would have let through',
        body: rulesBody,
        response: { 200: z.object({ signals: z.number().int() }), ...ERRORS },
      },
    },
    async ({ body }) => {
      if (!body.signals) return { signals: 0 };
      const sinceMs = now() - COUNTED_MS;
      const leastConfidence = leastConfidenceOf(body);
      return { signals: await countSignals(db, { sinceMs, pairs: body.pairs, leastConfidence }) };
    },
  );
}

function serveDevices(app: FastifyInstance, deps: ServeAlertsDeps): void {
  const { db, now, secretId, targets, sessionOf } = deps;
  const { signedIn, takes } = deps.access;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const list = async (userId: string) => ({
    devices: (await devicesOf(db, filterOf(deps), userId)).map(nameOf),
  });
  const listed = { 200: devicesBody, ...ERRORS };

  routes.post(
    '/api/alerts/devices',
    {
      onRequest: [signedIn, takes(5)],
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        ...COMMON,
        summary: 'Sends alerts to a browser, until its session ends',
        body: subscriptionBody,
        response: listed,
      },
    },
    async (request) => {
      const { endpoint, keys } = request.body;
      requireEndpoint(endpoint, targets);
      const session = await sessionOf(request.headers.authorization);
      const owner = { userId: userIdOf(request), session, secretId };
      if (!(await insertDevice(db, owner, { endpoint, ...keys }, now())))
        throw new HttpError(
          400,
          'bad_request',
          'This address belongs to another account. Switch alerts off in this browser, and on again.',
        );
      return list(owner.userId);
    },
  );

  routes.delete(
    '/api/alerts/devices',
    {
      onRequest: [signedIn, takes(2)],
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        ...COMMON,
        summary: 'Sends a browser no more alerts',
        body: endpointBody,
        response: listed,
      },
    },
    async (request) => {
      await removeDevice(db, userIdOf(request), request.body.endpoint);
      return list(userIdOf(request));
    },
  );

  routes.post(
    '/api/alerts/test',
    {
      onRequest: [signedIn, takes(10)],
      schema: {
        ...COMMON,
        summary: 'Sends a test to every browser of the trader',
        response: { 200: z.object({ sent: z.number().int(), failed: z.number().int() }), ...ERRORS },
      },
    },
    async (request) => sendTest(deps, userIdOf(request)),
  );
}

/** Whatever the rules say: the trader asked for it just now. */
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

/** Tells a browser whether it is meant; how to reach it is not in it. */
function nameOf({ endpoint }: PushDevice): string {
  return createHash('sha256').update(endpoint).digest('base64url');
}

function filterOf({ secretId, sessionMaxAgeMs, now }: ServeAlertsDeps): DeviceFilter {
  return { secretId, sessionMaxAgeMs, now: now() };
}

function requireEndpoint(endpoint: string, targets: Targets): void {
  try {
    targets.require(endpoint);
  } catch (error) {
    if (error instanceof ForbiddenTargetError) throw new HttpError(400, 'bad_request', error.message);
    throw error;
  }
}
