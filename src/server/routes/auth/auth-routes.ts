import type { FastifyPluginAsync, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  authErrorBody,
  healthBody,
  keySetBody,
  logoutQuery,
  recoverRequest,
  settingsBody,
  signUpRequest,
  tokenBody,
  tokenQuery,
  tokenRequest,
  updateUserRequest,
  type UserBody,
  userBody,
} from '../../../core/wire/auth.ts';
import type { Client } from '../../auth/sessions.ts';
import { AuthError, validationFailed } from '../../auth/auth-error.ts';
import type { Auth, AuthContext } from '../../auth/auth.ts';
import { wellFormed } from '../../auth/metadata.ts';
import { waitForFloor } from '../../auth/rate-limits.ts';
import { refresh } from '../../auth/refresh.ts';
import { requestRecovery, signIn, signOut, signUp } from '../../auth/sign-in.ts';
import { changeOwnUser } from '../../auth/update-user.ts';
import { presentUser } from '../../auth/user.ts';
import { clientNetwork, plainAddress } from '../../platform/client-network.ts';
import type { TypedApp } from '../typed-app.ts';
import { answerError, badJson, BODY_LIMIT_BYTES, parseJsonBody } from './bodies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When a request to the auth service arrived, on the clock of `performance.now`. */
    startedMs: number;
  }
}

/** The content type that Fastify gives an object. */
const JSON_WITH_CHARSET = 'application/json; charset=utf-8';

/** For preflight requests of an allowed origin. */
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'apikey, authorization, content-type, x-client-info, x-supabase-api-version, accept, x-client-ip, x-jwt-aud, x-use-cookie',
  'access-control-max-age': '600',
  vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
} as const;

export interface AuthDeps {
  readonly auth: Auth;
  /** Whose pages may read the answers beside those of this origin; `*`: any. */
  readonly origins: readonly string[];
}

/**
 * The auth service's HTTP API, to be registered under `/auth/v1`: sign-in, refresh, sign-up, sign-out, the user, and
 * what a client needs to know of the service. Bodies, headers and errors follow the protocol's rules, not the app's.
 */
export const authRoutes: FastifyPluginAsync<AuthDeps> = async (app, { auth, origins }) => {
  // Registered before the paths below. A route around these that takes any address, as that of the web app's files, would otherwise
  // answer unknown addresses here in its own form.
  for (const any of ['', '/*']) {
    app.get(any, { schema: { hide: true } }, (_request, reply) => reply.callNotFound());
  }
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPath.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    methodsByPath.set(url, methods);
  });

  app.decorateRequest('startedMs', 0);
  app.addHook('onRequest', (request, reply, next) => {
    request.startedMs = performance.now();
    reply.header('cache-control', 'no-store').headers(corsHeaders(origins, request.headers.origin));
    // Bodies are JSON whatever the content type says, a malformed or missing one included.
    if (request.headers['content-type'] !== undefined) request.headers['content-type'] = 'application/json';
    auth.context.rateLimits.countRequest(clientNetwork(request.ip));
    next();
  });
  app.addHook('onSend', async ({ startedMs, method }, reply, payload) => {
    // As the reference server does: JSON names no charset.
    if (reply.getHeader('content-type') === JSON_WITH_CHARSET)
      reply.header('content-type', 'application/json');
    // A GET reads no password.
    if (reply.statusCode >= 400 && method !== 'GET')
      await waitForFloor(startedMs, auth.context.refusalFloorMs);
    return payload;
  });
  app.removeAllContentTypeParsers();
  // Kept as bytes: sign-out is sent with a JSON content type and no body, which must not be parsed.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));

  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, auth.hasNoRoom));
  app.setNotFoundHandler((request) => {
    const path = request.url.replace(/\?.*$/, '');
    const methods = methodsByPath.get(path);
    if (!methods) throw new AuthError(404, 'not_found', 'There is nothing at this address');
    const allow = [...methods].join(', ');
    throw new AuthError(405, 'method_not_allowed', `This address takes ${allow}`, { allow });
  });
  app.options('/*', { schema: { hide: true } }, (_request, reply) => {
    if (reply.hasHeader('access-control-allow-origin')) reply.headers(PREFLIGHT_HEADERS);
    reply.code(204).send();
  });

  const typed = app.withTypeProvider<ZodTypeProvider>();
  sessionRoutes(typed, auth.context);
  userRoutes(typed, auth.context);
  serviceRoutes(typed, auth);
};

/**
 * On the answer to a page of `origin`: whether it may read it, never with cookies, as a browser app of another origin brings its own
 * bearer token. The version header must be readable there too, or the client cannot tell an error's code. `*` allows any origin.
 */
function corsHeaders(
  allowed: readonly string[],
  origin: string | undefined,
): Readonly<Record<string, string>> {
  const isAny = allowed.includes('*');
  const vary = isAny ? {} : { vary: 'Origin' };
  if (!isAny && (origin === undefined || !allowed.includes(origin))) return vary;
  return {
    ...vary,
    'access-control-allow-origin': isAny ? '*' : (origin as string),
    'access-control-expose-headers':
      'X-Supabase-Api-Version, x-sb-error-code, Retry-After, X-Total-Count, Link',
  };
}

