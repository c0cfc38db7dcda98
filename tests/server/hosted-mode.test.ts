import { rm } from 'node:fs/promises';
import { AuthClient, type Session } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PublicConfig } from '../../src/core/wire/public-config.ts';
import { NO_WEB } from '../../src/server/routes/site/drawn-pages.ts';
import type { RunningServer } from '../../src/server/start/start-server.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { memoryLog } from '../support/memory-log.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { webFiles } from '../support/web-files.ts';

/** One Pipcast, here called the project, is the hosted auth project of another one on a different origin. */
let database: TestDatabase;
let siteDatabase: TestDatabase;
let folder: string;
let siteFolder: string;
let project: RunningServer;
let site: RunningServer;
const siteLog = memoryLog();

beforeAll(async () => {
  database = await createTestDatabase();
  folder = makeTemporaryFolder();
  siteFolder = makeTemporaryFolder();
  project = await startProject('0');
  siteDatabase = await createTestDatabase();
  site = await startTestServer(
    {
      PORT: '0',
      FEED: 'off',
      PIPCAST_DATA_DIR: siteFolder,
      DATABASE_URL: siteDatabase.url,
      SUPABASE_URL: project.origin,
      SUPABASE_ANON_KEY: 'sb_publishable_example',
    },
    { log: siteLog.log, web: { ...NO_WEB, files: webFiles() } },
  );
});

afterAll(async () => {
  await site.stop();
  await project.stop();
  await siteDatabase.drop();
  await rm(siteFolder, { recursive: true });
  await database.drop();
  await rm(folder, { recursive: true });
});

function startProject(port: string): Promise<RunningServer> {
  const env = {
    PORT: port,
    FEED: 'off',
    PIPCAST_DATA_DIR: folder,
    DATABASE_URL: database.url,
    PIPCAST_RATE_LIMIT: 'off',
    PIPCAST_AUTH_ORIGINS: '*',
  };
  return startTestServer(env);
}

async function siteConfig(): Promise<PublicConfig> {
  return (await fetch(`${site.origin}/config.json`)).json() as Promise<PublicConfig>;
}

/** The client as the page makes it: all it knows is what /config.json says. */
async function client(): Promise<InstanceType<typeof AuthClient>> {
  const { authUrl, anonKey } = await siteConfig();
  return new AuthClient({
    url: new URL(authUrl, site.origin).href,
    headers: { apikey: anonKey },
    autoRefreshToken: false,
    persistSession: false,
  });
}

async function signIn(auth: InstanceType<typeof AuthClient>): Promise<Session> {
  const { account, key } = project.demo ?? expect.fail('the project has no demo account');
  const { data, error } = await auth.signInWithPassword({ email: account.email, password: key });
  return data.session ?? expect.fail(String(error));
}

function me(token: string): Promise<Response> {
  return fetch(`${site.origin}/api/me`, { headers: { authorization: `Bearer ${token}` } });
}

/** Moves the date beyond the time for which the site remembers how the project was. */
function afterRemembered(): void {
  vi.setSystemTime(Date.now() + 5_000);
  onTestFinished(() => void vi.useRealTimers());
}

describe('a site whose auth project is on another origin', () => {
  it('sends the browser there and allows it to', async () => {
    expect(await siteConfig()).toMatchObject({
      authUrl: `${project.origin}/auth/v1`,
      anonKey: 'sb_publishable_example',
    });
    const page = await fetch(site.origin);
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${project.origin};`);
  });

  it('keeps no accounts and has no auth server of its own', async () => {
    expect([site.demo, site.where]).toEqual([undefined, expect.stringContaining(project.origin)]);
    const response = await fetch(`${site.origin}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      body: '{"email":"demo@example.com","password":"x"}',
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
  });

  it('knows a trader by the token that the project signed', async () => {
    const session = await signIn(await client());
    const response = await me(session.access_token);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ id: session.user.id, email: 'demo@example.com' });
  });

  it('gives the same answer as the project does itself', async () => {
    const session = await signIn(await client());
    const headers = { authorization: `Bearer ${session.access_token}` };
    const own = await fetch(`${project.origin}/api/me`, { headers });
    expect(await own.json()).toEqual(await (await me(session.access_token)).json());
  });

  it('refuses a token that the project did not sign', async () => {
    const { access_token: token } = await signIn(await client());
    const [header, claims, signature = ''] = token.split('.');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const altered = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const wrong of [`${header}.${claims}.${altered}`, `${none}.${claims}.`, 'x', '']) {
      const response = await me(wrong);
      expect(response.status, wrong).toBe(401);
      expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } });
    }
    expect(siteLog.text()).not.toContain(token);
  });

  it('lets a page of the site sign in, refresh and sign out at the project', async () => {
    const auth = await client();
    const first = await signIn(auth);
    const { data } = await auth.refreshSession();
    expect(data.session?.refresh_token).not.toBe(first.refresh_token);
    expect((await auth.signOut()).error).toBeNull();
    const preflight = await fetch(`${project.origin}/auth/v1/token?grant_type=password`, {
      method: 'OPTIONS',
      headers: {
        origin: site.origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,content-type,x-client-info,x-supabase-api-version',
      },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('is unhealthy while the project is away, and says why only in its log', async () => {
    expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);
    const { access_token: token } = await signIn(await client());
    expect((await me(token)).status).toBe(200);
    const { port } = new URL(project.origin);
    await project.stop();
    afterRemembered();
    try {
      await expect.poll(async () => (await fetch(`${site.origin}/healthz`)).status).toBe(503);
      expect(siteLog.text()).toContain('the hosted project does not answer.');
      // Tokens already given out are still good: their keys are known here.
      expect((await me(token)).status).toBe(200);
    } finally {
      const { demo } = project;
      project = { ...(await startProject(port)), demo };
    }
    afterRemembered();
    await expect.poll(async () => (await fetch(`${site.origin}/healthz`)).status).toBe(200);
  });
});
