import { isIP } from 'node:net';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ApiCaller } from '../../../mcp/api-caller.ts';
import { buildMcpServer } from '../../../mcp/mcp-server.ts';
import { parseDocument } from '../../../mcp/openapi-document.ts';
import { buildTools, type Tool } from '../../../mcp/tools.ts';
import { requestFacts } from '../../access/request-facts.ts';
import { ApiError } from '../../responses/errors.ts';
import type { ApiServer, Registration } from '../../routing/registration.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

export interface McpOptions {
  readonly log: Logger;
  readonly version: string;
  readonly publicUrls: readonly string[];
}

/**
 * POST /mcp: Model Context Protocol over Streamable HTTP.
 *
 * Stateless: every message is answered separately, as JSON, and nothing is kept between messages. A tool asks the
 * API in process with the caller's own key, so it may do what the caller may do.
 */
export const registerMcp: Registration<McpOptions> = (app, { version, publicUrls, log }) => {
  const ownHosts = new Set(publicUrls.map((url) => new URL(url).hostname));
  let tools: readonly Tool[] | null = null;

  app.post(
    '/mcp',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      config: { access: 'free', cacheSeconds: 0, hidden: true, probe: false, direct: true },
    },
    async (request, reply) => {
      refuseForeignPages(request, ownHosts);
      if (Array.isArray(request.body)) {
        throw new ApiError('validation_failed', 'the body must be one message; batches are not served');
      }
      tools ??= buildTools(parseDocument(JSON.parse(JSON.stringify(app.swagger()))));
      const server = buildMcpServer({
        tools,
        call: createCaller(app, request),
        version,
        onFault: (error) => log.error({ err: error, ...requestFacts(request) }, 'MCP tool failed'),
      });
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      try {
        await server.connect(transport);
        const response = await transport.handleRequest(toWebRequest(request), { parsedBody: request.body });
        const type = response.headers.get('content-type');
        if (type !== null) reply.type(type);
        return reply.code(response.status).send(await response.text());
      } finally {
        await server.close();
      }
    },
  );
};

/**
 * A web page could otherwise reach a service on this machine: directly, which `Origin` shows, or through a name
 * that its owner lets point here (DNS rebinding), which `Host` shows. Addresses cannot be rebound, names can.
 */
function refuseForeignPages({ headers }: FastifyRequest, ownHosts: ReadonlySet<string>): void {
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

/** '' when it is no address of the web. */
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

/** Asks the API in process, on behalf of the caller. */
function createCaller(app: ApiServer, { headers, ip }: FastifyRequest): ApiCaller {
  const identity = Object.fromEntries(
    ['authorization', 'x-api-key']
      .map((name) => [name, headers[name]])
      .filter(([, value]) => typeof value === 'string'),
  );
  return async ({ method, url, body }) => {
    const response = await app.inject({
      method,
      url,
      remoteAddress: ip,
      headers: { ...identity, ...(body === null ? {} : { 'content-type': 'application/json' }) },
      ...(body === null ? {} : { payload: body }),
    });
    return { status: response.statusCode, body: response.body };
  };
}

/** The protocol's package reads web requests. The body was read before, within its limit. */
function toWebRequest({ headers, raw }: FastifyRequest): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return new Request(`http://localhost${raw.url ?? '/mcp'}`, { method: 'POST', headers: pairs });
}