/** Reads bodies by the protocol's rules, and takes the first of repeated query parameters. */
const validatorCompiler: FastifySchemaCompiler<z.ZodObject> = ({ schema, httpPart }) => {
  const names = new Set(Object.keys(schema.shape));
  return (data: unknown) => {
    try {
      const fields =
        httpPart === 'body' ? parseJsonBody(data as Buffer | undefined, names) : firstValues(data as object);
      const parsed = schema.safeParse(fields);
      if (parsed.success) return { value: parsed.data };
      const field = parsed.error.issues[0]?.path.join('.') ?? '';
      return { error: badJson(`field ${field} is of the wrong type`) };
    } catch (error) {
      if (error instanceof AuthError) return { error };
      throw error;
    }
  };
};

function firstValues(query: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}

/** Providers that clients of the protocol ask about; this server has none of them. */
const NO_PROVIDERS = Object.fromEntries(
  `anonymous_users apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin
  linkedin_oidc notion slack slack_oidc snapchat spotify twitch twitter workos x zoom phone`
    .split(/\s+/)
    .map((name) => [name, false]),
);

const ERRORS = { '4xx': authErrorBody, '5xx': authErrorBody };
/** The options of a route whose documentation begins with `summary`. */
const schemaOf = <Schema extends object>(summary: string, schema: Schema) => ({
  schema: { tags: ['auth'], summary, ...schema },
});

function serviceRoutes(app: TypedApp, { context, publicJwk, version }: Auth): void {
  app.get('/health', schemaOf('What answers here', { response: { 200: healthBody } }), () => ({
    version,
    name: 'GoTrue',
    description: 'The auth server embedded in Pipcast; it speaks the protocol of GoTrue',
  }));

  app.get(
    '/settings',
    schemaOf('Which ways to sign in there are', { response: { 200: settingsBody } }),
    () => ({
      external: { ...NO_PROVIDERS, email: true },
      disable_signup: context.signup === 'closed',
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    }),
  );

  app.get(
    '/.well-known/jwks.json',
    schemaOf('The public key of access tokens', { response: { 200: keySetBody } }),
    (_request, reply) => {
      reply.header('cache-control', 'public, max-age=600').send({ keys: [{ ...publicJwk }] });
    },
  );
}

function userRoutes(app: TypedApp, context: AuthContext): void {
  const { authenticate } = context;

  app.get(
    '/user',
    schemaOf('The user whose token this is', {
      security: [{ bearer: [] }],
      response: { 200: userBody, ...ERRORS },
    }),
    (request) => ownUser(context, request),
  );

  app.put(
    '/user',
    schemaOf("Change the password or the metadata of one's account", {
      security: [{ bearer: [] }],
      body: updateUserRequest,
      response: { 200: userBody, ...ERRORS },
    }),
    (request) =>
      authenticate(request.headers.authorization).then((bearer) =>
        changeOwnUser(context, request.body, bearer, clientOf(request)),
      ),
  );
}

async function ownUser({ authenticate }: AuthContext, { headers }: FastifyRequest): Promise<UserBody> {
  const { user, audience } = await authenticate(headers.authorization);
  const asked = headers['x-jwt-aud'];
  if (asked !== undefined && asked !== audience) {
    throw validationFailed("Token audience doesn't match request audience");
  }
  return presentUser(user);
}

function sessionRoutes(app: TypedApp, context: AuthContext): void {
  app.post(
    '/token',
    schemaOf('Sign in with a password, or refresh a session', {
      querystring: tokenQuery,
      body: tokenRequest,
      response: { 200: tokenBody, ...ERRORS },
    }),
    (request) => {
      const client = clientOf(request);
      switch (request.query.grant_type) {
        case 'password':
          return signIn(context, request.body, client);
        case 'refresh_token':
          return refresh(context, request.body.refresh_token ?? '', client);
        default:
          throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
      }
    },
  );

  app.post(
    '/signup',
    schemaOf('Make an account and sign it in, where the operator opened sign-up', {
      body: signUpRequest,
      response: { 200: tokenBody, ...ERRORS },
    }),
    (request) => signUp(context, request.body, clientOf(request)),
  );

  app.post(
    '/logout',
    schemaOf('End sessions', {
      security: [{ bearer: [] }],
      querystring: logoutQuery,
      response: { 204: z.undefined(), ...ERRORS },
    }),
    async (request, reply) => {
      const bearer = await context.authenticate(request.headers.authorization);
      await signOut(context, request.query.scope, bearer, clientOf(request));
      return reply.code(204).send(undefined);
    },
  );

  app.post(
    '/recover',
    schemaOf('Ask the operator for a new key', {
      body: recoverRequest,
      response: { 200: z.object({}), ...ERRORS },
    }),
    (request) => requestRecovery(context, request.body.email, clientOf(request)),
  );
}

const LONGEST_USER_AGENT = 300;

/** Where a request came from; behind a trusted proxy, where the proxy says it came from. */
export function clientOf(request: FastifyRequest): Client {
  return {
    ip: plainAddress(request.ip),
    network: clientNetwork(request.ip),
    userAgent: storableUserAgent(request.headers['user-agent']),
  };
}

function storableUserAgent(header: string | undefined): string | undefined {
  return header === undefined
    ? undefined
    : wellFormed(header.slice(0, LONGEST_USER_AGENT).replaceAll('\0', ''));
}
