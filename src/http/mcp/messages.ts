import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiCaller } from '../../mcp/api-caller.ts';
import { buildMcpServer } from '../../mcp/mcp-server.ts';
import { parseDocument } from '../../mcp/openapi-document.ts';
import { buildTools, type Tool } from '../../mcp/tools.ts';
import type { ApiServer } from '../routing/registration.ts';

/** Builds the tools for the endpoints of an OpenAPI document. */
export function buildServiceTools(document: object): readonly Tool[] {
  return buildTools(parseDocument(JSON.parse(JSON.stringify(document))));
}

export interface MessageOptions {
  readonly app: ApiServer;
  /** A request whose body is one message. */
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly tools: readonly Tool[];
  readonly version: string;
  /** Called with every internal error. */
  readonly onFault: (error: unknown) => void;
}

/** Answers one message without keeping state for the next. */
export async function answerMessage(options: MessageOptions): Promise<FastifyReply> {
  const { app, request, reply, tools, version, onFault } = options;
  const server = buildMcpServer({ tools, call: createCaller(app, request), version, onFault });
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
}

/** Creates a caller of the API within this process, on behalf of the client. */
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

/**
 * Converts the request to a web request, which the protocol's package reads. The body has already been read and checked
 * for its size.
 */
function toWebRequest({ headers, raw }: FastifyRequest): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return new Request(`http://localhost${raw.url ?? '/mcp'}`, { method: 'POST', headers: pairs });
}
