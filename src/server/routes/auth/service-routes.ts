import { healthBody, keySetBody, settingsBody } from '../../../core/wire/auth.ts';
import type { Auth } from '../../auth/auth.ts';
import type { TypedApp } from './session-routes.ts';

/** Providers that clients of the protocol ask about; this server has none of them. */
const NO_PROVIDERS = Object.fromEntries(
  `anonymous_users apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin
  linkedin_oidc notion slack slack_oidc snapchat spotify twitch twitter workos x zoom phone`
    .split(/\s+/)
    .map((name) => [name, false]),
);

/** Routes that say what this service is and how its tokens are verified. */
export function serviceRoutes(app: TypedApp, { context, publicJwk, version }: Auth): void {
  app.get(
    '/health',
    { schema: { tags: ['auth'], summary: 'What answers here', response: { 200: healthBody } } },
    () => ({
      version,
      name: 'GoTrue',
      description: 'The auth server embedded in Pipcast; it speaks the protocol of GoTrue',
    }),
  );

  app.get(
    '/settings',
    {
      schema: { tags: ['auth'], summary: 'Which ways to sign in there are', response: { 200: settingsBody } },
    },
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
    { schema: { tags: ['auth'], summary: 'The public key of access tokens', response: { 200: keySetBody } } },
    (_request, reply) => {
      reply.header('cache-control', 'public, max-age=600').send({ keys: [{ ...publicJwk }] });
    },
  );
}
