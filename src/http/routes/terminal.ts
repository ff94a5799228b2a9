import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { findOtherOrigin, type OtherServer } from '../access/origins.ts';
import { TerminalFiles } from '../pages/terminal/terminal-files.ts';
import { renderTerminalPage, TERMINAL_PAGES, type TerminalPage } from '../pages/terminal/terminal-page.ts';
import { matchesEtag } from '../responses/conditional.ts';
import { negotiateEncoding } from '../responses/encodings.ts';
import { ApiError } from '../responses/errors.ts';
import { defineRoutes, type Registration, type RouteSet } from '../routing/registration.ts';

export interface TerminalOptions {
  readonly files: TerminalFiles;
  /** The server on which these routes are registered. */
  readonly server: 'main' | 'bot';
  readonly other: OtherServer;
  /** Whether the service has an admin token. Without one, the operator's page does not ask for a token. */
  readonly hasAdminToken: boolean;
}

/** Registers the terminal: its pages, and the files that they load. Both servers serve the same. */
export const terminalRoutes = (options: TerminalOptions): RouteSet =>
  defineRoutes('json', [registerTerminalPages, registerTerminalFiles, registerGuideScript])(options);

const FACTS = { access: 'free', cacheSeconds: 0, hidden: true, direct: true } as const;
/** Maximum number of cached pages: pages differ by requested host, and callers can send any host. */
const MAX_PAGES = 64;

const registerTerminalPages: Registration<TerminalOptions> = (
  app,
  { hasAdminToken, files, server, other },
) => {
  const template = TerminalFiles.readPage();
  const pages = new LRUCache<string, TerminalPage>({ max: MAX_PAGES });
  const getPage = (module: string, otherOrigin: string | null): TerminalPage => {
    const key = `${module} ${otherOrigin}`;
    const known = pages.get(key);
    if (known !== undefined) return known;
    const page = renderTerminalPage({ files, template, module, server, otherOrigin, hasAdminToken });
    pages.set(key, page);
    return page;
  };

  for (const [segment, { module }] of TERMINAL_PAGES) {
    const send = (request: FastifyRequest, reply: FastifyReply) => {
      const { body, etag, policy } = getPage(module, findOtherOrigin(request, other));
      reply.headers({
        'content-security-policy': policy,
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-cache',
        etag,
      });
      if (matchesEtag(request.headers['if-none-match'] ?? '', etag)) return reply.code(304).send();
      return reply.type('text/html; charset=utf-8').send(body);
    };
    app.get(`/${segment}`, { config: FACTS }, send);
    if (segment === 'asset') app.get('/asset/:id', { config: FACTS }, send);
    if (segment === 'event') app.get('/event/:venue/:key', { config: FACTS }, send);
  }
  app.get('/favicon.ico', { config: FACTS }, (_request, reply) =>
    reply.redirect(`${files.base}/web/favicon.svg`),
  );
};

const registerTerminalFiles: Registration<TerminalOptions> = (app, { files }) => {
  app.get('/terminal/:hash/*', { config: FACTS }, async (request, reply) => {
    const { hash, '*': name } = request.params as { hash: string; '*': string };
    const file = hash === files.hash ? files.find(name) : null;
    if (file === null) throw new ApiError('not_found', `the terminal has no file ${request.url}`);
    const wanted = negotiateEncoding(request.headers['accept-encoding'] as string | undefined);
    const { bytes, encoding } = await files.encode(name, file, wanted);
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': file.contentType,
      vary: 'accept-encoding',
    });
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send(bytes);
  });
};

/**
 * Registers the script of the guides. It contains the addresses of both servers, so that the page of a guide is the
 * same for every host.
 */
const registerGuideScript: Registration<TerminalOptions> = (app, { files, server, other }) => {
  app.get('/docs/guides.js', { config: FACTS }, (request, reply) => {
    const there = JSON.stringify(findOtherOrigin(request, other));
    const origins =
      server === 'main'
        ? `{ main: location.origin, bot: ${there} }`
        : `{ main: ${there}, bot: location.origin }`;
    return reply
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(`import { startGuide } from '${files.base}/web/guide-page.ts';\nstartGuide(${origins});\n`);
  });
};
