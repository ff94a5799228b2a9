import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { atFirstUse } from '../../../scheduling/at-first-use.ts';
import { readRequestFacts } from '../../access/request-facts.ts';
import { ApiError } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

export interface McpOptions {
  readonly log: Logger;
  readonly version: string;
  readonly publicUrls: readonly string[];
}

/**
 * POST /mcp: Model Context Protocol over Streamable HTTP.
 *
 * Stateless: every message is answered separately, as JSON, and no state is kept between messages. A tool calls the API
 * within this process with the caller's own key, so it has the caller's rights.
 */
export const registerMcp: Registration<McpOptions> = (app, { version, publicUrls, log }) => {
  const ownHosts = new Set(publicUrls.map((url) => new URL(url).hostname));
  // The protocol's package has two hundred modules, so it is loaded at the first message only.
  const tools = atFirstUse(async () => {
    const { buildServiceTools } = await import('../../mcp/messages.ts');
    return buildServiceTools(await app.described.readDocument());
  });

  app.post(
    '/mcp',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      config: { access: 'free', cacheSeconds: 0, hidden: true, probe: false, direct: true },
    },
    async (request, reply) => {
      requireOwnPage(request, ownHosts);
      if (Array.isArray(request.body)) {
        throw new ApiError('validation_failed', 'the body must be one message; batches are not served');
      }
      const { answerMessage } = await import('../../mcp/messages.ts');
      return answerMessage({
        app,
        request,
        reply,
        tools: await tools(),
        version,
        onFault: (error) => log.error({ err: error, ...readRequestFacts(request) }, 'MCP tool failed'),
      });
    },
  );
};

/**
 * Requires that a request is not from a foreign web page. Such a page could otherwise reach a service on this machine:
 * directly, which `Origin` reveals, or through a name that its owner points to this machine (DNS rebinding), which `Host`
 * reveals. IP addresses cannot be rebound, names can.
 */
function requireOwnPage({ headers }: FastifyRequest, ownHosts: ReadonlySet<string>): void {
  const host = parseHostname(`http://${headers.host ?? ''}`);
  if (!(isLoopback(host) || isAddress(host) || ownHosts.has(host))) {
    throw new ApiError(
      'foreign_origin',
      'Host must be an address, localhost or a public name of this service',
    );
  }
  if (headers.origin === undefined) return;
  const origin = parseHostname(headers.origin);
  if (!(origin === host || isLoopback(origin) || ownHosts.has(origin))) {
    throw new ApiError('foreign_origin', 'pages of other origins may not use this endpoint');
  }
}

/** Parses the hostname of a URL; '' when the text is not a URL. */
function parseHostname(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  );
}
