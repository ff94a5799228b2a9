import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { findOwnOrigin } from '../access/origins.ts';
import { NPM_PACKAGE_NAME, packNpmPackage } from '../clients/npm-package.ts';
import { packWheel, WHEEL_NAME } from '../clients/wheel.ts';
import { Answer } from '../responses/answer.ts';
import { ApiError } from '../responses/errors.ts';
import type { Registration } from '../routing/registration.ts';

const PAGE_SECONDS = 300;

interface Package {
  readonly contentType: string;
  readonly pack: () => Promise<Buffer>;
}

interface PackedClient {
  readonly bytes: Buffer;
  /** SHA-256 in hex. */
  readonly digest: string;
}

const withDigest = (bytes: Buffer): PackedClient => ({
  bytes,
  digest: createHash('sha256').update(bytes).digest('hex'),
});

const PACKAGES: ReadonlyMap<string, Package> = new Map([
  [WHEEL_NAME, { contentType: 'application/zip', pack: packWheel }],
  [NPM_PACKAGE_NAME, { contentType: 'application/gzip', pack: packNpmPackage }],
]);

const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** GET /clients/ and the files that it lists: the API clients of this version, installable by pip and npm. */
export const registerClients: Registration = (app) => {
  const config = { access: 'free', cacheSeconds: PAGE_SECONDS, hidden: true } as const;
  const packed = new Map<string, Promise<PackedClient>>();

  const find = (name: string): Promise<PackedClient> => {
    const known = packed.get(name);
    if (known !== undefined) return known;
    const one = PACKAGES.get(name);
    if (one === undefined) throw new ApiError('not_found', `no client has this name; /clients/ lists them`);
    const bytes = one.pack().then(withDigest, (error: NodeJS.ErrnoException) => {
      packed.delete(name);
      if (error.code !== 'ENOENT') throw error;
      throw new ApiError('not_found', 'this installation has no sources of the client');
    });
    packed.set(name, bytes);
    return bytes;
  };

  app.get('/clients/', { config: { ...config, cacheSeconds: 0 } }, async (request) => {
    const origin = findOwnOrigin(request) ?? 'http://127.0.0.1:8080';
    const lines = await Promise.all(
      [...PACKAGES.keys()].map(async (name) => {
        const { digest } = await find(name);
        return `<li><a href="/clients/${name}#sha256=${digest}">${name}</a></li>`;
      }),
    );
    return new Answer(renderPage(origin, lines.join('\n')), {
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': POLICY },
    });
  });

  app.get(
    '/clients/:name',
    { config, schema: { params: Type.Object({ name: Type.String() }) } },
    async ({ params: { name } }) =>
      new Answer((await find(name)).bytes, { contentType: PACKAGES.get(name)?.contentType ?? '' }),
  );
};

const renderPage = (origin: string, items: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Clients · Crosstape</title>
</head>
<body>
<h1>Clients</h1>
<p>The clients of this version. Python 3.10 or later, with <code>httpx</code> there or within reach of pip:</p>
<pre>pip install ${origin}/clients/${WHEEL_NAME}
pip install 'crosstape[pandas] @ ${origin}/clients/${WHEEL_NAME}'</pre>
<p>Node 20 or later, or a browser:</p>
<pre>npm install ${origin}/clients/${NPM_PACKAGE_NAME}</pre>
<ul>
${items}
</ul>
<p><a href="/docs/guides/quickstart">Quick start</a> shows their first calls, <a href="/docs">the document</a> every operation.</p>
</body>
</html>
`;
