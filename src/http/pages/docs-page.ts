import fastify from 'fastify';
import { Answer } from '../responses/answer.ts';
import type { Registration } from '../routing/registration.ts';

/** Content security policy of the page. It loads nothing from other origins; its script sets styles on elements. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Crosstape API</title>
</head>
<body>
<div id="reference"></div>
<noscript>The same as a document: <a href="/api/openapi.json">/api/openapi.json</a></noscript>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Colours of the page's theme that have too little contrast: greys of labels and placeholders, methods in the list of calls. */
const CONTRAST =
  '.light-mode { --scalar-color-2: #5f5f5f; --scalar-color-3: #6b6b6b; --scalar-color-blue: #004f99; --scalar-color-green: #04603c; } .dark-mode { --scalar-color-3: #a3a3a3; }';

const START = `Scalar.createApiReference('#reference', ${JSON.stringify({
  url: '/api/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  customCss: CONTRAST,
})});
`;

const PAGE_SECONDS = 3_600;

/** Registers GET /docs: the OpenAPI document as a page, with all files from this server. */
export const registerDocsPage: Registration = (app) => {
  const page = { access: 'free', cacheSeconds: PAGE_SECONDS, hidden: true } as const;
  const asPage = { 'content-security-policy': PAGE_POLICY };
  const script = 'text/javascript; charset=utf-8';

  app.get(
    '/docs',
    { config: page },
    async () => new Answer(PAGE, { contentType: 'text/html; charset=utf-8', headers: asPage }),
  );
  app.get('/docs/start.js', { config: page }, async () => new Answer(START, { contentType: script }));
  app.get(
    '/docs/scalar.js',
    { config: page },
    async () => new Answer(await scalarScript(), { contentType: script }),
  );
};

/**
 * Loads the script of the page. The package provides it only through a route of its plugin, so the plugin runs on an
 * instance of its own. Loaded at the first request, because it is several megabytes.
 */
async function scalarScript(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const host = fastify();
  await host.register(scalar, { routePrefix: '/docs', configuration: { url: '/api/openapi.json' } });
  const { body } = await host.inject('/docs/js/scalar.js');
  await host.close();
  return body;
}
