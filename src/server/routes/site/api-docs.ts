import type { FastifyInstance } from 'fastify';

/** The documentation's own pages: their files come from here, and their icons are written into their style sheet. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * `GET /openapi.json` and, browsable, `GET /docs`: written from the schemas that the routes validate with, so it must be
 * registered before them. Loaded only when asked for.
 */
export async function serveApiDocs(app: FastifyInstance, serverUrl: string): Promise<void> {
  const [{ default: swagger }, { default: swaggerUi }, { jsonSchemaTransform, jsonSchemaTransformObject }] =
    await Promise.all([
      import('@fastify/swagger'),
      import('@fastify/swagger-ui'),
      import('fastify-type-provider-zod'),
    ]);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Pipcast', description: 'The HTTP API of a Pipcast server.', version: '1' },
      servers: [{ url: serverUrl }],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The access token of a sign-in.',
          },
          token: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A token of a trader for programs, pipcast_…, of the scope signals:read. docs/api.md says how.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  let document: Buffer | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    // Written once: it is some hundred kilobytes, and each writing would hold up all other requests.
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    reply.type('application/json; charset=utf-8');
    return document;
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'Pipcast API' },
    // Without the top bar: the policy forbids what it offers, a document of another address.
    uiConfig: { deepLinking: true, layout: 'BaseLayout', url: '/openapi.json' },
    uiHooks: {
      // The plug-in would write its own copies for each request.
      onRequest(request, reply, done) {
        if (/^\/docs\/(?:json|yaml)$/.test(request.routeOptions.url ?? '')) reply.redirect('/openapi.json');
        else done();
      },
    },
    staticCSP: DOCS_POLICY,
  });
}
