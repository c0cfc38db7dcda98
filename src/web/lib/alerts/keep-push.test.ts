import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hashOf, inTurn, notePush, renewPush } from './keep-push.ts';

const ENDPOINT = 'https://push.example.com/1';
const fetched = vi.fn();
let endpoint: string | undefined;
/** Those of the server. */
let devices: string[];

beforeEach(() => {
  endpoint = ENDPOINT;
  devices = [];
  const subscription = () =>
    endpoint === undefined ? null : { endpoint, toJSON: () => ({ endpoint }), unsubscribe };
  const unsubscribe = async () => {
    endpoint = undefined;
    return true;
  };
  const pushManager = {
    getSubscription: async () => subscription(),
    subscribe: async () => {
      endpoint = `${ENDPOINT}0`;
      return subscription();
    },
  };
  vi.stubGlobal('Notification', { permission: 'granted' });
  let last = Promise.resolve();
  const inLine = (_name: string, change: () => Promise<void>) => {
    last = last.then(change);
    return last;
  };
  vi.stubGlobal('navigator', {
    locks: { request: inLine },
    serviceWorker: { getRegistration: async () => ({ pushManager }) },
  });
  fetched.mockReset();
  fetched.mockImplementation(async (_path, request) => {
    if (request?.method === 'POST')
      devices.push(await hashOf((JSON.parse(request.body) as { endpoint: string }).endpoint));
    return Response.json({ publicKey: 'AA', devices });
  });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const renew = () => renewPush(async () => 'token');
const posts = () => fetched.mock.calls.filter(([, request]) => request?.method === 'POST').length;

test('two tabs that start at once renew a changed subscription once', async () => {
  notePush(await hashOf('https://push.example.com/of-before'));
  await Promise.all([renew(), renew()]);
  expect(posts()).toBe(1);
  expect(localStorage.getItem('pipcast.push')).toBe(await hashOf(ENDPOINT));
});

test('a subscription that the server has is kept; one that it has dropped, as its service refused it, gives way to another', async () => {
  devices = [await hashOf(ENDPOINT)];
  notePush(devices[0]);
  await renew();
  expect([posts(), endpoint]).toEqual([0, ENDPOINT]);
  devices = [];
  await renew();
  expect([posts(), endpoint]).toEqual([1, `${ENDPOINT}0`]);
  expect(localStorage.getItem('pipcast.push')).toBe(devices[0]);
});

test('alerts that are switched off while a renewal starts stay off', async () => {
  notePush(await hashOf(ENDPOINT));
  const renewal = renew();
  notePush(undefined);
  endpoint = undefined;
  await renewal;
  expect(posts()).toBe(0);
});

test('a switch waits for the renewal under way, so that the server hears of both in their order', async () => {
  notePush(await hashOf('https://push.example.com/of-before'));
  const renewal = renew();
  await expect.poll(posts).toBe(1);
  await inTurn(async () => notePush(undefined));
  await renewal;
  expect(localStorage.getItem('pipcast.push')).toBeNull();
});
